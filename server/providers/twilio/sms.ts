import type { VendorFault } from '../live/fault.ts'
import type { OutgoingSms, Sender, SendResult } from '../ports/messaging.ts'
import { askTwilio } from './ask-twilio.ts'
import { TWILIO_TIMEOUT_SECONDS } from './client.ts'
import { aboutRequestAlone } from './faults.ts'
import type { TwilioParts } from './parts.ts'
import { isOptOut, refusalSentence, TOO_LONG } from './sms-failures.ts'

const LONGEST_BODY = 1600
/** The longest validity period that Twilio accepts. */
const LONGEST_VALIDITY_SECONDS = 36_000
/** Longer than the request's timeout, because its breaker also queries the database. */
const TIMEOUT_SECONDS = TWILIO_TIMEOUT_SECONDS + 5
/** Read by Twilio only: how often it retries a status report that we did not receive. */
const RETRY_FRAGMENT = '#rc=5&rp=5xx,ct,rt'

const FICTITIOUS = 'This is a fictitious number. No SMS is sent to it.'
const UNCLEAR = 'Twilio did not answer clearly. Its delivery report shows whether it was sent after all.'

/** Sends SMS through Twilio, from our number or our messaging service. */
export function createTwilioSms(parts: TwilioParts): Sender<OutgoingSms> {
  const { accountSid, messagingServiceSid } = parts.config
  return {
    name: 'twilio',
    get description() {
      const account = `${accountSid.slice(0, 4)}…${accountSid.slice(-2)}`
      return `Twilio, account ${account}, from ${messagingServiceSid ? 'its messaging service' : parts.config.from}`
    },
    get from() {
      return messagingServiceSid ? null : parts.config.from
    },
    timeoutSeconds: TIMEOUT_SECONDS,
    restsUntil: () => parts.breaker.restsUntil(),
    async send(message) {
      if (parts.hooks.isFictitious(message.to)) return { kind: 'refused', message: FICTITIOUS }
      if ([...message.body].length > LONGEST_BODY) return { kind: 'refused', message: TOO_LONG }
      return withTimeout(sendMessage(parts, message))
    },
  }
}

async function sendMessage(parts: TwilioParts, message: OutgoingSms): Promise<SendResult> {
  try {
    await parts.refreshNumber()
    const { from, messagingServiceSid } = parts.config
    const answer = await askTwilio(parts, (client) =>
      client.messages.create({
        to: message.to,
        body: message.body,
        ...(messagingServiceSid ? { messagingServiceSid } : { from: from ?? '' }),
        statusCallback: `${parts.publicUrl}/api/webhooks/twilio/sms-status?message=${message.attempt}${RETRY_FRAGMENT}`,
        ...validity(message.notAfter, parts.now()),
      }),
    )
    if (!answer.ok) return resultOf(answer.fault)
    // a truncated or garbled answer has no sid
    const { sid } = answer.value
    return sid ? { kind: 'accepted', ref: sid } : { kind: 'unclear', message: UNCLEAR }
  } catch (error) {
    parts.log.error({ err: error }, 'SMS not sent')
    return { kind: 'unclear', message: UNCLEAR }
  }
}

/** Stops delivery after `notAfter`, when the message would only confuse; a later limit than Twilio's is left out. */
function validity(notAfter: Date | null, now: Date): { validityPeriod?: number } {
  const seconds = notAfter
    ? Math.floor((notAfter.getTime() - now.getTime()) / 1000)
    : Number.POSITIVE_INFINITY
  return seconds < LONGEST_VALIDITY_SECONDS ? { validityPeriod: Math.max(1, seconds) } : {}
}

function resultOf(fault: VendorFault): SendResult {
  const { kind, code, message, retryAfterSeconds } = fault
  if (kind === 'unclear') return { kind, message: UNCLEAR }
  if (kind === 'busy') return { kind: 'retry', message, afterSeconds: retryAfterSeconds ?? undefined }
  // a problem with our settings or account gets fixed, and the message is sent then
  if (kind === 'unsent' || isOurMistake(fault)) return { kind: 'retry', message }
  return { kind: 'refused', message: refusalSentence(code) ?? message, optedOut: isOptOut(code) }
}

/** Our account is unknown, or Twilio rejects our callback address. */
const SETTINGS_CODES = new Set(['20404', '21205', '21609'])

const isOurMistake = (fault: VendorFault): boolean =>
  !aboutRequestAlone(fault) || (fault.code !== null && SETTINGS_CODES.has(fault.code))

async function withTimeout(work: Promise<SendResult>): Promise<SendResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SendResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unclear', message: UNCLEAR }), TIMEOUT_SECONDS * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
