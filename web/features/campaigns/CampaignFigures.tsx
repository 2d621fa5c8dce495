import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { countOf, formatCost, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { CampaignProgress } from './CampaignProgress.tsx'

/** Enrolment, calls, cost and progress of a campaign. */
export function CampaignFigures({ campaign }: { campaign: Campaign }): ReactElement {
  const { enrolled, done, inFlight, waiting } = campaign.progress
  // providers bill in different currencies; most campaigns have a single one
  const [mostCost, ...others] = campaign.cost.toSorted((a, b) => b.calls - a.calls)
  const calls = `/campaigns/${campaign.id}`
  return (
    <>
      <StatRow label="Progress">
        <StatCard label="Brokers enrolled" value={formatNumber(enrolled)} note="may be called" />
        <StatCard label="Finished" value={formatNumber(done)} note="reached, or no longer to be called" />
        <StatCard
          label="Waiting"
          value={formatNumber(waiting)}
          note={`${formatNumber(inFlight)} in a call now`}
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
      <Card>
        <CampaignProgress campaign={campaign} />
      </Card>
    </>
  )
}
