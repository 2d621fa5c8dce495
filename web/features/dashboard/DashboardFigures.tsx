import type { ReactElement } from 'react'
import { dashboardStats, dashboardTrends } from '#contract/dashboard/dashboard.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Sparkline } from '#web/ui/charts/Sparkline.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { type Trend, trendText } from './trend-text.ts'

/** The four figures with their trends; each links to the list it counts. */
export function DashboardFigures(): ReactElement {
  const { data, error, refetch } = useRead(dashboardStats)
  const trends = useRead(dashboardTrends).data
  const trend = (of: Trend): ReactElement | null =>
    trends ? <Sparkline values={trends.map((day) => day[of])} label={trendText(of, trends)} /> : null
  if (error && !data) {
    return (
      <Card>
        <ErrorState title="The figures could not be loaded." error={error} onRetry={() => void refetch()} />
      </Card>
    )
  }
  return (
    <StatRow label="Figures">
      <StatCard
        label="Total Calls Made"
        basis="All time, without test calls"
        value={data && formatNumber(data.totalCalls)}
        change={data?.changes.totalCalls}
        trend={trend('calls')}
        to="/dashboard#interactions"
      />
      <StatCard
        label="Response Rate"
        basis="All time, of ended calls"
        value={data && formatPercent(data.responseRate)}
        change={data?.changes.responseRate}
        trend={trend('responseRate')}
        to="/dashboard?response=any#interactions"
      />
      <StatCard
        label="Meetings Booked"
        basis="All time, from any source"
        value={data && formatNumber(data.meetingsBooked)}
        change={data?.changes.meetingsBooked}
        trend={trend('meetings')}
        to="/bookings?status=not_cancelled&test=false&period=all"
      />
      <StatCard
        label="Accreditations"
        basis="Applications, all time"
        value={data && formatNumber(data.accreditations)}
        change={data?.changes.accreditations}
        trend={trend('accreditations')}
        to="/brokers/applications?status=all"
      />
    </StatRow>
  )
}
