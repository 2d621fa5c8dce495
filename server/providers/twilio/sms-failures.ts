// The message shown for each Twilio error code about an SMS.

import { NUMBER_PATTERN } from '#contract/brokers/phone-messages.ts'

const STOPPED = 'This person replied STOP: they get no SMS from us.'
const LANDLINE = 'This is not a mobile number: it cannot receive SMS.'
const SENDER_UNSUITABLE =
  'Our number cannot send SMS. Choose a mobile number under Settings, Phone Numbers, or TWILIO_MESSAGING_SERVICE_SID.'
export const TOO_LONG = 'The text is longer than 1,600 characters, the most that an SMS carries.'

/** Twilio refused the message. */
const refusals: Readonly<Record<string, string>> = {
  21211: NUMBER_PATTERN,
  21212: SENDER_UNSUITABLE,
  21408:
    "SMS to this country are switched off in the account. Enable Australia under Messaging, geographic permissions in the telephony provider's console.",
  21603: SENDER_UNSUITABLE,
  21606: SENDER_UNSUITABLE,
  21608:
    'This number is not verified. Verify it in the telephony provider console before sending SMS to it from a trial account.',
  21610: STOPPED,
  21612: 'SMS cannot be sent from our number to this one.',
  21614: LANDLINE,
  21617: TOO_LONG,
  21659: SENDER_UNSUITABLE,
  21660: SENDER_UNSUITABLE,
  21661: SENDER_UNSUITABLE,
  21701: SENDER_UNSUITABLE,
  21703: SENDER_UNSUITABLE,
}

/** Twilio accepted the message, but it was not delivered. */
const failures: Readonly<Record<string, string>> = {
  30001: 'Too many messages were waiting with the provider.',
  30002: "The account with the telephony provider was suspended. Reactivate it in the provider's console.",
  30003: 'The phone could not be reached: it was switched off or out of service.',
  30004: 'The phone or its network blocks our messages.',
  30005: 'The number is unknown or no longer in use.',
  30006: LANDLINE,
  30007: 'The phone network filtered the message out as unwanted.',
  30008: 'The phone network did not deliver it and does not say why.',
  30036: 'It could not be delivered in time and has expired.',
  30410: 'The phone network did not answer in time.',
}

/** The person replied STOP: Twilio no longer delivers our messages to them. */
export const isOptOut = (code: string | null): boolean => code === '21610'

/** @returns null for a code that is not specific to SMS */
export function refusalSentence(code: string | null): string | null {
  return (code !== null && refusals[code]) || null
}

/** Why a message was not delivered. */
export function failureSentence(code: string | null): string {
  if (code === null) return 'The phone network did not deliver it.'
  const known = failures[code] ?? refusals[code]
  if (known) return known
  return `It was not delivered (error ${code}). See https://www.twilio.com/docs/api/errors/${code}.`
}
