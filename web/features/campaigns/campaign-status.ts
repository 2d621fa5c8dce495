import { type Campaign, type CampaignStatus, campaignStatuses } from '#contract/campaigns/campaigns.ts'
import type { Tone } from '#web/ui/tone.ts'

export const campaignStatusLabels: Record<CampaignStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
}

const tones: Record<CampaignStatus, Tone> = { active: 'green', paused: 'amber', completed: 'blue' }

/** An unrecognised status reads 'Unknown'. */
export function campaignStatusLook(status: string): { label: string; tone: Tone } {
  const known = campaignStatuses.find((each) => each === status)
  return known
    ? { label: campaignStatusLabels[known], tone: tones[known] }
    : { label: 'Unknown', tone: 'grey' }
}

/** Why the campaign's Call button is disabled; null when it is enabled. */
export function callRefusal({ status }: Pick<Campaign, 'status'>): string | null {
  if (status === 'active') return null
  if (status === 'completed')
    return 'This campaign is completed. Press Start to make it active again, then Call.'
  return 'This campaign is paused. Press Start first, then Call.'
}

/** The action that moves a campaign on, by the same name on every screen. */
export type NextStep = 'Pause' | 'Start' | 'Call'

export function nextStepOf({ status, progress }: Pick<Campaign, 'status' | 'progress'>): NextStep {
  if (status !== 'active') return 'Start'
  return progress.waiting + progress.inFlight > 0 ? 'Pause' : 'Call'
}
