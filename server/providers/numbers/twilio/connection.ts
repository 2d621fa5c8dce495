import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { VendorNumber } from '#contract/telephony.ts'

/** Where a number's calls and messages are to go. */
export function ourAddresses(publicUrl: string) {
  return {
    voiceUrl: `${publicUrl}/api/webhooks/twilio/inbound`,
    voiceMethod: 'POST',
    smsUrl: `${publicUrl}/api/webhooks/twilio/sms`,
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
  'voiceUrl' | 'voiceApplicationSid' | 'trunkSid' | 'smsUrl' | 'smsApplicationSid' | 'capabilities'
>

/** Calls and messages to it reach us. */
export function isConnected(number: Connection, publicUrl: string): boolean {
  const ours = ourAddresses(publicUrl)
  const calls = number.voiceUrl === ours.voiceUrl && !number.voiceApplicationSid && !number.trunkSid
  const messages = number.smsUrl === ours.smsUrl && !number.smsApplicationSid
  return calls && (messages || !number.capabilities?.sms)
}

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
