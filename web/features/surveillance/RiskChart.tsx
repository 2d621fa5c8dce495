import type { ReactElement } from 'react'
import { DaysChart } from '#web/ui/charts/DaysChart.tsx'
import { type Days, riskSeries } from './risk-series.ts'

/** Apart, so that the library for charts is loaded when there is something to draw. */
export function RiskChart({ days }: { days: Days }): ReactElement {
  return <DaysChart rows={days} series={riskSeries} />
}
