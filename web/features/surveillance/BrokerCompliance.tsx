import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { brokerCompliance, complianceStatusLabels, historyRisk } from '#contract/surveillance/surveillance.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRecord } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { ABSENT } from '#web/lib/format.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { riskTones, statusTones } from './compliance-labels.ts'

/** A broker's compliance status, the findings that count, and the history of their number in the registers. */
export function BrokerCompliance({ brokerId }: { brokerId: number }): ReactElement | null {
  const { data } = useRecord(brokerCompliance, brokerId)
  if (!data) return null
  const {
    complianceStatus: status,
    riskScore,
    reasons,
    lastComplianceCheck: checkedAt,
    registerHistory,
  } = data
  const level = historyRisk(riskScore)
  return (
    <PanelSection title="Compliance">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <StatusDot tone={statusTones[status]} label={complianceStatusLabels[status]} />
          {riskScore > 0 && <Badge tone={riskTones[level]}>{`${riskScore} ${level}`}</Badge>}
          <span className="text-ink-soft">
            {checkedAt ? (
              <>
                Checked <RelativeTime when={checkedAt} />
              </>
            ) : (
              'Not checked yet'
            )}
          </span>
        </div>
        <Link to={`/surveillance?broker=${brokerId}&show=history`} className="link self-start">
          All checks
        </Link>
        {reasons.length > 0 && (
          <ul className="list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        {registerHistory.length > 0 && (
          <section>
            <h3 className="mb-1 text-xs font-medium text-ink-soft">The number on ASIC’s registers</h3>
            <ol className="flex flex-col gap-1">
              {registerHistory.map((version) => (
                <li key={version.id}>{versionText(version)}</li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </PanelSection>
  )
}

type Version = AnswerOf<typeof brokerCompliance>['registerHistory'][number]

/** e.g. 'From 23 November 2026: FRASER, ISLA, NSW 2000, licensee 990801' */
function versionText({
  snapshotDate,
  untilDate,
  name,
  state,
  postcode,
  licence,
  endedOn,
  status,
}: Version): string {
  const period = untilDate
    ? `${formatDate(snapshotDate)} to ${formatDate(untilDate)}`
    : `From ${formatDate(snapshotDate)}`
  const facts = [
    name,
    [state, postcode].filter(Boolean).join(' ') || ABSENT,
    licence && `licensee ${licence}`,
    status === 'SUSP' && 'suspended',
    endedOn && `ended on ${formatDate(endedOn)}`,
  ]
  return `${period}: ${facts.filter(Boolean).join(', ')}`
}
