import type { ReactElement } from 'react'
import type { riskOverTime } from '#contract/surveillance.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { DaysChart } from '#web/ui/charts/DaysChart.tsx'
import { riskSeries } from './RiskPanel.tsx'

/** Apart, so that the library for charts is loaded when there is something to draw. */
export function RiskChart({ days }: { days: AnswerOf<typeof riskOverTime> }): ReactElement {
  return <DaysChart rows={days} series={riskSeries} />
}
