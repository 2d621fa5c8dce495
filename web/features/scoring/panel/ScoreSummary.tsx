import type { ReactElement } from 'react'
import { gateLabels, type ScoreDetails } from '#contract/scoring/scoring.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { TierBadge } from '../score-columns.tsx'
import { basisText, figure, monthText, rankText, suspendedText } from '../score-labels.ts'

const monthOfDay = (day: string): string => monthText(day.slice(0, 7))

/** 'May 2024 to July 2024': the window has whole months. */
function monthsText({ from, to }: { from: string; to: string }): string {
  const [first, last] = [monthOfDay(from), monthOfDay(to)]
  return first === last ? first : `${first} to ${last}`
}

/** The score in large, its tier, and the gates that cap it. */
export function ScoreSummary({ score: details }: { score: ScoreDetails }): ReactElement {
  const { broker, score, percentile, window, scorecard, override } = details
  return (
    <PanelSection title="Result">
      <div className="mb-3 flex flex-wrap items-baseline gap-3">
        <span className="text-2xl font-semibold tabular-nums">{figure(score.overallScore)}</span>
        <TierBadge score={score} />
        {score.manualOverride && <span className="text-ink-soft">calculated as {score.calculatedTier}</span>}
      </div>
      {broker.suspendedSince !== null && (
        <p className="mb-2 rounded-lg bg-red-soft px-3 py-2 text-red-ink">
          {suspendedText(broker.suspendedSince)}
          {!score.gates.includes('suspended') &&
            '. This month was calculated without the suspension; its score and tier stay as they were.'}
        </p>
      )}
      {score.gates.map((gate) => (
        <p key={gate} className="mb-2 rounded-lg bg-red-soft px-3 py-2 text-red-ink">
          {gateLabels[gate]}
        </p>
      ))}
      {override && (
        <p className="mb-2 rounded-lg bg-amber-soft px-3 py-2 text-amber-ink">
          {`Set to ${override.tier}${override.by ? ` by ${override.by}` : ''} until ${formatDate(override.expiresOn)}: ${override.reason}`}
        </p>
      )}
      {score.previous && (
        <p className="mb-2 rounded-lg bg-blue-soft px-3 py-2 text-blue-ink">
          {`Calculated again after loans came late: it was ${figure(score.previous.overallScore)}, ${score.previous.tier}.`}
        </p>
      )}
      <Facts
        facts={[
          { label: 'Based on', value: basisText(score) },
          percentile !== null && {
            label: 'Rank',
            value: rankText(percentile),
          },
          {
            label: 'Period',
            value: `Loans lodged ${monthsText(window)}; defaults since ${monthOfDay(window.defaultsFrom)}`,
          },
          {
            label: 'Tiers',
            value: `Reward from ${scorecard.rewardFrom}, Watchlist below ${scorecard.watchlistBelow} (scorecard version ${scorecard.version})`,
          },
        ]}
      />
    </PanelSection>
  )
}
