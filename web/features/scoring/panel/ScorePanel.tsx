import type { ReactElement } from 'react'
import { scoreDetails } from '#contract/scoring/scoring.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { OverrideButton } from '../OverrideButton.tsx'
import { monthText } from '../score-labels.ts'
import { ScoreLifts } from './ScoreLifts.tsx'
import { ScoreOverrides } from './ScoreOverrides.tsx'
import { ScorePoints } from './ScorePoints.tsx'
import { ScoreSummary } from './ScoreSummary.tsx'
import { ScoreTrend } from './ScoreTrend.tsx'

/** The score of the broker in the address (?score=17) in this month. */
export function ScorePanel({ month }: { month: string }): ReactElement {
  const open = useOpenRecord('score')
  const read = useRead(scoreDetails, { params: { id: open.id ?? 0, month } }, { enabled: open.id !== null })
  const { data } = read
  return (
    <RecordPanel
      noun="score"
      open={open}
      read={read}
      missing={`There is no score of this broker for ${monthText(month)}.`}
      title={data ? data.broker.name : 'Score'}
      description={data && `${monthText(month)}, calculated ${formatDateTime(data.calculatedAt)}`}
      footer={
        data && (
          <>
            <ButtonLink to={pathTo.broker(data.broker.id)}>Open the broker</ButtonLink>
            <OverrideButton row={data} size="md" />
          </>
        )
      }
      skeleton={['h-5 w-40', 'h-16', 'mt-4 h-40', 'mt-4 h-32']}
    >
      {(score) => (
        <>
          <ScoreSummary score={score} />
          <ScorePoints score={score} />
          <ScoreLifts score={score} />
          <ScoreTrend score={score} />
          <ScoreOverrides overrides={score.overrides} />
        </>
      )}
    </RecordPanel>
  )
}
