// Decides which changes of a campaign are allowed and which need a new script version.

import type { CampaignChanges, CampaignStatus } from '#contract/campaigns.ts'
import { campaignTransitions, END_BEFORE_START } from '#contract/campaigns.ts'

/** The fields that determine what calls say; a change adds a script version. */
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

/** True when the change alters what calls say. */
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
