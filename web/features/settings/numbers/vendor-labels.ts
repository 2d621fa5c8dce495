import type { PhoneNumber } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import type { Tone } from '#web/ui/tone.ts'

/** The formatted number; a SIP address shows its name. */
export function numberTitle({ phoneNumber, name, id }: PhoneNumber): string {
  return phoneNumber ? formatPhone(phoneNumber) : name || id
}

/** The name given to the number; null where it only repeats the number. */
export function givenName(number: PhoneNumber): string | null {
  const digits = (text: string): string => text.replaceAll(/\D/g, '')
  const { name, phoneNumber } = number
  if (name === '' || name === numberTitle(number)) return null
  const isNumber = phoneNumber !== null && /^[\d\s()+-]+$/.test(name)
  const same = isNumber && digits(phoneNumber).endsWith(digits(name).replace(/^0/, ''))
  return same ? null : name
}

export function abilities({ voice, sms }: Pick<PhoneNumber, 'voice' | 'sms'>): string {
  if (voice && sms) return 'Voice and SMS'
  return voice ? 'Voice only' : sms ? 'SMS only' : 'Neither voice nor SMS'
}

/**
 * Why a number cannot be released now; null when it can.
 * @param usedBy the vendor that places calls from it
 */
export function releaseRefusal(
  { keptUntil }: Pick<PhoneNumber, 'keptUntil'>,
  usedBy: VendorId | null,
): string | null {
  if (usedBy) {
    return `Calls through ${vendorFacts[usedBy].label} go out from this number. Choose another one to call from before you release it.`
  }
  if (keptUntil === null) return null
  return `People called from this number may call back for 30 days. It can be released after ${formatDate(keptUntil)}.`
}

/** The same number as Vapi has it, where it was imported there. */
export function inVapi(
  { phoneNumber }: Pick<PhoneNumber, 'phoneNumber'>,
  vapi: readonly PhoneNumber[],
): PhoneNumber | null {
  return (phoneNumber !== null && vapi.find((number) => number.phoneNumber === phoneNumber)) || null
}

/** Of Twilio's numbers those that Vapi could call from and does not have yet. */
export function importable(twilio: readonly PhoneNumber[], vapi: readonly PhoneNumber[]): PhoneNumber[] {
  return twilio.filter((number) => number.phoneNumber !== null && number.voice && !inVapi(number, vapi))
}

/** Title above the server's reason. */
export function failingTitle(vendor: VendorId): string {
  return `${vendorFacts[vendor].label}'s numbers could not be loaded.`
}

/** A state that keeps a number from calling; null where it is simply there. */
export function stateBadge(state: string): { label: string; tone: Tone } | null {
  if (state === 'active' || state === '' || state === 'in-use') return null
  if (state === 'activating') return { label: 'Being activated', tone: 'amber' }
  if (state === 'blocked') return { label: 'Blocked', tone: 'red' }
  return { label: state, tone: 'grey' }
}

/** Whether calls and messages to a number reach this installation. @param shared the same number, in Vapi */
export function connection(connected: boolean, shared: PhoneNumber | null): { label: string; tone: Tone } {
  if (shared) {
    return shared.connected
      ? { label: 'Connected through Vapi', tone: 'green' }
      : { label: 'Imported into Vapi, not connected there', tone: 'amber' }
  }
  return connected
    ? { label: 'Connected', tone: 'green' }
    : { label: 'Not connected: return calls do not reach Brokerline', tone: 'amber' }
}
