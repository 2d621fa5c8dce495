import type { ReactElement } from 'react'
import { registers, registerTerms } from '#contract/surveillance/registers.ts'
import {
  brokerCompliance,
  type ComplianceCheck,
  checkResultLabels,
  checkTypeLabels,
  historyRisk,
} from '#contract/surveillance/surveillance.ts'
import { useRecord } from '#web/api/use-read.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { resultTones, riskTones } from './compliance-labels.ts'
import { FindingFacts } from './FindingFacts.tsx'
import { useChecks } from './use-newest-check.ts'

interface HistoryDialogProps {
  brokerId: number
  onClose: () => void
}

/** Every check of a broker, the newest first. */
export function HistoryDialog({ brokerId, onClose }: HistoryDialogProps): ReactElement {
  const { data } = useRecord(brokerCompliance, brokerId)
  const { checks } = useChecks(brokerId)
  return (
    <Dialog open onClose={onClose} width="lg" title="Compliance history" description={data?.name}>
      {checks?.length === 0 && <p className="text-ink-soft">No check has been made yet.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container has to be reachable by keyboard */}
      <section tabIndex={0} aria-label="Checks">
        <ol className="flex flex-col gap-4">
          {checks?.map((check) => (
            <Check key={check.id} check={check} />
          ))}
        </ol>
      </section>
    </Dialog>
  )
}

function Check({ check }: { check: ComplianceCheck }): ReactElement {
  const { checkType, result, riskScore, completedAt, findings, flaggedKeywords, sourceUrls } = check
  const level = historyRisk(riskScore)
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{checkTypeLabels[checkType]}</span>
        <Badge tone={resultTones[result]}>{checkResultLabels[result]}</Badge>
        <Badge tone={riskTones[level]}>{`${riskScore} ${level}${level === 'High' ? ' Risk' : ''}`}</Badge>
        <span className="text-ink-soft">{formatDateTime(completedAt)}</span>
      </div>
      {asked(check) && <p className="text-ink-soft">{asked(check)}</p>}
      {flaggedKeywords.length > 0 && (
        <p className="text-ink-soft">{`Words: ${flaggedKeywords.join(', ')}`}</p>
      )}
      {sourceUrls.map((url) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer" className="truncate text-link">
          {url}
        </a>
      ))}
      {findings.map((finding) => (
        <FindingFacts key={finding.subject} finding={finding} label={historyRisk} />
      ))}
    </li>
  )
}

/** The snapshots that were searched, e.g. 'Asked: Credit licensees of 24 November 2026' */
function asked({ checkType, snapshots }: ComplianceCheck): string | null {
  if (checkType !== 'asic_banned') return null
  const parts = registers.flatMap((register) => {
    const day = snapshots[register]
    return day ? [`${registerTerms[register].label} of ${formatDate(day)}`] : []
  })
  const days = [...new Set(Object.values(snapshots))]
  if (parts.length === registers.length && days[0] && days.length === 1)
    return `Checked: all registers of ${formatDate(days[0])}`
  return parts.length === 0 ? null : `Asked: ${parts.join(', ')}`
}
