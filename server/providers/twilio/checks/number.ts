import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import { NO_PHONE_NUMBERS } from '#contract/brokers/phone-messages.ts'
import type { CheckResult } from '#contract/calls/telephony.ts'
import type { VendorAnswer } from '../../live/ask-vendor.ts'
import { askTwilio } from '../ask-twilio.ts'
import { isConnected } from '../numbers/connection.ts'
import type { TwilioParts } from '../parts.ts'
import type { Finding } from './account.ts'

export interface NumberFacts {
  /** null: no number is configured. */
  found: VendorAnswer<IncomingPhoneNumberInstance | undefined> | null
}

export async function findNumber(parts: TwilioParts, facts: NumberFacts): Promise<void> {
  await parts.refreshNumber()
  const { from } = parts.config
  if (from === null) return
  facts.found = await askTwilio(
    parts,
    async (client) =>
      (await client.incomingPhoneNumbers.list({ phoneNumber: from, limit: 20 })).find(
        ({ phoneNumber }) => phoneNumber === from,
      ),
    { anyway: true },
  )
}

export async function checkNumber(parts: TwilioParts, { found }: NumberFacts): Promise<Finding> {
  const { from, messagingServiceSid } = parts.config
  if (found === null) return { status: 'failed', detail: `${NO_PHONE_NUMBERS} Then press Call from this.` }
  if (!found.ok) return { status: 'failed', detail: found.fault.message }
  const number = found.value
  if (!number) return checkCallerId(parts)
  if (!number.capabilities?.voice)
    return {
      status: 'failed',
      detail: `${from} cannot make calls. Choose a number that can, under Phone Numbers.`,
    }
  if (!number.capabilities.sms && messagingServiceSid === null)
    return {
      status: 'warning',
      detail: `Calls go out from ${from}, but it cannot send SMS, so no link can be sent. Use a mobile number (04), or set TWILIO_MESSAGING_SERVICE_SID.`,
    }
  return { status: 'ok', detail: `Calls go out from ${from}.` }
}

/** A number from outside the account may be used as caller ID once verified. */
async function checkCallerId(parts: TwilioParts): Promise<Finding> {
  const { from } = parts.config
  const answer = await askTwilio(
    parts,
    (client) => client.outgoingCallerIds.list({ phoneNumber: from ?? '', limit: 1 }),
    { anyway: true },
  )
  if (!answer.ok) return { status: 'failed', detail: answer.fault.message }
  return answer.value.length > 0
    ? {
        status: 'warning',
        detail: `${from} is verified for calling, but is not a number of the account: calls and replies to it do not reach this installation. Rent a number under Phone Numbers.`,
      }
    : {
        status: 'failed',
        detail: `${from} is not a number of this account. Choose another one to call from, under Phone Numbers.`,
      }
}

/** Checks where calls back to the number arrive. */
export function checkRoute({ publicUrl }: TwilioParts, { found }: NumberFacts): CheckResult {
  const name = 'Calls to the number'
  const number = found?.ok ? found.value : undefined
  if (!number) return { name, status: 'skipped', detail: 'Checked after the number.' }
  if (isConnected(number, publicUrl))
    return { name, status: 'ok', detail: 'Calls and replies to it reach this installation.' }
  const host = URL.parse(number.voiceUrl ?? '')?.hostname ?? ''
  if (host === 'vapi.ai' || host.endsWith('.vapi.ai'))
    return { name, status: 'ok', detail: 'The number was imported into Vapi, which answers calls to it.' }
  return {
    name,
    status: 'warning',
    detail: 'Calls and STOP replies to it do not reach this installation. Press Connect under Phone Numbers.',
  }
}
