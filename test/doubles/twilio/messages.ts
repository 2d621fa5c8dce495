// The messages of the loopback Twilio: a number's last digit decides the result of an SMS.

import type { Answer, Route, Seen } from '../double.ts'
import { ACCOUNT, route } from './answers.ts'
import { type Fields, formOf, refusal, type TwilioState } from './state.ts'

/** The result of an SMS: refused immediately with a code, or a series of reports. */
type Fate = { refused: number; words: string } | { reports: readonly { status: string; code?: number }[] }

const delivered: Fate = {
  reports: [{ status: 'queued' }, { status: 'sending' }, { status: 'sent' }, { status: 'delivered' }],
}
const undelivered = (code: number): Fate => ({
  reports: [{ status: 'queued' }, { status: 'sent' }, { status: 'undelivered', code }],
})

/**
 * By the last digit of the number written to; those that choose a link in a call (1 to 3) get their SMS.
 * 4 has replied STOP, 5 stays on its way, 6 is switched off, 7 is filtered, 8 is no number, 9 is a fixed line.
 */
const fates: Readonly<Record<string, Fate>> = {
  4: { refused: 21610, words: 'Attempt to send to unsubscribed recipient' },
  5: { reports: [{ status: 'queued' }, { status: 'sent' }] },
  6: undelivered(30003),
  7: { reports: [{ status: 'sent' }, { status: 'failed', code: 30007 }] },
  8: { refused: 21211, words: "Invalid 'To' Phone Number" },
  9: { refused: 21614, words: "'To' number is not a valid mobile number" },
}

export interface PlayedSms {
  sid: string
  to: string
  from: string | null
  messagingServiceSid: string | null
  body: string
  validityPeriod: number | null
  statusCallback: string | null
}

export interface MessagesPart {
  routes: Route[]
  /** Accepted ones, in order; refused ones are left out. */
  messages: PlayedSms[]
  /** The refusal of the next one, with any number. */
  refuseNext: Answer | null
}

export function messageRoutes(state: TwilioState): MessagesPart {
  const part: MessagesPart = {
    routes: [route('POST', `${ACCOUNT}/Messages\\.json`, (seen) => take(state, part, seen))],
    messages: [],
    refuseNext: null,
  }
  return part
}

function take(state: TwilioState, part: MessagesPart, seen: Seen): Answer {
  const wrong = shapeFault(state, seen)
  if (wrong) return wrong
  if (part.refuseNext) {
    const answer = part.refuseNext
    part.refuseNext = null
    return answer
  }
  const form = formOf(seen)
  const to = form.get('To') ?? ''
  const fate = fates[to.at(-1) ?? ''] ?? delivered
  if ('refused' in fate) return refusal(400, fate.refused, `${fate.words}: ${to}`)
  const sms = smsOf(form, state.sid('SM'))
  part.messages.push(sms)
  state.watch(report(state, sms, fate.reports))
  return { status: 201, body: resourceOf(state, sms) }
}

/** Refusals of the real API, and requests that reveal a fault of ours. */
function shapeFault({ accountSid }: TwilioState, seen: Seen): Answer | null {
  const form = formOf(seen)
  const has = (name: string): boolean => (form.get(name) ?? '') !== ''
  if (!seen.path.includes(`/Accounts/${accountSid}/`)) return refusal(404, 20404, 'No such account')
  if (!seen.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return refusal(400, 20001, 'Not a form')
  if (!has('To')) return refusal(400, 21604, "A 'To' phone number is required")
  if (!has('Body')) return refusal(400, 21602, 'Message body is required')
  if ([...(form.get('Body') ?? '')].length > 1600)
    return refusal(400, 21617, 'The body exceeds 1600 characters')
  if (has('From') === has('MessagingServiceSid'))
    return refusal(400, 21603, "A 'From' phone number is required")
  if (!/^\+[1-9]\d{6,14}$/.test(form.get('To') ?? '')) return refusal(400, 21211, "Invalid 'To' Phone Number")
  const validity = form.get('ValidityPeriod')
  if (validity !== null && !(Number(validity) >= 1 && Number(validity) <= 36_000))
    return refusal(400, 21623, 'ValidityPeriod is out of range')
  const unknown = [...form.keys()].filter((name) => !KNOWN.has(name))
  return unknown.length > 0 ? refusal(400, 20001, `Unknown parameters: ${unknown.join(', ')}`) : null
}

const KNOWN = new Set(['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback', 'ValidityPeriod'])

function smsOf(form: URLSearchParams, sid: string): PlayedSms {
  const validity = form.get('ValidityPeriod')
  return {
    ...{ sid, to: form.get('To') ?? '', from: form.get('From'), body: form.get('Body') ?? '' },
    messagingServiceSid: form.get('MessagingServiceSid'),
    validityPeriod: validity === null ? null : Number(validity),
    statusCallback: form.get('StatusCallback'),
  }
}

function resourceOf({ accountSid }: TwilioState, sms: PlayedSms): object {
  const { sid, to, from, body, messagingServiceSid } = sms
  return {
    ...{ sid, account_sid: accountSid, to, from, body, direction: 'outbound-api' },
    ...{ messaging_service_sid: messagingServiceSid, status: messagingServiceSid ? 'accepted' : 'queued' },
    ...{ num_media: '0', num_segments: '1', error_code: null, error_message: null, price: null },
    ...{ date_created: new Date().toUTCString(), date_sent: null, api_version: '2010-04-01' },
  }
}

async function report(
  state: TwilioState,
  sms: PlayedSms,
  reports: readonly { status: string; code?: number }[],
): Promise<void> {
  if (!sms.statusCallback) return
  for (const { status, code } of reports) {
    const fields: Fields = {
      ...{ MessageSid: sms.sid, SmsSid: sms.sid, MessageStatus: status, SmsStatus: status },
      ...{ To: sms.to, From: sms.from ?? '' },
      ...(sms.messagingServiceSid && { MessagingServiceSid: sms.messagingServiceSid }),
      ...(code && { ErrorCode: String(code), ErrorMessage: 'as Twilio words it' }),
    }
    await state.post(sms.statusCallback, fields)
  }
}
