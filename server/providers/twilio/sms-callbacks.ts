import type { SmsReport, VendorReply } from '../ports/vendors.ts'
import type { TwilioParts } from './parts.ts'
import type { Params } from './signature.ts'
import { failureSentence, isOptOut } from './sms-failures.ts'

/** Nothing is written back: Twilio itself answers STOP, START and HELP. */
const SILENCE: VendorReply = { status: 200, contentType: 'text/xml', body: '<Response/>' }
const NOTED: VendorReply = { status: 204, contentType: null, body: '' }

/** What Twilio calls a message's states; those before it is on its way say that Twilio has it. */
const statuses: Readonly<Record<string, SmsReport['status']>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  // the person has opened it, as some phones tell
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Takes in an SMS that somebody sent us, or what became of one of ours. What is no SMS has no effect. */
export async function receiveSmsCallback(
  parts: TwilioParts,
  topic: 'sms' | 'sms-status',
  query: URLSearchParams,
  params: Params,
): Promise<VendorReply> {
  const ref = params.MessageSid || params.SmsSid
  if (topic === 'sms') {
    if (ref && params.From) await receive(parts, ref, params)
    return SILENCE
  }
  const status = statuses[(params.MessageStatus || params.SmsStatus || '').toLowerCase()]
  if (ref && status) await report(parts, { ref, status, attempt: query.get('message') }, params)
  return NOTED
}

async function receive({ hooks, now }: TwilioParts, ref: string, params: Params): Promise<void> {
  await hooks.receiveSms({
    ...{ provider: 'twilio', ref, from: params.From ?? '', to: params.To ?? '' },
    body: params.Body ?? '',
    optedOut: params.OptOutType?.toUpperCase() === 'STOP',
    at: now(),
  })
}

async function report(
  { hooks, now }: TwilioParts,
  told: Pick<SmsReport, 'ref' | 'status' | 'attempt'>,
  params: Params,
): Promise<void> {
  const code = /^\d{4,6}$/.test(params.ErrorCode ?? '') ? (params.ErrorCode ?? null) : null
  const failed = told.status === 'failed'
  await hooks.smsReport({
    ...told,
    provider: 'twilio',
    message: failed ? failureSentence(code) : null,
    optedOut: failed && isOptOut(code),
    at: now(),
  })
}
