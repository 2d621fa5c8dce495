import type { ReactElement } from 'react'
import type { scoringStats } from '#contract/scoring/scoring.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDecimal, formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import type { BarRow } from '#web/ui/charts/BarsChart.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { BARS_HEIGHT } from '#web/ui/charts/heights.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { tierTones } from './score-labels.ts'

const Bars = lazily(
  async () => (await import('#web/ui/charts/BarsChart.tsx')).BarsChart,
  () => BARS_HEIGHT,
)

type Stats = AnswerOf<typeof scoringStats>

/** By the bin's lowest score. */
const toneOf = (
  bin: number,
  { rewardFrom, watchlistBelow }: NonNullable<Stats['tierBounds']>,
): BarRow['tone'] => (bin * 10 >= rewardFrom ? 'green' : bin * 10 < watchlistBelow ? 'red' : 'blue')
const labelOf = (bin: number): string => (bin === 9 ? '90–100' : `${bin * 10}–${bin * 10 + 9}`)

/** How many brokers have which score. */
export function DistributionPanel({
  stats: { distribution, totalBrokers, averageScore, tierBounds },
}: {
  stats: Stats
}): ReactElement {
  const rows = distribution.map((value, bin) => ({
    ...{ label: labelOf(bin), value },
    tone: tierBounds ? toneOf(bin, tierBounds) : ('grey' as const),
  }))
  return (
    <Panel title="Distribution">
      {tierBounds && (
        <p className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
          <StatusDot tone={tierTones.Watchlist} label={`Watchlist: below ${tierBounds.watchlistBelow}`} />
          <StatusDot
            tone={tierTones.Neutral}
            label={`Neutral: ${tierBounds.watchlistBelow} to below ${tierBounds.rewardFrom}`}
          />
          <StatusDot tone={tierTones.Reward} label={`Reward: ${tierBounds.rewardFrom} and above`} />
        </p>
      )}
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
