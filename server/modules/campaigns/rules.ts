// Decides which changes of a campaign are allowed and which need a new script version.

import type { Campaign, CampaignChanges, CampaignStatus } from '#contract/campaigns/campaigns.ts'
import { campaignTransitions, END_BEFORE_START } from '#contract/campaigns/campaigns.ts'

/** The fields that determine the words of calls; a change adds a script version. */
export const versionedFields = [
  'product',
  'rate',
  'rateType',
  'callScript',
  'aiPrompt',
  'aiPersonality',
  'aiInstructions',
] as const

type Versioned = { [Field in (typeof versionedFields)[number]]: unknown }

/** True when the change alters the words of calls. */
export function changesScript(before: Versioned, after: Versioned): boolean {
  return versionedFields.some((field) => before[field] !== after[field])
}

/** One message per field with a forbidden change, or null. @param before the stored campaign */
export function changeProblems(
  before: { status: CampaignStatus; callStartTime: string; callEndTime: string },
  changes: CampaignChanges,
): Record<string, string> | null {
  const start = changes.callStartTime ?? before.callStartTime
  const end = changes.callEndTime ?? before.callEndTime
  if (end <= start) return { callEndTime: END_BEFORE_START }
  if (changes.status && !campaignTransitions[before.status].includes(changes.status)) {
    return { status: `A ${before.status} campaign cannot become ${changes.status}.` }
  }
  return null
}

/** The results of ended dials, each counted once: they add up to all that ended. */
export function resultsOf(counted: {
  options: Pick<Campaign['results'], 'option_1' | 'option_2' | 'option_3' | 'option_4'>
  responded: number
  human: number
  /** Rang out, engaged, rejected, silent, a voicemail or a call screener. */
  unanswered: number
  ended: number
}): Campaign['results'] {
  const { options, responded, human, unanswered, ended } = counted
  const noChoice = Math.max(0, human - responded)
  return {
    ...options,
    ...{ noChoice, unanswered },
    failed: Math.max(0, ended - responded - noChoice - unanswered),
  }
}
