import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { brokerSummary } from '#contract/brokers/brokers.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'

/** The cards above the directory; each links to the list it counts. */
export function BrokerFigures(): ReactElement {
  const { data, isError } = useRead(brokerSummary)
  const figure = (value: number | undefined): string | undefined => {
    if (value === undefined) return isError ? formatNumber(null) : undefined
    return formatNumber(value)
  }
  const isPhone = useMediaQuery(PHONE)
  if (isPhone) {
    return (
      <dl aria-label="Broker figures" className="grid grid-cols-3 rounded-lg border border-line bg-surface">
        <Short label="Total Brokers" value={figure(data?.total)} to="/brokers" />
        <Short
          label="Active This Week"
          value={figure(data?.activeThisWeek)}
          to="/brokers?createdWithinDays=7"
        />
        <Short label="Accredited" value={figure(data?.accredited)} to="/brokers?status=Verified" />
      </dl>
    )
  }
  return (
    <StatRow label="Broker figures">
      <StatCard label="Total Brokers" value={figure(data?.total)} to="/brokers" note="In the directory" />
      <StatCard
        label="Active This Week"
        value={figure(data?.activeThisWeek)}
        to="/brokers?createdWithinDays=7"
        note="Added in the last 7 days"
      />
      <StatCard
        label="Accredited"
        value={figure(data?.accredited)}
        to="/brokers?status=Verified"
        note="With an ASIC number"
      />
    </StatRow>
  )
}

/** Two short lines for each figure, so that the list is visible on a phone without scrolling. */
function Short({ label, value, to }: { label: string; value: string | undefined; to: string }): ReactElement {
  return (
    <div className="relative min-w-0 px-3 py-2">
      <dt className="text-[0.6875rem] whitespace-nowrap text-ink-soft">
        <Link to={to} className="after:absolute after:inset-0">
          {label}
        </Link>
      </dt>
      <dd className="tabular min-h-5 font-semibold">{value}</dd>
    </div>
  )
}
