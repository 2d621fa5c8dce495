import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { previewDraft, type Scorecard } from '#contract/scorecards.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { figure, monthText, tierTones } from '../score-labels.ts'

const SHOWN = 25

/** Brokers whose tier would differ if the draft had applied last month. */
export function DraftPreview({ card }: { card: Scorecard }): ReactElement {
  const { data, error } = useRead(previewDraft)
  return (
    <Panel title="Effect of the draft">
      {error && <p className="text-ink-soft">{messageOf(error, 'The draft could not be compared.')}</p>}
      {!data && !error && <p className="text-ink-soft">Comparing...</p>}
      {data && !data.month && (
        <p className="text-ink-soft">
          No month has scores yet. Calculate one, and the draft is compared with it here.
        </p>
      )}
      {data?.month && (
        <div key={card.id} className="flex flex-col gap-3">
          <p>
            {`${monthText(data.month)}, ${countOf(data.brokers, 'broker')}: the average goes from ${figure(data.averageBefore)} to ${figure(data.averageAfter)}. `}
            {data.moves.length === 0
              ? 'Nobody changes tier.'
              : `${data.moves.map(({ from, to, brokers }) => `${formatNumber(brokers)} from ${from} to ${to}`).join(', ')}.`}
          </p>
          <ul className="flex flex-col divide-y divide-line">
            {data.changed.slice(0, SHOWN).map(({ brokerId, name, before, after, from, to }) => (
              <li key={brokerId} className="flex flex-wrap items-center gap-2 py-1.5">
                <Link to={pathTo.broker(brokerId)} className="min-w-40 font-medium hover:text-link">
                  {name}
                </Link>
                <span className="tabular-nums">{`${figure(before)} to ${figure(after)}`}</span>
                <Badge tone={tierTones[from]}>{from}</Badge>
                <span className="text-ink-soft">to</span>
                <Badge tone={tierTones[to]}>{to}</Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  )
}
