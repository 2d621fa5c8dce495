import { Printer } from 'lucide-react'
import type { ReactElement } from 'react'
import { SYDNEY } from '#contract/calendar.ts'
import { analyticsAnnotations, analyticsSummary } from '#contract/dashboard/analytics.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { useCampaignOptions } from '#web/features/calls/use-campaign-options.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Below } from '#web/ui/Below.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Later } from '#web/ui/Later.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AnalyticsFigures } from './AnalyticsFigures.tsx'
import { AnalyticsFilterBar } from './AnalyticsFilterBar.tsx'
import { analyticsFilters, dimensionOf, periodText, type Scope, scopeOf } from './analytics-filters.ts'
import { DaysPanel } from './DaysPanel.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { QualityPanel } from './QualityPanel.tsx'
import { ResponsePanel } from './ResponsePanel.tsx'
import { WeeklyReportSwitch } from './WeeklyReportSwitch.tsx'

/** Below the first screen, and heavy with its tables. */
const AnalyticsDetails = lazily(async () => (await import('./AnalyticsDetails.tsx')).AnalyticsDetails)

/** Interval of the check for a new day. */
const LOOK_AGAIN_MS = 60_000
const lookAgain = (): number => LOOK_AGAIN_MS

/** The figures of a period, with charts and details. */
export function AnalyticsPage(): ReactElement {
  const [filters, setFilters] = useUrlState(analyticsFilters)
  const now = useNow(lookAgain)
  const scope = scopeOf(filters, now)
  const { campaignId, region } = scope
  const campaigns = useCampaignOptions(true, campaignId === undefined ? '' : String(campaignId))
  const summary = useRead(analyticsSummary, { query: scope }, { keep: true })
  const notes = useRead(analyticsAnnotations, { query: scope }, { keep: true })
  const isGone = isCampaignGone(scope, summary.error)
  const campaign = campaigns.find(({ value }) => value === String(campaignId ?? ''))?.label
  return (
    <div className="print-wide">
      <PageHeader
        title="Analytics"
        subtitle={
          <>
            {`${periodText(scope)}, Sydney time, compared with the period before`}
            <span className="hidden print:block">
              {`${campaign}, ${region ?? 'All Regions'}. Made ${formatDateTime(now, { timeZone: SYDNEY, now })}.`}
            </span>
          </>
        }
        actions={
          <div className="flex min-h-8 items-center print:hidden">
            <WeeklyReportSwitch label="Email me these figures every Monday" />
          </div>
        }
      />
      <div className="mb-4 flex items-center justify-between gap-2 print:hidden">
        <AnalyticsFilterBar filters={filters} onChange={setFilters} campaigns={campaigns} />
        <Button icon={Printer} className="max-md:h-11" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {isGone ? (
        <Card>
          <EmptyState
            title="Campaign not found"
            action={<Button onClick={() => setFilters({ campaignId: '' })}>Show all campaigns</Button>}
          >
            It was deleted, or the address is mistyped.
          </EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-4">
          <Summary read={summary} notes={notes} scope={scope} />
          <Below isReady={!summary.isPending && !notes.isPending}>
            <Later className="min-h-screen">
              <AnalyticsDetails
                scope={scope}
                by={dimensionOf(filters.by)}
                onDimension={(by) => setFilters({ by })}
              />
            </Later>
          </Below>
        </div>
      )}
    </div>
  )
}

const isCampaignGone = ({ campaignId }: Scope, error: unknown): boolean =>
  campaignId !== undefined && error instanceof ApiError && error.status === 404

interface SummaryProps {
  read: ReturnType<typeof useRead<typeof analyticsSummary>>
  /** Rendered among the figures, which do not wait for them: without them if the request failed. */
  notes: ReturnType<typeof useRead<typeof analyticsAnnotations>>
  scope: Scope
}

function Summary({
  read: { data, error, refetch, isPlaceholderData },
  notes,
  scope,
}: SummaryProps): ReactElement {
  if (error && !data) {
    return (
      <Card>
        <ErrorState title="The figures could not be loaded." error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <div
      aria-busy={isPlaceholderData || undefined}
      className={isPlaceholderData ? 'flex flex-col gap-4 opacity-60' : 'flex flex-col gap-4'}
    >
      <AnalyticsFigures totals={data} scope={scope} />
      {data && !notes.isPending ? (
        <Summarised summary={data} notes={notes.data ?? []} scope={scope} />
      ) : (
        <Loading text="Loading analytics...">
          <Skeleton className="h-72" />
        </Loading>
      )}
    </div>
  )
}

interface SummarisedProps {
  summary: AnswerOf<typeof analyticsSummary>
  notes: AnswerOf<typeof analyticsAnnotations>
  scope: Scope
}

function Summarised({
  summary: { current, days, funnel, branches },
  notes,
  scope,
}: SummarisedProps): ReactElement {
  return (
    <>
      <DaysPanel days={days} notes={notes} scope={scope} />
      <div className="grid gap-4 lg:grid-cols-2 print:grid-cols-2">
        <ResponsePanel totals={current} scope={scope} />
        <QualityPanel totals={current} scope={scope} />
      </div>
      <FunnelPanel funnel={funnel} branches={branches} scope={scope} />
    </>
  )
}
