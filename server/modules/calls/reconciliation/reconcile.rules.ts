// Decides when silent calls are looked up with their provider and when they are closed. Never dials again.

import type { CallLookup, VoiceEvent } from '#server/providers/ports/voice.ts'

/**
 * Dispatch follows the placement within milliseconds, or about a second with a pace. A call that is not dispatched
 * by then belongs to a dead process; ending it means that no process can dispatch it later.
 */
export const NEVER_DISPATCHED_MS = 60_000
/** A dispatched call is looked up after this long without an event that changed it, and again after each such period. */
export const SILENT_MS = 60_000
/** A dispatched call without a provider id is looked up sooner, once. */
export const UNNAMED_MS = 15_000
/** A vendor's list may lag: the absence of a call counts only this long after the dial. */
export const ABSENCE_COUNTS_MS = 3 * 60_000
/** How long lookups continue while the provider is unavailable. */
export const UNAVAILABLE_MS = 24 * 3_600_000
/** Longer than any call can last, on the provider's clock; after it, the provider is requested to end the call. */
export const LONGEST_CALL_MS = 15 * 60_000
/** The same once a person was put through, as such calls may last longer: a little more than vendors allow. */
export const LONGEST_TRANSFER_MS = 4.25 * 3_600_000
/** After this long the call is closed even if the provider's end request fails. */
export const FORCE_CLOSE_MS = 2 * 3_600_000
/** When a finished call without a price is looked up, after its end. */
export const PRICE_AFTER_MINUTES = [2, 10, 60, 24 * 60] as const
/** An announced recording that has not arrived is looked up from then on. */
export const RECORDING_LATE_MS = 10 * 60_000
/** An announced recording that has not arrived by then counts as failed. */
export const RECORDING_LOST_MS = 60 * 60_000

export type Verdict =
  | { kind: 'record'; providerCallId: string; from: string | null; events: VoiceEvent[] }
  | { kind: 'wait' }
  /** The provider still reports the call after the longest possible duration: end it there, then close it here. */
  | { kind: 'end'; providerCallId: string; message: string }
  | { kind: 'close'; message: string }

export interface OpenCall {
  /** The simulator has every call from the moment of its dial. */
  simulated: boolean
  /** Real milliseconds since the dispatch. */
  sinceDispatchMs: number
  /** Milliseconds since the dispatch on the provider's clock. */
  lastsMs: number
  /** A person was put through. */
  transferred: boolean
}

/** The next step for an open call after a lookup. */
export function afterLookup(lookup: CallLookup, call: OpenCall): Verdict {
  switch (lookup.kind) {
    case 'absent':
      return call.simulated || call.sinceDispatchMs >= ABSENCE_COUNTS_MS
        ? {
            kind: 'close',
            message: 'The provider has no record of this call; it is not known whether it was made.',
          }
        : { kind: 'wait' }
    case 'unavailable':
      return call.sinceDispatchMs < UNAVAILABLE_MS
        ? { kind: 'wait' }
        : { kind: 'close', message: 'The provider could not report on this call for a day.' }
    case 'found': {
      const ended = lookup.events.some(({ kind }) => kind === 'ended')
      const message = 'The provider never reported how the call ended.'
      const longest = call.transferred ? LONGEST_TRANSFER_MS : LONGEST_CALL_MS
      return !ended && call.lastsMs > longest
        ? { kind: 'end', providerCallId: lookup.providerCallId, message }
        : { kind: 'record', providerCallId: lookup.providerCallId, from: lookup.from, events: lookup.events }
    }
  }
}
