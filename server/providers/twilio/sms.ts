import type { VendorFault } from '../live/fault.ts'
import type { OutgoingSms, Sender, SendResult } from '../ports/messaging.ts'
import { askTwilio } from './ask-twilio.ts'
import { TWILIO_TIMEOUT_SECONDS } from './client.ts'
import { aboutRequestAlone } from './faults.ts'
import type { TwilioParts } from './parts.ts'
import { isOptOut, refusalSentence, TOO_LONG } from './sms-failures.ts'

const LONGEST_BODY = 1600
/** How long Twilio can be told to go on trying. */
const LONGEST_VALIDITY_SECONDS = 36_000
/** Beyond the request's own time: its breaker is a row of the database. */
const TIMEOUT_SECONDS = TWILIO_TIMEOUT_SECONDS + 5
/** Read by Twilio alone: how it repeats a report that met nobody. */
const REPEATED = '#rc=5&rp=5xx,ct,rt'

const NOBODY = 'This is a fictitious number, which nobody has. It gets no SMS.'
/** Its reports tell, so it is not asked about one. */
const UNCLEAR = 'Twilio did not answer clearly. Its delivery report shows whether it was sent after all.'

/** Sends SMS through Twilio, from our number or our messaging service. */
export function createTwilioSms(parts: TwilioParts): Sender<OutgoingSms> {
  const { accountSid, from, messagingServiceSid } = parts.config
  return {
    name: 'twilio',
    description: `Twilio, account ${accountSid.slice(0, 4)}…${accountSid.slice(-2)}, from ${
      messagingServiceSid ? 'its messaging service' : from
    }`,
    timeoutSeconds: TIMEOUT_SECONDS,
    restsUntil: () => parts.breaker.restsUntil(),
    async send(message) {
      if (parts.hooks.isFictitious(message.to)) return { kind: 'refused', message: NOBODY }
      if ([...message.body].length > LONGEST_BODY) return { kind: 'refused', message: TOO_LONG }
      return inTime(ask(parts, message))
    },
  }
}

async function ask(parts: TwilioParts, message: OutgoingSms): Promise<SendResult> {
  const { from, messagingServiceSid } = parts.config
  try {
    const asked = await askTwilio(parts, (client) =>
      client.messages.create({
        to: message.to,
        body: message.body,
        ...(messagingServiceSid ? { messagingServiceSid } : { from: from ?? '' }),
        statusCallback: `${parts.publicUrl}/api/webhooks/twilio/sms-status?message=${message.attempt}${REPEATED}`,
        ...validity(message.notAfter, parts.now()),
      }),
    )
    if (!asked.ok) return resultOf(asked.fault)
    // an answer that is cut off or garbled has none
    const { sid } = asked.value
    return sid ? { kind: 'accepted', ref: sid } : { kind: 'unclear', message: UNCLEAR }
  } catch (error) {
    parts.log.error({ err: error }, 'an SMS could not be handed over')
    return { kind: 'unclear', message: UNCLEAR }
  }
}

/** Delivered later it would only confuse; what is far off needs no limit of its own. */
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
  // what is wrong with us or our account is put right, and the message goes out then
  if (kind === 'unsent' || isOurs(fault)) return { kind: 'retry', message }
  return { kind: 'refused', message: refusalSentence(code) ?? message, optedOut: isOptOut(code) }
}

/** Our account is not known, or our callbacks have no address that Twilio takes. */
const SETTINGS = new Set(['20404', '21205', '21609'])

const isOurs = (fault: VendorFault): boolean =>
  !aboutRequestAlone(fault) || (fault.code !== null && SETTINGS.has(fault.code))

async function inTime(work: Promise<SendResult>): Promise<SendResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SendResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unclear', message: UNCLEAR }), TIMEOUT_SECONDS * 1000)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
