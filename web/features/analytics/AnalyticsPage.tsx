import { Download, Printer } from 'lucide-react'
import type { ReactElement } from 'react'
import { analyticsAnnotations, analyticsSummary } from '#contract/analytics.ts'
import { shortDayName } from '#contract/calendar.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PeriodFields } from '#web/ui/PeriodFields.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { ActivityTimeline } from './ActivityTimeline.tsx'
import { AnalyticsFigures } from './AnalyticsFigures.tsx'
import { analyticsFilters, analyticsQuery, dimensionOf } from './analytics-filters.ts'
import { BreakdownPanel } from './BreakdownPanel.tsx'
import { DaysPanel } from './DaysPanel.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { HoursPanel } from './HoursPanel.tsx'
import { QualityPanel } from './QualityPanel.tsx'
import { ResponsePanel } from './ResponsePanel.tsx'
import { WeeklyReportSwitch } from './WeeklyReportSwitch.tsx'

type Summary = AnswerOf<typeof analyticsSummary>

/** Interval of the check for a new day. */
const LOOK_AGAIN_MS = 60_000
const lookAgain = (): number => LOOK_AGAIN_MS

/** What was counted in a period, and what it says. */
export function AnalyticsPage(): ReactElement {
  const [filters, setFilters] = useUrlState(analyticsFilters)
  const now = useNow(lookAgain)
  const { from, to } = analyticsQuery(filters, now)
  const period = { from, to }
  const { data, error, refetch, isPlaceholderData } = useRead(
    analyticsSummary,
    { query: period },
    { keep: true },
  )
  const notes = useRead(analyticsAnnotations, { query: period }, { keep: true })
  return (
    <>
      <PageHeader
        title="Analytics"
        subtitle={`${shortDayName(from, true)} to ${shortDayName(to, true)}, days in Sydney, beside as many days before`}
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <WeeklyReportSwitch label="Mail me these figures every Monday" />
            <PeriodFields filters={filters} onChange={setFilters} />
            <Button icon={Download} disabled={!data} onClick={() => data && exportDays(data)}>
              Export CSV
            </Button>
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </div>
        }
      />
      <div className="flex flex-col gap-4">
        {error && !data ? (
          <Card>
            <ErrorState
              title="The figures could not be loaded."
              error={error}
              onRetry={() => void refetch()}
            />
          </Card>
        ) : (
          <div className={isPlaceholderData ? 'flex flex-col gap-4 opacity-60' : 'flex flex-col gap-4'}>
            <AnalyticsFigures totals={data} period={period} />
            {data ? (
              <Summarised summary={data} notes={notes.data ?? []} />
            ) : (
              <Loading text="Loading analytics...">
                <Skeleton className="h-72" />
              </Loading>
            )}
          </div>
        )}
        <HoursPanel period={period} />
        <BreakdownPanel period={period} by={dimensionOf(filters.by)} onChange={(by) => setFilters({ by })} />
        <ActivityTimeline />
      </div>
    </>
  )
}

interface SummarisedProps {
  summary: Summary
  notes: AnswerOf<typeof analyticsAnnotations>
}

function Summarised({ summary: { current, days, funnel, period }, notes }: SummarisedProps): ReactElement {
  return (
    <>
      <DaysPanel days={days} notes={notes} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ResponsePanel totals={current} period={period} />
        <QualityPanel totals={current} />
      </div>
      <FunnelPanel funnel={funnel} />
    </>
  )
}

function exportDays({ period: { from, to }, days }: Summary): void {
  downloadCsv(`calls-by-day-${from}-${to}.csv`, [
    ['day', 'calls', 'answered', 'responses', 'meetings', 'accreditations'],
    ...days.map(({ day, calls, reached, responses, meetings, applications }) => [
      ...[day, calls, reached, responses, meetings, applications],
    ]),
  ])
}
