import type { SmsReport, VendorReply } from '../ports/vendors.ts'
import type { TwilioParts } from './parts.ts'
import type { Params } from './signature.ts'
import { failureSentence, isOptOut } from './sms-failures.ts'

/** An empty reply: Twilio itself answers STOP, START and HELP. */
const NO_REPLY: VendorReply = { status: 200, contentType: 'text/xml', body: '<Response/>' }
const NO_CONTENT: VendorReply = { status: 204, contentType: null, body: '' }

/** Twilio's message statuses in ours; all before `sent` mean that Twilio has accepted the message. */
const statuses: Readonly<Record<string, SmsReport['status']>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  // a read receipt, which some phones send
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Records an SMS sent to us, or the delivery status of one of ours. Anything else is ignored. */
export async function receiveSmsCallback(
  parts: TwilioParts,
  topic: 'sms' | 'sms-status',
  query: URLSearchParams,
  params: Params,
): Promise<VendorReply> {
  const ref = params.MessageSid || params.SmsSid
  if (topic === 'sms') {
    if (ref && params.From) await receive(parts, ref, params)
    return NO_REPLY
  }
  const status = statuses[(params.MessageStatus || params.SmsStatus || '').toLowerCase()]
  if (ref && status) await recordStatus(parts, { ref, status, attempt: query.get('message') }, params)
  return NO_CONTENT
}

async function receive({ hooks, now }: TwilioParts, ref: string, params: Params): Promise<void> {
  await hooks.receiveSms({
    ...{ provider: 'twilio', ref, from: params.From ?? '', to: params.To ?? '' },
    body: params.Body ?? '',
    optedOut: params.OptOutType?.toUpperCase() === 'STOP',
    at: now(),
  })
}

async function recordStatus(
  { hooks, now }: TwilioParts,
  report: Pick<SmsReport, 'ref' | 'status' | 'attempt'>,
  params: Params,
): Promise<void> {
  const code = /^\d{4,6}$/.test(params.ErrorCode ?? '') ? (params.ErrorCode ?? null) : null
  const failed = report.status === 'failed'
  await hooks.smsReport({
    ...report,
    provider: 'twilio',
    message: failed ? failureSentence(code) : null,
    optedOut: failed && isOptOut(code),
    at: now(),
  })
}
