import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { usePlannedCount } from '#web/features/requested-calls/use-planned-count.ts'
import { countOf, formatCost, formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { OutcomeBar } from '#web/ui/charts/OutcomeBar.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { campaignOutcomes } from './campaign-outcomes.ts'

/** Enrolment, calls and cost of a campaign. */
export function CampaignFigures({ campaign }: { campaign: Campaign }): ReactElement {
  const { enrolled, done, inFlight, waiting } = campaign.progress
  // providers bill in different currencies; most campaigns have a single one
  const [mostCost, ...others] = campaign.cost.toSorted((a, b) => b.calls - a.calls)
  const calls = `/campaigns/${campaign.id}`
  const planned = usePlannedCount(campaign.id)
  return (
    <StatRow label="Progress">
      <StatCard label="Brokers enrolled" value={formatNumber(enrolled)} note="may be called" />
      <StatCard label="Finished" value={formatNumber(done)} note="reached, or no longer to be called" />
      <StatCard
        label="Waiting"
        value={formatNumber(waiting)}
        note={[`${formatNumber(inFlight)} in a call now`, planned].filter(Boolean).join(', ')}
      />
      <StatCard
        label="Calls completed"
        value={formatNumber(campaign.callsCompleted)}
        to={`${calls}?status=completed#interactions`}
        note={`of ${formatNumber(campaign.totalCalls)} dials`}
      />
      {mostCost && (
        <StatCard
          label="Cost"
          value={formatCost(mostCost.amount, mostCost.currency)}
          note={[
            `for ${countOf(mostCost.calls, 'call')}`,
            ...others.map(({ amount, currency }) => formatCost(amount, currency)),
          ].join(', and ')}
        />
      )}
    </StatRow>
  )
}

/** Results of a campaign's calls, and how many brokers are left. */
export function CampaignOutcome({ campaign }: { campaign: Campaign }): ReactElement {
  const { enrolled, done } = campaign.progress
  const outcomes = campaignOutcomes(campaign)
  const ended = outcomes.reduce((sum, { value }) => sum + value, 0)
  return (
    <Panel title="What the calls led to">
      <div className="flex min-h-44 flex-col justify-between gap-5">
        {ended === 0 ? (
          <p className="text-ink-soft">What brokers choose shows here as soon as a call has ended.</p>
        ) : (
          <OutcomeBar outcomes={outcomes} noun="ended call" legend />
        )}
        {enrolled > 0 && (
          <Progress
            label="Finished"
            value={done}
            max={enrolled}
            text={`${formatNumber(done)} of ${formatNumber(enrolled)} brokers`}
            tone={done < enrolled ? 'primary' : 'grey'}
          />
        )}
      </div>
    </Panel>
  )
}
