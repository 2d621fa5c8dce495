import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { previewCallingRules } from '#contract/campaigns/calling-rules.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'

/** The draft's effect on the calls that are planned for the next seven days. */
export function RulesPreview(): ReactElement {
  return (
    <Panel title="Effect on next week’s calls">
      <div className="flex flex-col gap-3">
        <RulesEffect />
        <ChangedCalls />
      </div>
    </Panel>
  )
}

/** The sentence alone, also outside the router, where there are no links. */
export function RulesEffect(): ReactElement {
  const { data, error } = useRead(previewCallingRules)
  if (data === null) return <p className="text-ink-soft">There is no draft any more.</p>
  if (!data) {
    return (
      <p className="text-ink-soft">
        {error ? messageOf(error, 'The draft could not be compared.') : 'Comparing...'}
      </p>
    )
  }
  const { planned, isPartial, refused, moved } = data
  if (planned === 0) return <p className="text-ink-soft">No calls are planned for the next seven days.</p>
  return (
    <p>
      {`Of ${isPartial ? 'the first ' : ''}${countOf(planned, 'planned call')}, the draft would refuse ${formatNumber(refused)} and move ${formatNumber(moved)} to a later time, had it been in force all week.`}
    </p>
  )
}

function ChangedCalls(): ReactElement | null {
  const { data } = useRead(previewCallingRules)
  if (!data) return null
  const { campaigns, examples } = data
  const changed = campaigns.filter((one) => one.refused + one.moved > 0)
  return (
    <>
      {changed.length > 0 && (
        <ul aria-label="Campaigns" className="flex flex-col divide-y divide-line">
          {changed.map((one) => (
            <li key={one.id} className="flex flex-wrap justify-between gap-x-3 py-1.5">
              <Link to={pathTo.campaign(one.id)} className="font-medium hover:text-link">
                {one.name}
              </Link>
              <span className="tabular">{`${formatNumber(one.refused)} refused, ${formatNumber(one.moved)} moved`}</span>
            </li>
          ))}
        </ul>
      )}
      {examples.length > 0 && (
        <ul aria-label="Brokers" className="flex flex-col divide-y divide-line">
          {examples.map(({ brokerId, name, change, from, to, reason }) => (
            <li key={`${brokerId} ${from}`} className="flex flex-col gap-1 py-1.5">
              <span className="flex flex-wrap items-center gap-2">
                <Link to={pathTo.broker(brokerId)} className="font-medium hover:text-link">
                  {name}
                </Link>
                <Badge tone={change === 'refused' ? 'red' : 'amber'}>
                  {change === 'refused' ? 'Refused' : 'Moved'}
                </Badge>
              </span>
              <span className="text-xs text-ink-soft">
                {to ? `Planned ${formatDateTime(from)}, moved to ${formatDateTime(to)}` : reason}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
