// Decides which changes of a campaign are allowed and what they mean for its script version.

import type { CampaignChanges, CampaignStatus } from '#contract/campaigns.ts'
import { campaignTransitions, END_BEFORE_START } from '#contract/campaigns.ts'

/** Fields whose change makes a new script version: what a call says depends on them. */
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

/** True when what calls say differs between the two. */
export function saysSomethingElse(before: Versioned, after: Versioned): boolean {
  return versionedFields.some((field) => before[field] !== after[field])
}

/** The message per field that forbids this change, or null. @param before the stored campaign */
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
