import { Calculator, Database, FileUp, SlidersHorizontal } from 'lucide-react'
import type { ReactElement } from 'react'
import { calculateScores, loadSampleData, scoringStats } from '#contract/scoring/scoring.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useDemo } from '#web/features/sign-in/use-demo.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Below } from '#web/ui/Below.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { AppealsPanel } from './AppealsPanel.tsx'
import { DistributionPanel } from './DistributionPanel.tsx'
import { OverrideDialog } from './OverrideDialog.tsx'
import { ScoreAge } from './ScoreAge.tsx'
import { ScoreFigures } from './ScoreFigures.tsx'
import { ScoreTable } from './ScoreTable.tsx'
import { ScoringFailed } from './ScoringFailed.tsx'
import { monthText } from './score-labels.ts'
import { useOverrideDialog } from './use-override-dialog.ts'
import { useScoreMonth } from './use-score-month.ts'

const ScorePanel = lazily(async () => (await import('./panel/ScorePanel.tsx')).ScorePanel)

/** As specified; live changes arrive immediately. */
const STATS_MS = 30_000

/** Every broker in seven criteria, month by month. */
export function ScoringPage(): ReactElement {
  const { month, newest, options, choose } = useScoreMonth()
  const query = month ? { month } : {}
  const { data, error, isPending, refetch } = useRead(
    scoringStats,
    { query },
    { refetchInterval: STATS_MS, keep: true },
  )
  const override = useOverrideDialog()
  const header = (
    <PageHeader
      title="Broker Accreditation Matrix"
      subtitle="Seven criteria, one score a month. Open any score to see its points. Brokers can appeal."
      actions={<Actions month={month} isRunning={data?.run?.status === 'running'} />}
    />
  )
  if (error && !data) {
    return (
      <>
        {header}
        <ScoringFailed error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      {header}
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Select
            aria-label="Month"
            options={options}
            value={month ?? ''}
            onChange={(event) => choose(event.target.value)}
          />
          {month && !data?.outdated && <ScoreAge month={month} newest={newest} />}
          {data?.outdated && (
            <p className="text-amber-ink">
              Loans changed after this month was calculated. It will be recalculated automatically.
            </p>
          )}
        </div>
        {data?.run?.status === 'running' && (
          <Card>
            <Progress
              label={`Calculating ${monthText(data.run.month)}`}
              value={data.run.done}
              max={data.run.total}
              text={`${formatNumber(data.run.done)} of ${formatNumber(data.run.total)} brokers`}
            />
          </Card>
        )}
        <ScoreFigures stats={data} />
        {data && data.totalBrokers > 0 && (
          // on a phone below the scores, whose first row would be out of view
          <div className="max-md:order-1">
            <DistributionPanel stats={data} />
          </div>
        )}
        <Below isReady={!isPending}>
          {month && data && <ScoreTable month={month} scale={data.creditScoreScale} />}
          <AppealsPanel />
        </Below>
      </div>
      {month && <ScorePanel month={month} />}
      {month && override.brokerId !== null && (
        <OverrideDialog brokerId={override.brokerId} month={month} onClose={override.close} />
      )}
    </>
  )
}

interface ActionsProps {
  /** Undefined while the months load. */
  month: string | undefined
  isRunning: boolean
}

function Actions({ month, isRunning }: ActionsProps): ReactElement {
  const refusal = useRefusal('scoring.calculate')
  const calculate = useWrite(calculateScores, {
    onSuccess: ({ total, month: calculated }) =>
      toastSuccess(`Calculating ${monthText(calculated)} for ${formatNumber(total)} brokers`),
    onError: (error) =>
      toastError(messageOf(error, 'Failed to calculate broker scores'), 'Calculation Failed'),
  })
  const sample = useWrite(loadSampleData, {
    onSuccess: ({ loans }) =>
      toastSuccess(
        loans === 0
          ? 'The sample data is loaded already'
          : `${formatNumber(loans)} sample loans loaded, May to July 2024. Undo is under Import loans.`,
      ),
    onError: (error) => toastError(messageOf(error, 'Failed to load sample data'), 'Loading Failed'),
  })
  const isDemo = useDemo() !== null
  const loadSample = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Load sample data?',
      body: 'Made-up loans of May to July 2024 are imported for every broker in the directory. They count in scores, which brokers see in their portal. The import is listed under Import loans and can be undone there.',
      action: 'Load sample data',
    })
    if (sure) sample.mutate({})
  }
  return (
    <>
      {isDemo && (
        <Button
          variant="ghost"
          icon={Database}
          disabledReason={refusal}
          pending={sample.isPending}
          pendingText="Loading..."
          onClick={() => void loadSample()}
        >
          Load Sample Data
        </Button>
      )}
      <ButtonLink to="/scoring/scorecard" icon={SlidersHorizontal}>
        Scorecard
      </ButtonLink>
      <ButtonLink to="/scoring/loans" icon={FileUp}>
        Import loans
      </ButtonLink>
      <Button
        variant="primary"
        icon={Calculator}
        disabledReason={refusal ?? (isRunning ? 'This month is being calculated.' : null)}
        pending={calculate.isPending}
        pendingText="Starting..."
        disabled={!month}
        onClick={() => month && calculate.mutate({ body: { month } })}
      >
        Calculate Scores
      </Button>
    </>
  )
}
