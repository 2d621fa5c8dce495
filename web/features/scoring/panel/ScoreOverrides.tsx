import type { ReactElement } from 'react'
import type { scoreDetails } from '#contract/scoring/scoring.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { monthText } from '../score-labels.ts'

type Overrides = AnswerOf<typeof scoreDetails>['overrides']

/** Every override that the broker has had, the newest first. */
export function ScoreOverrides({ overrides }: { overrides: Overrides }): ReactElement | null {
  if (overrides.length === 0) return null
  return (
    <PanelSection title="Overrides">
      <ul className="flex flex-col gap-2">
        {overrides.map(({ id, month, tier, reason, by, at, endedAt, endedReason }) => (
          <li key={id}>
            <span className="font-medium">{`${monthText(month)}: ${tier}. `}</span>
            {reason}
            <span className="block text-xs text-ink-soft">
              {`${by ?? 'Somebody'}, ${formatDateTime(at)}${endedAt ? `; ended ${formatDateTime(endedAt)}: ${endedReason ?? ''}` : ''}`}
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
