import type { ReactElement } from 'react'
import { percentOf } from '#contract/percent.ts'
import type { Tier } from '#contract/scoring/scorecards.ts'
import type { scoringStats } from '#contract/scoring/scoring.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { figure } from './score-labels.ts'

/** The cards above the scores. */
export function ScoreFigures({ stats }: { stats: AnswerOf<typeof scoringStats> | undefined }): ReactElement {
  const share = (count: number): string =>
    stats && stats.totalBrokers > 0 ? `${formatPercent(percentOf(count, stats.totalBrokers))} of brokers` : ''
  const listOf = (tier: Tier): { to?: string } =>
    stats?.month ? { to: `/scoring?month=${stats.month}&tier=${tier}` } : {}
  return (
    <StatRow label="Scoring figures" compact>
      <StatCard
        label="Total Brokers"
        value={stats && formatNumber(stats.totalBrokers)}
        note={stats?.scorecardVersion ? `Scorecard version ${stats.scorecardVersion}` : 'No scores yet'}
      />
      <StatCard label="Average Score" value={stats && figure(stats.averageScore)} note="Out of 100" />
      <StatCard
        label="Reward Tier"
        {...listOf('Reward')}
        value={stats && formatNumber(stats.rewardTierCount)}
        note={share(stats?.rewardTierCount ?? 0)}
      />
      <StatCard
        label="Neutral Tier"
        {...listOf('Neutral')}
        value={stats && formatNumber(stats.neutralTierCount)}
        note={share(stats?.neutralTierCount ?? 0)}
      />
      <StatCard
        label="Watchlist Tier"
        {...listOf('Watchlist')}
        value={stats && formatNumber(stats.watchlistTierCount)}
        note={share(stats?.watchlistTierCount ?? 0)}
      />
    </StatRow>
  )
}
