import type { ReactElement } from 'react'
import { DaysChart } from '#web/ui/charts/DaysChart.tsx'
import { type Days, riskSeries } from './risk-series.ts'

/** Separate, so that the library for charts is loaded only when a chart is shown. */
export function RiskChart({ days }: { days: Days }): ReactElement {
  return <DaysChart rows={days} series={riskSeries} />
}
