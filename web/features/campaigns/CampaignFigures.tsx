import type { ReactElement } from 'react'
import { callResponses } from '#contract/calls/calls.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { costText, eachCost } from '#web/features/analytics/costs.ts'
import { usePlannedCount } from '#web/features/requested-calls/use-planned-count.ts'
import { countOf, formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { OutcomeBars } from '#web/ui/charts/OutcomeBars.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { campaignOutcomes } from './campaign-outcomes.ts'

/** Brokers, calls, response rate, meetings and cost of a campaign. */
export function CampaignFigures({ campaign }: { campaign: Campaign }): ReactElement {
  const { id, meetings, meetingsTarget, responseRate } = campaign
  const { enrolled, done, inFlight, waiting } = campaign.progress
  const calls = `/campaigns/${id}`
  const planned = usePlannedCount(id)
  return (
    <StatRow label="Progress">
      <StatCard
        label="Brokers finished"
        value={formatNumber(done)}
        note={[`of ${formatNumber(enrolled)} enrolled`, `${formatNumber(waiting)} waiting`, planned]
          .filter(Boolean)
          .join(', ')}
      />
      <StatCard
        label="Calls completed"
        value={formatNumber(campaign.callsCompleted)}
        to={`${calls}?status=completed#interactions`}
        note={`of ${formatNumber(campaign.totalCalls)} dials, ${formatNumber(inFlight)} in progress`}
      />
      <StatCard
        label="Response rate"
        value={formatPercent(responseRate)}
        to={`${calls}?response=any#interactions`}
        note={responseNote(campaign)}
      />
      <StatCard
        label="Meetings"
        value={formatNumber(meetings)}
        to={`/bookings?period=all&status=not_cancelled&test=false&campaignId=${id}`}
        note={meetingsTarget === null ? 'No target set' : `Target ${formatNumber(meetingsTarget)}`}
      />
      <StatCard label="Cost" value={costText(campaign.cost)} note={costNote(campaign)} />
    </StatRow>
  )
}

function responseNote({ results }: Campaign): string {
  const responses = callResponses.reduce((sum, response) => sum + results[response], 0)
  return countOf(responses, 'response')
}

/** The cost of a meeting; with several currencies nothing is divided. */
function costNote({ cost, meetings }: Campaign): string {
  const [only] = cost
  if (!only) return 'No charges were reported'
  if (cost.length > 1 || meetings === 0)
    return `for ${countOf(
      cost.reduce((sum, { calls }) => sum + calls, 0),
      'call',
    )}`
  return `${eachCost(only, meetings)} a meeting`
}

/** Results of a campaign's calls, and how many brokers are left. */
export function CampaignOutcome({ campaign }: { campaign: Campaign }): ReactElement {
  const { enrolled, done } = campaign.progress
  const outcomes = campaignOutcomes(campaign)
  const ended = outcomes.reduce((sum, { value }) => sum + value, 0)
  return (
    <Panel title="Outcomes">
      <div className="flex min-h-44 flex-col justify-between gap-5">
        {ended === 0 ? (
          <p className="text-ink-soft">Outcomes show here as soon as a call has ended.</p>
        ) : (
          <OutcomeBars outcomes={outcomes} noun="ended call" />
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
