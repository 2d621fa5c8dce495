import type { ReactElement } from 'react'
import { criterionTerms } from '#contract/scoring/scorecards.ts'
import type { ScoreDetails } from '#contract/scoring/scoring.ts'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { waterfallHeight } from '#web/ui/charts/heights.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { figure, measureText } from '../score-labels.ts'

const Waterfall = lazily(
  async () => (await import('#web/ui/charts/WaterfallChart.tsx')).WaterfallChart,
  ({ rows }) => waterfallHeight(rows.length),
)

/** Points of each criterion, with the measured values. */
export function ScorePoints({
  score: { points, score, creditScoreScale },
}: {
  score: ScoreDetails
}): ReactElement {
  let from = 0
  const steps = points.map(({ criterion, contribution, weight }) => {
    const row = { label: criterionTerms[criterion].label, from, step: contribution, most: 100 * weight }
    from += contribution
    return row
  })
  return (
    <PanelSection title="Where the points come from">
      <ChartFigure
        label="Points by criterion"
        note={`The parts add up to ${figure(score.overallScore)} of 100${score.gates.length > 0 ? ', unless something above limits the score' : ''}. The grey end of a bar shows the points that this part could still add. With few loans, results move towards the average of all brokers.`}
        table={{
          columns: ['Criterion', 'Measured', 'Weighted', 'Points', 'Weight', 'Contribution'],
          rows: points.map(({ criterion, raw, adjusted, points: own, weight, contribution }) => ({
            key: criterion,
            cells: [
              criterionTerms[criterion].label,
              measureText(criterion, raw, creditScoreScale),
              measureText(
                criterion,
                criterion === 'totalLoans' ? adjusted : Math.round(adjusted * 10) / 10,
                creditScoreScale,
              ),
              figure(own),
              `${Math.round(100 * weight)}%`,
              figure(contribution),
            ],
          })),
        }}
      >
        <Waterfall rows={steps} most={100} />
      </ChartFigure>
    </PanelSection>
  )
}
