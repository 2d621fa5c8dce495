/** Decides which suppressions staff may remove. */
import type { suppressionSources } from '#contract/brokers/suppressions.ts'

export type SuppressionSource = (typeof suppressionSources)[number]

/** Ended by START or by recorded express consent; `voice` also by compliance, where the recording shows a misreading. `unclear`: on hold, as an SMS or words in a call may be an opt-out. */
export const optOutSources = [
  'key',
  'voice',
  'sms_stop',
  'unclear',
] as const satisfies readonly SuppressionSource[]

/** An opt-out from speech may have been misread: it is lifted with a reason. */
export function isRemovable(source: SuppressionSource): boolean {
  return source === 'manual' || source === 'unclear' || source === 'voice'
}

/** The reason of an opt-out, for the list and the broker's timeline. */
export function optOutReason(source: 'key' | 'voice'): string {
  return source === 'key' ? 'Opted out in a call (pressed 4)' : 'Opted out in a call (by voice)'
}

/** A result from the Do Not Call Register. */
export interface Wash {
  phone: string
  listed: boolean
  /** YYYY-MM-DD */
  washedOn: string
}
