import type { ReactElement } from 'react'
import type { Scorecard } from '#contract/scoring/scorecards.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Panel } from '#web/ui/Card.tsx'
import { monthText } from '../score-labels.ts'

/** The published versions, with their first month. */
export function ScorecardVersions({ cards }: { cards: readonly Scorecard[] }): ReactElement {
  return (
    <Panel title="Published versions">
      <ul className="flex flex-col divide-y divide-line">
        {cards.map(({ id, version, note, publishedAt, publishedBy, fromMonth }) => (
          <li key={id} className="py-2 first:pt-0 last:pb-0">
            <span className="font-medium">{`Version ${version}`}</span>
            {note && `: ${note}`}
            <span className="block text-xs text-ink-soft">
              {`Published ${formatDate(publishedAt)}${publishedBy ? ` by ${publishedBy}` : ''}; ${fromMonth ? `counts from ${monthText(fromMonth)} on` : 'no month was calculated by it'}.`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
