import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { previewDraft } from '#contract/scoring/scorecards.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { figure, monthText, tierTones } from '../score-labels.ts'

export const NO_DRAFT = 'There is no draft any more.'

/** The effect of the draft next to the form; on wide screens it stays visible while the form scrolls. */
export function DraftPreview(): ReactElement {
  return (
    <div className="lg:sticky lg:top-[calc(var(--bl-top-bar)+1rem)] lg:max-h-[calc(100dvh-var(--bl-top-bar)-4rem)] lg:overflow-y-auto">
      <Panel title="Effect of the draft">
        <DraftEffect />
      </Panel>
    </div>
  )
}

/** Brokers whose tier would differ if the draft had applied last month. */
export function DraftEffect(): ReactElement {
  const { data, error } = useRead(previewDraft)
  if (data === null) return <p className="text-ink-soft">{NO_DRAFT}</p>
  if (!data) {
    return (
      <p className="text-ink-soft">
        {error ? messageOf(error, 'The draft could not be compared.') : 'Comparing...'}
      </p>
    )
  }
  if (!data.month) {
    return (
      <p className="text-ink-soft">
        No month has scores yet. Calculate one, and the draft is compared with it here.
      </p>
    )
  }
  const { month, brokers, averageBefore, averageAfter, moves, changed } = data
  const moving = moves.reduce((sum, move) => sum + move.brokers, 0)
  return (
    <div className="flex flex-col gap-3">
      <p>
        {`${monthText(month)}, ${countOf(brokers, 'broker')}: the average goes from ${figure(averageBefore)} to ${figure(averageAfter)}. `}
        {moves.length === 0
          ? 'Nobody changes tier.'
          : `${moves.map(({ from, to, brokers: moved }) => `${formatNumber(moved)} from ${from} to ${to}`).join(', ')}.`}
      </p>
      {changed.length > 0 && (
        <ul aria-label="Brokers who change tier" className="flex flex-col divide-y divide-line">
          {changed.map(({ brokerId, name, before, after, from, to }) => (
            <li key={brokerId} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
              <Link to={pathTo.broker(brokerId)} className="min-w-40 flex-1 font-medium hover:text-link">
                {name}
              </Link>
              <span className="tabular-nums">{`${figure(before)} to ${figure(after)}`}</span>
              <Badge tone={tierTones[from]}>{from}</Badge>
              <span className="text-ink-soft">to</span>
              <Badge tone={tierTones[to]}>{to}</Badge>
            </li>
          ))}
        </ul>
      )}
      {moving > changed.length && (
        <p className="text-xs text-ink-soft">{`The ${formatNumber(changed.length)} greatest changes of ${formatNumber(moving)}.`}</p>
      )}
    </div>
  )
}
