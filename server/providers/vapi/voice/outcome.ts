// Decides a call's outcome from Vapi's end reason. There are more than six hundred, so patterns classify them.

import type { CallOutcome } from '#contract/calls/calls.ts'
import type { Answerer } from '#server/conversation/who-answered.ts'
import { messageForReason } from '../faults.ts'

export interface VapiEnd {
  endedReason: string
  /** Vapi set the call up; that alone does not prove an answer. */
  started: boolean
  /** A party spoke, or chose by key. */
  hasSpeech: boolean
  /** The person chose something. */
  chose: boolean
  /** The answering party, where it is recognised; null: open. */
  answerer: Answerer | null
}

/** A conversation took place: the reason names its end. */
const CONVERSATION =
  /^(customer-ended-call|assistant-ended-call|assistant-known-end-call-phrase|assistant-known-message-with-end-call|assistant-forwarded-call|exceeded-max-duration|silence-timed-out|call\.in-progress\.(twilio|sip|telnyx|vonage|provider)-completed-call)/
/** The line was silent until Vapi or the assistant, which prompts twice, ended the call. */
const SILENT = /^(silence-timed-out|assistant-(ended-call|said-))/
const NEVER_STARTED =
  /^(call\.start\.|assistant-(not|request|join)|license|call-start|vonage-|twilio-|phone-call-provider|call\.ringing\.error|no-server|unknown-error-start|.*failed-to-connect)/
const BROKEN =
  /error|fail|fault|died|crash|shutdown|not-found|not-valid|invalid|unavailable|^(pipeline|worker|vonage|twilio|assistant-(not|request|join)|call\.(start|ringing))/

const outcomeOfMachine: Partial<Record<Answerer, CallOutcome>> = {
  screener: 'screened',
  carrier_challenge: 'screened',
  voicemail: 'voicemail',
  ivr: 'voicemail',
}

/** The outcome, and one sentence where it needs explaining. */
export function outcomeOf({ endedReason, started, hasSpeech, chose, answerer }: VapiEnd): {
  outcome: CallOutcome
  message: string | null
} {
  const reason = endedReason.toLowerCase()
  const withoutPerson = answerer && outcomeOfMachine[answerer]
  if (/voicemail/.test(reason)) return withoutMessage(withoutPerson ?? 'voicemail')
  if (/customer-busy/.test(reason) || (!started && /-busy$/.test(reason))) return withoutMessage('busy')
  if (/did-not-answer/.test(reason) || (!started && /no-answer/.test(reason)))
    return withoutMessage('no_answer')
  if (/customer-(rejected|declined)/.test(reason)) return withoutMessage('declined')
  const known = messageForReason(reason)
  if (!started && /misdialed|invalid-(phone-)?number|unallocated/.test(reason))
    return { outcome: 'invalid_number', message: known?.message ?? null }
  if (!hasSpeech && /manually-canceled|cancell?ed/.test(reason)) return withoutMessage('cancelled')
  if (started && withoutPerson) return withoutMessage(withoutPerson)
  const isSilent = SILENT.test(reason) || (answerer === 'silence' && CONVERSATION.test(reason))
  if (started && !hasSpeech && isSilent) return withoutMessage('silent')
  if (CONVERSATION.test(reason) || (started && reason.startsWith('call.forwarding.')))
    return withoutMessage('human')
  if (started && hasSpeech)
    return BROKEN.test(reason) && !chose ? voiceFailed(reason) : withoutMessage('human')
  if (started && BROKEN.test(reason)) return voiceFailed(reason)
  if (NEVER_STARTED.test(reason) || known)
    return {
      outcome: 'provider_fault',
      message: known?.message ?? `Vapi could not place the call${inBrackets(reason)}.`,
    }
  // the phone may have rung: no second call on a guess
  return { outcome: 'unknown', message: `Vapi does not say whether anybody answered${inBrackets(reason)}.` }
}

const withoutMessage = (outcome: CallOutcome) => ({ outcome, message: null })

/** A person had answered, so they are not called again automatically. */
function voiceFailed(reason: string) {
  return {
    outcome: 'unknown',
    message: `The voice failed during the conversation${inBrackets(reason)}.`,
  } as const
}

/** Vapi's reason, if it looks like one of its codes. */
function inBrackets(reason: string): string {
  return /^[a-z0-9.-]{1,100}$/.test(reason) ? ` (${reason})` : ''
}
