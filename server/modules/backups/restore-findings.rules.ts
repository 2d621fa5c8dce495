// Decides when the calls since a snapshot count as known, so that a person may resume dialling.

import { vendorFacts, vendors } from '#contract/calls/vendors.ts'
import type { VendorRecovery } from '#server/modules/dialling/recovery/recover-calls.ts'

export interface RestoreFindings {
  vendors: VendorRecovery[]
  doubtfulCalls: number
  doubtfulMessages: number
}

/** A vendor's list may lag: a look counts only this long after the restore, which follows the last dial. */
export const LIST_LAG_MS = 3 * 60_000

export interface RestoreFacts {
  restoredAt: Date
  lookedAt: Date | null
  reconciledAt: Date | null
  vendors: readonly Pick<VendorRecovery, 'vendor' | 'problem'>[]
}

/** Whether a look at the vendors' lists shows every call since the snapshot. */
export const isComplete = (
  found: readonly VendorRecovery[],
  facts: { restoredAt: Date; startedAt: Date },
): boolean =>
  found.every(({ problem }) => problem === null) &&
  facts.startedAt.getTime() - facts.restoredAt.getTime() >= LIST_LAG_MS

/** The counts of a later look are added to those of earlier ones: it records only what they had not. */
export function addFindings(
  before: readonly VendorRecovery[],
  found: readonly VendorRecovery[],
): VendorRecovery[] {
  return found.map((now) => {
    const earlier = before.find(({ vendor }) => vendor === now.vendor)
    if (!earlier) return now
    return {
      ...now,
      listed: now.problem === null ? now.listed : earlier.listed,
      matched: earlier.matched + now.matched,
      added: earlier.added + now.added,
      held: earlier.held + now.held,
    }
  })
}

/** Why calls cannot be resumed; null: they can. */
export function whyNotResumed({ reconciledAt, lookedAt, vendors: found }: RestoreFacts): string | null {
  if (reconciledAt) return null
  if (!lookedAt) return 'The calls since the backup are being requested from the phone providers.'
  const [problem] = found.flatMap(({ vendor, problem }) => (problem ? `${labelOf(vendor)}: ${problem}` : []))
  if (problem) return `Not every phone provider has reported its calls since the backup. ${problem}`
  return 'The phone providers are checked once more three minutes after the restore, because new calls may not be in their lists yet.'
}

export function labelOf(vendor: string): string {
  const known = vendors.find((name) => name === vendor)
  return known ? vendorFacts[known].label : vendor
}
