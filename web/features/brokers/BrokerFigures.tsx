import type { ReactElement } from 'react'
import { brokerSummary } from '#contract/brokers/brokers.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'

/** The cards above the directory; each links to the list it counts. */
export function BrokerFigures(): ReactElement {
  const { data, isError } = useRead(brokerSummary)
  const figure = (value: number | undefined): string | undefined => {
    if (value === undefined) return isError ? formatNumber(null) : undefined
    return formatNumber(value)
  }
  return (
    <StatRow label="Broker figures" compact>
      <StatCard label="Total Brokers" value={figure(data?.total)} to="/brokers" basis="In the directory" />
      <StatCard
        label="Active This Week"
        value={figure(data?.activeThisWeek)}
        to="/brokers?createdWithinDays=7"
        basis="Added in 7 days"
      />
      <StatCard
        label="Accredited"
        value={figure(data?.accredited)}
        to="/brokers?status=Verified"
        basis="With ASIC no."
      />
    </StatRow>
  )
}
