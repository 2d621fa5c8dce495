import { memo, type ReactElement } from 'react'
import type { analyticsSummary } from '#contract/dashboard/analytics.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { BarsChart } from '#web/ui/charts/BarsChart.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { DayBarsChart } from '#web/ui/charts/DayBarsChart.tsx'
import type { HourCalls } from './call-times.ts'

interface DayChartProps {
  campaignId: number
  days: AnswerOf<typeof analyticsSummary>['days']
}

const series = [
  { key: 'reached', label: 'Reached', tone: 'green' },
  { key: 'others', label: 'Not reached', tone: 'grey' },
] as const

/** Calls of a campaign by day: reached and not reached. */
export const CampaignDays = memo(function CampaignDays({ campaignId, days }: DayChartProps): ReactElement {
  const rows = days.map(({ day, calls, reached }) => ({ day, reached, others: calls - reached }))
  return (
    <ChartFigure
      label="Calls by day"
      note={
        <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          By day, in Sydney
          {series.map(({ key, label, tone }) => (
            <span key={key} className="inline-flex items-center gap-1.5 text-xs">
              <span aria-hidden className="size-2.5 rounded-xs" style={{ background: `var(--bl-${tone})` }} />
              {label}
            </span>
          ))}
        </span>
      }
      table={{
        columns: ['Day', 'Calls', 'Reached'],
        rows: days
          .filter(({ calls }) => calls > 0)
          .map(({ day, calls, reached }) => ({
            key: day,
            to: `/campaigns/${campaignId}?from=${day}&to=${day}#interactions`,
            cells: [formatDate(day), formatNumber(calls), formatNumber(reached)],
          })),
      }}
    >
      <DayBarsChart rows={rows} series={series} />
    </ChartFigure>
  )
})

/** Calls of a campaign by the hour of the day. */
export const CampaignHours = memo(function CampaignHours({
  hours,
}: {
  hours: readonly HourCalls[]
}): ReactElement {
  return (
    <ChartFigure
      label="Calls by hour"
      note="By hour, broker’s local time"
      table={{
        columns: ['Hour', 'Calls', 'Reached'],
        rows: hours.map(({ label, calls, reached }) => ({
          key: label,
          cells: [label, formatNumber(calls), formatNumber(reached)],
        })),
      }}
    >
      <BarsChart
        rows={hours.map(({ label, calls }) => ({ label, value: calls, tone: 'primary' }))}
        noun="Calls"
      />
    </ChartFigure>
  )
})
