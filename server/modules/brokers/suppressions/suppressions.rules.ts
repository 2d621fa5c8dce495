/** Decides which entries of the suppression list a person may take away. */
import type { suppressionSources } from '#contract/brokers.ts'

export type SuppressionSource = (typeof suppressionSources)[number]

/** What a broker asked for ends only by START or by an express consent on record. */
export const optOutSources = ['key', 'voice', 'sms_stop'] as const satisfies readonly SuppressionSource[]

export function isRemovable(source: SuppressionSource): boolean {
  return source === 'manual'
}

/** How the entry came about, for the list and the broker's timeline. */
export function optOutReason(source: 'key' | 'voice'): string {
  return source === 'key' ? 'Opted out in a call (pressed 4)' : 'Opted out in a call (by voice)'
}

/** An answer of the Do Not Call Register. */
export interface Wash {
  phone: string
  listed: boolean
  /** YYYY-MM-DD */
  washedOn: string
}
