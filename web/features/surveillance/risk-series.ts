import type { riskOverTime } from '#contract/surveillance/surveillance.ts'
import type { AnswerOf } from '#web/api/call.ts'
import type { Series } from '#web/ui/charts/series.ts'

export type Days = AnswerOf<typeof riskOverTime>

export const riskSeries: readonly Series<Days[number]>[] = [
  { key: 'suspended', label: 'Suspended', tone: 'grey' },
  { key: 'high', label: 'Flagged, high risk', tone: 'red' },
  { key: 'medium', label: 'Flagged, medium risk', tone: 'amber' },
]
