import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { OutcomeBar } from '#web/ui/charts/OutcomeBar.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { campaignOutcomes } from './campaign-outcomes.ts'
import { activityOf, type CampaignActivity, paceText, stateSentence } from './campaign-state.ts'
import { useCallingNow } from './use-calling-clock.ts'

const tones: Record<CampaignActivity, Tone> = {
  new: 'grey',
  calling: 'green',
  waiting: 'blue',
  paused: 'amber',
  idle: 'grey',
  finished: 'grey',
}

interface StateLineProps {
  campaign: Campaign
  /** In a table the line wraps, and another column shows the pace. */
  isInTable?: boolean
}

/** The activity of a campaign, in one line where there is room for it. */
export function StateLine({ campaign, isInTable = false }: StateLineProps): ReactElement {
  const now = useCallingNow()
  const activity = activityOf(campaign, now)
  const sentence = stateSentence(campaign, now)
  const { inFlight } = campaign.progress
  const more = [
    inFlight > 0 && `${formatNumber(inFlight)} live`,
    !isInTable && activity === 'calling' && paceText(campaign),
  ].filter((part) => part !== false && part !== null)
  return (
    <p className="flex min-h-4 min-w-0 items-center gap-1.5 text-xs text-ink-soft">
      <StatusDot tone={tones[activity]} label={sentence} hideLabel active={activity === 'calling'} />
      <span aria-hidden className={isInTable ? undefined : 'sm:truncate'} title={sentence}>
        <span className="font-medium text-ink">{sentence}</span>
        {more.length > 0 && (
          <>
            {' · '}
            <LiveValue value={more.join(' · ')} />
          </>
        )}
      </span>
    </p>
  )
}

interface CampaignStateProps {
  campaign: Campaign
  /** Names the parts of the bar below it. */
  legend?: boolean
}

/** Results of a campaign's calls, and its activity. A bar without any enrolled broker would show nothing. */
export function CampaignState({ campaign, legend = false }: CampaignStateProps): ReactElement {
  return (
    <div className="flex flex-col gap-2">
      {campaign.progress.enrolled > 0 && (
        <OutcomeBar outcomes={campaignOutcomes(campaign)} noun="ended call" legend={legend} />
      )}
      <StateLine campaign={campaign} />
    </div>
  )
}
