import type { ReactElement } from 'react'
import type { scoringStats } from '#contract/scoring/scoring.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDecimal, formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import type { BarRow } from '#web/ui/charts/BarsChart.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { BARS_HEIGHT } from '#web/ui/charts/heights.ts'
import { lazily } from '#web/ui/lazily.tsx'

const Bars = lazily(
  async () => (await import('#web/ui/charts/BarsChart.tsx')).BarsChart,
  () => BARS_HEIGHT,
)

const REWARD_BIN = 8
const WATCHLIST_BINS = 6

const toneOf = (bin: number): BarRow['tone'] =>
  bin >= REWARD_BIN ? 'green' : bin < WATCHLIST_BINS ? 'red' : 'blue'
const labelOf = (bin: number): string => (bin === 9 ? '90–100' : `${bin * 10}–${bin * 10 + 9}`)

/** How many brokers have which score. */
export function DistributionPanel({
  stats: { distribution, totalBrokers, averageScore },
}: {
  stats: AnswerOf<typeof scoringStats>
}): ReactElement {
  const rows = distribution.map((value, bin) => ({ label: labelOf(bin), value, tone: toneOf(bin) }))
  return (
    <Panel title="Distribution">
      <ChartFigure
        label="Brokers by score"
        note={`${formatNumber(totalBrokers)} brokers, ${averageScore === null ? 'no' : formatDecimal(averageScore)} points on average.`}
        table={{
          columns: ['Score', 'Brokers'],
          rows: rows.map(({ label, value }) => ({ key: label, cells: [label, formatNumber(value)] })),
        }}
      >
        <Bars rows={rows} noun="Brokers" title={(label) => `Score ${label}`} />
      </ChartFigure>
    </Panel>
  )
}
