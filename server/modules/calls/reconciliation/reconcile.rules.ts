// Decides what becomes of calls that nothing is heard of: whom to ask when, and when to give up. Never a new dial.

import type { CallLookup, VoiceEvent } from '#server/providers/ports/voice.ts'

/**
 * From the placing to the question it is milliseconds, with a pace about a second. A call that was not asked about
 * by then belongs to a process that is gone; ending it takes the licence to ask from it for good.
 */
export const NEVER_ASKED_MS = 60_000
/** A dispatched call that is silent for this long is asked about, and again after each such time. */
export const SILENT_MS = 60_000
/** A dispatched call that has not even a name with the provider is asked about sooner, once. */
export const UNNAMED_MS = 15_000
/** A vendor's list may lag: that it does not have a call is believed only so long after the dial. */
export const ABSENT_BELIEVED_MS = 3 * 60_000
/** A provider that cannot say is asked for this long. */
export const UNAVAILABLE_MS = 24 * 3_600_000
/** Longer than any call can last, on the provider's clock: the provider is asked to end it. */
export const LONGEST_CALL_MS = 15 * 60_000
/** By then it is closed even where the provider could not be asked to end it. */
export const HOPELESS_CALL_MS = 2 * 3_600_000
/** A call that ended without a price is asked about so long after its end, one after the other. */
export const PRICE_AFTER_MINUTES = [2, 10, 60, 24 * 60] as const
/** A recording that was announced and did not come is asked about from here on, … */
export const RECORDING_LATE_MS = 10 * 60_000
/** … and given up here. */
export const RECORDING_LOST_MS = 60 * 60_000

export const NEVER_ASKED = 'The server stopped before the provider was asked. Nobody was called.'

export type Verdict =
  | { kind: 'take'; providerCallId: string; from: string | null; events: VoiceEvent[] }
  | { kind: 'wait' }
  /** The provider still has the call after any call is over, and is to end it; then it is given up. */
  | { kind: 'end'; providerCallId: string; message: string }
  | { kind: 'give_up'; message: string }

export interface OpenCall {
  /** The provider knows every call from the moment it is asked to dial. */
  simulated: boolean
  /** Real milliseconds since the provider was asked to dial. */
  sinceDispatchMs: number
  /** Milliseconds of the provider's clock since then. */
  lastsMs: number
}

/** What to do with a call that has not ended after the provider was asked about it. */
export function afterLookup(lookup: CallLookup, call: OpenCall): Verdict {
  switch (lookup.kind) {
    case 'absent':
      return call.simulated || call.sinceDispatchMs >= ABSENT_BELIEVED_MS
        ? {
            kind: 'give_up',
            message: 'The provider has no such call; it is not known whether it was made.',
          }
        : { kind: 'wait' }
    case 'unavailable':
      return call.sinceDispatchMs < UNAVAILABLE_MS
        ? { kind: 'wait' }
        : { kind: 'give_up', message: 'For a day the provider could not say what happened to the call.' }
    case 'found': {
      const ended = lookup.events.some(({ kind }) => kind === 'ended')
      const message = 'The provider never reported how the call ended.'
      return !ended && call.lastsMs > LONGEST_CALL_MS
        ? { kind: 'end', providerCallId: lookup.providerCallId, message }
        : { kind: 'take', providerCallId: lookup.providerCallId, from: lookup.from, events: lookup.events }
    }
  }
}
