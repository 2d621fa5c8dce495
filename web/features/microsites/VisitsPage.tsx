import type { ReactElement } from 'react'
import { daysBetween, shortDayName } from '#contract/calendar.ts'
import {
  type AttributionReport,
  attribution,
  attributionDimensions,
  listMicrosites,
} from '#contract/microsites/microsites.ts'
import { useRead } from '#web/api/use-read.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { AttributionTable } from './AttributionTable.tsx'
import { DayBars } from './DayBars.tsx'
import { barsOf } from './day-bars.ts'
import { VisitsFilterBar } from './VisitsFilterBar.tsx'
import { dimensionLabels, visitsFilters, visitsQuery } from './visits-filters.ts'

const crumbs = [{ label: 'Microsites', to: '/microsites' }]
const MOST = 1000
/** Interval of the check for a new day. */
const LOOK_AGAIN_MS = 60_000

/** Visits of the microsites with their source and outcome. */
export function VisitsPage(): ReactElement {
  const [filters, setFilters] = useUrlState(visitsFilters)
  const now = useNow(lookAgain)
  const query = visitsQuery(filters, now)
  const read = useRead(attribution, { query }, { keep: true })
  const microsites = useRead(listMicrosites, { query: { limit: MOST } })
  const chosen = microsites.data?.find(({ id }) => id === query.micrositeId)
  const report = read.data
  const isRefreshing = read.isPlaceholderData
  const retry = (): void => void read.refetch()
  return (
    <>
      <PageHeader
        title="Visits and attribution"
        crumbs={crumbs}
        subtitle={`${chosen ? chosen.title : 'All microsites'}, Sydney time`}
      />
      <div className="flex flex-col gap-4">
        <VisitsFilterBar filters={filters} onChange={setFilters} microsites={microsites.data ?? []} />
        <Figures report={report} isFailed={read.isError} />
        <Panel title="Visits">
          {report && (
            <div className={isRefreshing ? 'opacity-60 transition-opacity' : undefined}>
              <DayBars days={report.days} from={report.from} to={report.to} />
            </div>
          )}
          {!report && read.error && (
            <ErrorState title="The visits could not be loaded." error={read.error} onRetry={retry} />
          )}
          {!report && !read.error && (
            <Loading text="Loading visits...">
              <Skeleton className="h-44" />
            </Loading>
          )}
        </Panel>
        <Panel title="Attribution" flush>
          <div className="pt-1 [&_[role=tablist]]:mb-0 [&_[role=tablist]]:px-3">
            <Tabs
              label="Attribution by"
              value={query.by}
              onChange={(by) => setFilters({ by })}
              tabs={attributionDimensions.map((by) => ({
                value: by,
                label: dimensionLabels[by],
                content: (
                  <AttributionTable
                    by={by}
                    // rows of the previous tab would show under the wrong heading
                    report={report?.by === by ? report : undefined}
                    error={read.error}
                    onRetry={retry}
                    isRefreshing={isRefreshing}
                  />
                ),
              }))}
            />
          </div>
        </Panel>
        <p className="text-xs text-ink-soft">
          A booking or application counts for the page that led to it, or else for the last link its broker
          opened in the 30 days before. All others are left out, under every heading.
        </p>
      </div>
    </>
  )
}

function lookAgain(): number {
  return LOOK_AGAIN_MS
}

interface FiguresProps {
  report: AttributionReport | undefined
  isFailed: boolean
}

function Figures({ report, isFailed }: FiguresProps): ReactElement {
  const none = isFailed ? ABSENT : undefined
  const days = report ? barsOf(report.days, report.from, report.to) : null
  const best = report?.days.reduce<AttributionReport['days'][number] | null>(
    (former, day) => (day.visits > (former?.visits ?? 0) ? day : former),
    null,
  )
  const length = report && days ? daysIn(report) : 1
  return (
    <StatRow label="Figures of the period">
      <StatCard
        label="Visits"
        value={report ? formatNumber(report.visits) : none}
        note="Unique per visitor and hour"
      />
      <StatCard
        label="Visits a day"
        value={report ? formatNumber(Math.round((report.visits / length) * 10) / 10) : none}
        note={best ? `Most on ${shortDayName(best.date)}: ${formatNumber(best.visits)}` : 'On average'}
      />
      <StatCard
        label="Bookings"
        value={report ? formatNumber(report.bookings) : none}
        note="That visits led to"
      />
      <StatCard
        label="Applications"
        value={report ? formatNumber(report.applications) : none}
        note="That visits led to"
      />
    </StatRow>
  )
}

function daysIn({ from, to }: AttributionReport): number {
  return Math.max(1, daysBetween(from, to) + 1)
}
