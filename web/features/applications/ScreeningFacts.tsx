import { type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { historyRisk } from '#contract/surveillance/surveillance.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { softClass, type Tone } from '#web/ui/tone.ts'

type Screening = NonNullable<ApplicationDetails['screening']>

const looks: Record<Screening['result'], { tone: Tone; icon: LucideIcon; title: string }> = {
  flagged: { tone: 'red', icon: ShieldAlert, title: 'ASIC’s registers have something about this applicant' },
  clean: {
    tone: 'green',
    icon: ShieldCheck,
    title: 'Nothing on ASIC’s registers speaks against this applicant',
  },
  not_checked: { tone: 'grey', icon: ShieldQuestion, title: 'Not checked against ASIC’s registers' },
}

/** How the applicant compares with ASIC's registers: first on the page, with every point. */
export function ScreeningFacts({ screening }: { screening: Screening | null }): ReactElement | null {
  if (!screening) return null
  const { result, findings, detail } = screening
  const { tone, icon: Icon, title } = looks[result]
  return (
    <section
      aria-label="Screening"
      className={cx('mb-4 flex gap-2.5 rounded-lg px-3 py-2.5', softClass[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <div className="flex min-w-0 flex-1 flex-col gap-2 break-words">
        <p>
          <span className="font-medium">{title}.</span> {detail}
        </p>
        {findings.length > 0 && (
          <ul className="flex flex-col gap-2">
            {findings.map((finding) => (
              <li key={finding.subject} className="rounded-md bg-surface px-3 py-2 text-ink">
                <span className="flex items-start justify-between gap-2">
                  <span className="min-w-0 font-medium">{finding.title}</span>
                  <Badge tone={historyRisk(finding.risk) === 'High' ? 'red' : 'amber'}>
                    {`${finding.risk} ${historyRisk(finding.risk)}`}
                  </Badge>
                </span>
                {finding.points.map((point) => (
                  <span key={point.text} className="block text-ink-soft">
                    {point.text}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
