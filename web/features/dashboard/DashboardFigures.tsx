import type { ReactElement } from 'react'
import { dashboardStats } from '#contract/dashboard.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'

/** The four figures; each links to the list it counts. */
export function DashboardFigures(): ReactElement {
  const { data, error, refetch } = useRead(dashboardStats)
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
        value={data && formatNumber(data.totalCalls)}
        change={data?.changes.totalCalls}
        to="/dashboard#interactions"
      />
      <StatCard
        label="Response Rate"
        value={data && formatPercent(data.responseRate)}
        change={data?.changes.responseRate}
        to="/dashboard?response=any#interactions"
      />
      <StatCard
        label="Meetings Booked"
        value={data && formatNumber(data.meetingsBooked)}
        change={data?.changes.meetingsBooked}
        to="/bookings?status=not_cancelled&period=all"
      />
      <StatCard
        label="Accreditations"
        value={data && formatNumber(data.accreditations)}
        change={data?.changes.accreditations}
        to="/brokers/applications?status=all"
      />
    </StatRow>
  )
}
