import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { VendorNumber } from '#contract/telephony.ts'

/**
 * How Twilio repeats a callback that met nobody or an error of ours: the part after # is read by Twilio alone. A caller
 * hears nothing meanwhile; a STOP must not be lost.
 */
const CALL = '#rc=2&rp=5xx,ct,rt&ct=2000&rt=6000'
const MESSAGE = '#rc=5&rp=5xx,ct,rt'

/** Where a number's calls and messages are to go. */
export function ourAddresses(publicUrl: string) {
  return {
    voiceUrl: `${publicUrl}/api/webhooks/twilio/inbound${CALL}`,
    voiceMethod: 'POST',
    smsUrl: `${publicUrl}/api/webhooks/twilio/sms${MESSAGE}`,
    smsMethod: 'POST',
  } as const
}

/** What would go before the addresses, and callbacks that nobody of ours waits for. */
export const nothingElse = {
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

/** Calls and messages to it reach us. */
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
