import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { VendorNumber } from '#contract/calls/telephony.ts'

/**
 * How Twilio retries a callback that failed to connect or got a 5xx; the part after # is read by Twilio only. For calls
 * few, quick retries, because the line is silent meanwhile; for messages more, because a STOP must not be lost.
 */
const CALL_RETRIES = '#rc=2&rp=5xx,ct,rt&ct=2000&rt=6000'
const MESSAGE_RETRIES = '#rc=5&rp=5xx,ct,rt'

/** Our callback addresses for a number's calls and messages. */
export function ourAddresses(publicUrl: string) {
  return {
    voiceUrl: `${publicUrl}/api/webhooks/twilio/inbound${CALL_RETRIES}`,
    voiceMethod: 'POST',
    smsUrl: `${publicUrl}/api/webhooks/twilio/sms${MESSAGE_RETRIES}`,
    smsMethod: 'POST',
  } as const
}

/** Clears settings that take precedence over the addresses, and callbacks that we do not use. */
export const clearedSettings = {
  statusCallback: '',
  voiceApplicationSid: '',
  smsApplicationSid: '',
  trunkSid: '',
}

type Connection = Pick<
  IncomingPhoneNumberInstance,
  | 'voiceUrl'
  | 'voiceMethod'
  | 'voiceApplicationSid'
  | 'trunkSid'
  | 'smsUrl'
  | 'smsMethod'
  | 'smsApplicationSid'
  | 'capabilities'
>

/** Whether calls and messages to the number reach us. */
export function isConnected(number: Connection, publicUrl: string): boolean {
  const ours = ourAddresses(publicUrl)
  const same = (address: string | null, other: string) => withoutFragment(address) === withoutFragment(other)
  const calls =
    same(number.voiceUrl, ours.voiceUrl) &&
    number.voiceMethod !== 'GET' &&
    !number.voiceApplicationSid &&
    !number.trunkSid
  const messages = same(number.smsUrl, ours.smsUrl) && number.smsMethod !== 'GET' && !number.smsApplicationSid
  return calls && (messages || !number.capabilities?.sms)
}

const withoutFragment = (address: string | null): string => (address ?? '').replace(/#.*$/, '')

export function shownNumber(
  number: IncomingPhoneNumberInstance,
  { publicUrl, from }: { publicUrl: string; from: string | null },
): VendorNumber {
  const { sid, phoneNumber, friendlyName, capabilities, status } = number
  return {
    id: sid,
    phoneNumber: phoneNumber || null,
    name: friendlyName || phoneNumber,
    voice: capabilities?.voice ?? false,
    sms: capabilities?.sms ?? false,
    state: !status || status === 'in-use' ? 'active' : status,
    connected: isConnected(number, publicUrl),
    inUse: from !== null && phoneNumber === from,
  }
}
