import type { ReactElement } from 'react'
import { shortDayName } from '#contract/calendar.ts'
import { riskOverTime } from '#contract/surveillance/surveillance.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { DAYS_HEIGHT } from '#web/ui/charts/heights.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { type Days, riskSeries } from './risk-series.ts'

const RiskChart = lazily(
  async () => (await import('./RiskChart.tsx')).RiskChart,
  () => DAYS_HEIGHT,
)

export const useRiskOverTime = () => useRead(riskOverTime, { query: { days: 90 } })

/** How many brokers were flagged and suspended on the days of the last three months. */
export function RiskPanel(): ReactElement | null {
  const { data, error, refetch } = useRiskOverTime()
  return (
    <Panel title="Risk over time">
      {error && !data && (
        <ErrorState title="The chart could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <div className="h-72" />}
      {data?.length === 0 && <p className="text-ink-soft">The first day appears with the first check.</p>}
      {data && data.length > 0 && (
        <ChartFigure label="Brokers flagged and suspended by day" note={noteOf(data)} table={tableOf(data)}>
          <RiskChart days={data} />
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
            {riskSeries.map(({ key, label, tone }) => (
              <li key={key} className="flex items-center gap-1.5">
                <span className="size-2.5 rounded-xs" style={{ background: `var(--bl-${tone})` }} />
                {label}
              </li>
            ))}
          </ul>
        </ChartFigure>
      )}
    </Panel>
  )
}

const openOf = ({ high, medium }: Days[number]): number => high + medium

function noteOf(days: Days): string {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return ''
  const now = `${formatNumber(openOf(last))} flagged and ${formatNumber(last.suspended)} suspended now`
  if (days.length === 1) return `${now}.`
  const before = `${formatNumber(openOf(first))} and ${formatNumber(first.suspended)} on ${shortDayName(first.day)}`
  return `${now}; ${before}.`
}

const tableOf = (days: Days) => ({
  columns: ['Day', ...riskSeries.map(({ label }) => label), 'All brokers'],
  rows: days.toReversed().map((day) => ({
    key: day.day,
    cells: [
      formatDate(day.day),
      ...riskSeries.map(({ key }) => formatNumber(Number(day[key]))),
      formatNumber(day.brokers),
    ],
  })),
})
