// Decides what becomes of calls that nothing is heard of: whom to ask when, and when to give up. Never a new dial.

import type { CallLookup, VoiceEvent } from '#server/providers/voice/port.ts'

/**
 * From the placing to the question it is milliseconds, with a pace about a second. A call that was not asked about
 * by then belongs to a process that is gone; ending it takes the licence to ask from it for good.
 */
export const NEVER_ASKED_MS = 60_000
/** A dispatched call that is silent for this long is asked about, and again after each such time. */
export const SILENT_MS = 60_000
/** A provider that cannot say is asked for this long. */
export const UNAVAILABLE_MS = 24 * 3_600_000
/** Longer than any call can last, on the provider's clock. */
export const LONGEST_CALL_MS = 2 * 3_600_000
/** A recording that was announced and did not come is asked about from here on, … */
export const RECORDING_LATE_MS = 10 * 60_000
/** … and given up here. */
export const RECORDING_LOST_MS = 60 * 60_000

export const NEVER_ASKED = 'The server stopped before the provider was asked. Nobody was called.'

export type Verdict =
  | { kind: 'take'; providerCallId: string; from: string | null; events: VoiceEvent[] }
  | { kind: 'wait' }
  /** `end`: the provider still has the call and is to end it first. */
  | { kind: 'give_up'; end: boolean; message: string }

export interface OpenCall {
  /** Real milliseconds since the provider was asked to dial. */
  sinceDispatchMs: number
  /** Milliseconds of the provider's clock since then. */
  lastsMs: number
}

/** What to do with a call that has not ended after the provider was asked about it. */
export function afterLookup(lookup: CallLookup, call: OpenCall): Verdict {
  switch (lookup.kind) {
    case 'absent':
      return {
        kind: 'give_up',
        end: false,
        message: 'The provider has no such call; it is not known whether it was made.',
      }
    case 'unavailable':
      return call.sinceDispatchMs < UNAVAILABLE_MS
        ? { kind: 'wait' }
        : {
            kind: 'give_up',
            end: false,
            message: 'The provider could not say for a day what became of the call.',
          }
    case 'found': {
      const ended = lookup.events.some(({ kind }) => kind === 'ended')
      return !ended && call.lastsMs > LONGEST_CALL_MS
        ? { kind: 'give_up', end: true, message: 'The provider never told how the call ended.' }
        : { kind: 'take', providerCallId: lookup.providerCallId, from: lookup.from, events: lookup.events }
    }
  }
}
