// Transfers a caller of one of our numbers to the desk: its owner hears an introduction and presses 1 to accept.

import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import type { TwilioTopic } from '#contract/calls/vendors.ts'
import type { InboundCall, VendorReply } from '../ports/vendors.ts'
import type { TwilioParts } from './parts.ts'
import type { Params } from './signature.ts'

export const VOICE = { voice: 'Polly.Olivia-Neural', language: 'en-AU' } as const
const RINGS_SECONDS = 20
/** Seconds to press a key after the sentence; a mailbox presses none. */
const KEY_SECONDS = 3
const TRANSFERRING = 'I am putting you through to a person. Please hold.'
const HOW_TO_ACCEPT = 'Press 1 to accept.'
/** Read by Twilio only, neither sent nor signed. Few, quick retries: the line is silent meanwhile. */
const RETRY_FRAGMENT = '#rc=2&rp=5xx,ct,rt&ct=2000&rt=6000'

/** @param action receives the end of the transfer */
export function dialDesk(
  parts: TwilioParts,
  { call, to, action }: { call: InboundCall; to: string; action: string },
): VendorReply {
  return twiml((response) => {
    response.say(VOICE, TRANSFERRING)
    const dial = response.dial({ action, method: 'POST', timeout: RINGS_SECONDS, answerOnBridge: true })
    const url = inboundAddress(parts, 'inbound-whisper', { caller: call.providerCallId })
    dial.number({ url, method: 'POST' }, to)
  })
}

/** The desk's phone was answered, perhaps by a mailbox. */
export async function whisperToDesk(parts: TwilioParts, query: URLSearchParams): Promise<VendorReply> {
  const caller = query.get('caller')
  if (!caller) return twiml((response) => response.hangup())
  const call = { provider: 'twilio', providerCallId: caller, from: null, to: null } as const
  const { introduction } = await parts.hooks.answerInbound(call)
  return twiml((response) => {
    const gather = response.gather({
      ...{ input: ['dtmf'], numDigits: 1, timeout: KEY_SECONDS, actionOnEmptyResult: true },
      ...{ action: inboundAddress(parts, 'inbound-whisper-key', { caller }), method: 'POST' },
    })
    for (const text of [introduction, HOW_TO_ACCEPT]) gather.say(VOICE, text)
  })
}

/** Without further instructions Twilio connects the two lines. */
export function answerOfDesk({ Digits }: Params): VendorReply {
  return twiml((response) => (Digits === '1' ? undefined : response.hangup()))
}

/** Whether the caller and a person have talked: a phone that was answered and not accepted was not connected. */
export const isTalk = ({ DialCallStatus, DialBridged }: Params): boolean =>
  (DialCallStatus === 'completed' || DialCallStatus === 'answered') && DialBridged !== 'false'

/** A callback address of a call to one of our numbers. */
export function inboundAddress(
  { publicUrl }: TwilioParts,
  topic: TwilioTopic,
  about: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(about).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `${publicUrl}/api/webhooks/twilio/${topic}?${query}${RETRY_FRAGMENT}`
}

export function twiml(write: (response: VoiceResponse) => unknown): VendorReply {
  const response = new VoiceResponse()
  write(response)
  return { status: 200, contentType: 'text/xml', body: response.toString() }
}
