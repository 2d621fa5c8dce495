import { type LucideIcon, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { cx } from '#web/ui/cx.ts'
import { softClass, type Tone } from '#web/ui/tone.ts'
import { registerLook } from './application-labels.ts'

const icons: Partial<Record<Tone, LucideIcon>> = { green: ShieldCheck, red: ShieldAlert }

/** The ASIC register's result for the number, with its date. */
export function RegisterCheck({ application }: { application: ApplicationDetails }): ReactElement {
  const { check, detail } = application.register
  const { tone, label } = registerLook(check)
  const Icon = icons[tone] ?? ShieldQuestion
  return (
    <section
      aria-label="Register check"
      className={cx('mb-4 flex gap-2.5 rounded-lg px-3 py-2.5', softClass[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      <p className="min-w-0 break-words">
        <span className="font-medium">{label}.</span> {detail}
      </p>
    </section>
  )
}
