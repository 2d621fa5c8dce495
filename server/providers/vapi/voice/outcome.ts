// Decides how a call ended from Vapi's reason. It has more than six hundred, so they are told apart by rule.

import type { CallOutcome } from '#contract/calls.ts'
import { saidOfCall } from '../faults.ts'

export interface VapiEnd {
  endedReason: string
  /** The line was answered. */
  started: boolean
  /** The person chose something. */
  chose: boolean
}

/** Somebody spoke with the voice: Vapi names who ended it, or what did. */
const CONVERSATION =
  /^(customer-ended-call|assistant-ended-call|assistant-said-end-call-phrase|assistant-said-message-with-end-call|assistant-forwarded-call|exceeded-max-duration|silence-timed-out|call\.in-progress\.(twilio|sip|telnyx|vonage|provider)-completed-call)/
const NEVER_STARTED =
  /^(call\.start\.|assistant-(not|request|join)|license|call-start|vonage-|twilio-|phone-call-provider|call\.ringing\.error|no-server|unknown-error-start|.*failed-to-connect)/
const BROKEN =
  /error|fail|fault|died|crash|shutdown|not-found|not-valid|invalid|unavailable|^(pipeline|worker|vonage|twilio|assistant-(not|request|join)|call\.(start|ringing))/

/** How it ended, and one sentence where that needs one. */
export function outcomeOf({ endedReason, started, chose }: VapiEnd): {
  outcome: CallOutcome
  message: string | null
} {
  const reason = endedReason.toLowerCase()
  if (/voicemail/.test(reason)) return plain('voicemail')
  if (/customer-busy/.test(reason) || (!started && /-busy$/.test(reason))) return plain('busy')
  if (/did-not-answer/.test(reason) || (!started && /no-answer/.test(reason))) return plain('no_answer')
  if (/customer-(rejected|declined)/.test(reason)) return plain('declined')
  const said = saidOfCall(reason)
  if (!started && /misdialed|invalid-(phone-)?number|unallocated/.test(reason))
    return { outcome: 'invalid_number', message: said?.message ?? null }
  if (!started && /manually-canceled|cancell?ed/.test(reason)) return plain('cancelled')
  if (CONVERSATION.test(reason) || (started && reason.startsWith('call.forwarding.'))) return plain('human')
  if (started) return BROKEN.test(reason) && !chose ? brokenOff(reason) : plain('human')
  if (NEVER_STARTED.test(reason) || said)
    return {
      outcome: 'provider_fault',
      message: said?.message ?? `Vapi could not place the call${named(reason)}.`,
    }
  // it may have rung: nobody is called again on a guess
  return { outcome: 'unknown', message: `Vapi does not say whether anybody answered${named(reason)}.` }
}

const plain = (outcome: CallOutcome) => ({ outcome, message: null })

/** Somebody had answered: they are not called again by itself. */
function brokenOff(reason: string) {
  return { outcome: 'unknown', message: `The voice failed during the conversation${named(reason)}.` } as const
}

/** Vapi's reason, where it is one of its words. */
function named(reason: string): string {
  return /^[a-z0-9.-]{1,100}$/.test(reason) ? ` (${reason})` : ''
}
