import { Gauge } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { listOwnAppeals } from '#contract/scoring/score-appeals.ts'
import { ownScore, ownScoreMonths } from '#contract/scoring/scoring.ts'
import { useRead } from '#web/api/use-read.ts'
import { ScoreLifts } from '#web/features/scoring/panel/ScoreLifts.tsx'
import { ScorePoints } from '#web/features/scoring/panel/ScorePoints.tsx'
import { ScoreSummary } from '#web/features/scoring/panel/ScoreSummary.tsx'
import { ScoreTrend } from '#web/features/scoring/panel/ScoreTrend.tsx'
import { monthText } from '#web/features/scoring/score-labels.ts'
import { Below } from '#web/ui/Below.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { DecisionNotice } from '../DecisionNotice.tsx'
import { OwnAppeals } from './OwnAppeals.tsx'
import { ScoreNotice } from './ScoreNotice.tsx'

const tierKinds = ['tier', 'tier_gate'] as const

/** The broker's own score in plain words: its parts, possible improvements, and how to object. */
export function ScoreTab(): ReactElement {
  const months = useRead(ownScoreMonths)
  const [chosen, choose] = useState<string | null>(null)
  const month = chosen ?? months.data?.[0]?.month ?? null
  if (months.isError && !months.data) {
    return (
      <ErrorState
        title="Your score could not be loaded."
        error={months.error}
        onRetry={() => void months.refetch()}
      />
    )
  }
  if (!months.data) {
    return (
      <Loading text="Loading your score...">
        <Skeleton className="h-64 w-full" />
      </Loading>
    )
  }
  if (month === null) {
    return (
      <div className="flex flex-col gap-6">
        <EmptyState icon={Gauge} title="You have no score yet">
          Scores are made once a month from the loans that you lodged with us.
        </EmptyState>
        <ScoreNotice />
        <DecisionNotice title="How the tier is set" kinds={tierKinds} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-56">
        <SelectField
          label="Month"
          options={months.data.map((one) => ({ value: one.month, label: monthText(one.month) }))}
          value={month}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      <Own month={month} />
    </div>
  )
}

function Own({ month }: { month: string }): ReactElement {
  const score = useRead(ownScore, { params: { month } })
  const appeals = useRead(listOwnAppeals)
  return (
    <>
      <Score month={month} read={score} />
      <Below gap={6} isReady={!score.isPending && !appeals.isPending}>
        <OwnAppeals month={month} appeals={appeals.data ?? []} />
        <ScoreNotice />
        <DecisionNotice title="How the tier is set" kinds={tierKinds} />
      </Below>
    </>
  )
}

interface ScoreProps {
  month: string
  read: ReturnType<typeof useRead<typeof ownScore>>
}

function Score({ month, read: { data, error, refetch } }: ScoreProps): ReactElement {
  return (
    <Panel title={`Your score for ${monthText(month)}`}>
      {error && !data && (
        <ErrorState title="The score could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading the score...">
          <Skeleton className="h-48 w-full" />
        </Loading>
      )}
      {data && (
        <>
          <ScoreSummary score={data} />
          <ScorePoints score={data} />
          <ScoreLifts score={data} />
          <ScoreTrend score={data} />
        </>
      )}
    </Panel>
  )
}
