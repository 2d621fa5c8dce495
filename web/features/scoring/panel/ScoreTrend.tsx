import type { ReactElement } from 'react'
import type { ScoreDetails } from '#contract/scoring/scoring.ts'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { TREND_HEIGHT } from '#web/ui/charts/heights.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { figure, monthText, shortMonth } from '../score-labels.ts'

const Trend = lazily(
  async () => (await import('#web/ui/charts/TrendChart.tsx')).TrendChart,
  () => TREND_HEIGHT,
)

/** The score over the months. */
export function ScoreTrend({
  score: { trend, scorecard },
}: {
  score: Pick<ScoreDetails, 'trend' | 'scorecard'>
}): ReactElement | null {
  if (trend.length < 2) return null
  return (
    <PanelSection title="Over the months">
      <ChartFigure
        label="Score by month"
        note="Scores go from 0 to 100; the chart shows the part of the scale in use."
        table={{
          columns: ['Month', 'Score', 'Tier'],
          rows: trend.map(({ month, overallScore, tier }) => ({
            key: month,
            cells: [monthText(month), figure(overallScore), tier],
          })),
        }}
      >
        <Trend
          rows={trend.map(({ month, overallScore }) => ({ label: shortMonth(month), value: overallScore }))}
          name="Score"
          marks={[
            { value: scorecard.rewardFrom, label: ['Reward', `from ${scorecard.rewardFrom}`] },
            { value: scorecard.watchlistBelow, label: ['Watchlist', `below ${scorecard.watchlistBelow}`] },
          ]}
        />
      </ChartFigure>
    </PanelSection>
  )
}
