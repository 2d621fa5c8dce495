import type { Twilio } from 'twilio'
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { BusinessAddress, NumberOrder } from '#contract/calls/telephony.ts'
import type { VendorFault } from '#server/providers/live/fault.ts'
import { whyUnreachable } from '#server/providers/live/public-address.ts'
import { NumberRefused } from '#server/providers/ports/numbers.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import { areaOf } from './areas.ts'
import { ourAddresses } from './connection.ts'
import { laterSentence, read } from './read-numbers.ts'
import { refusedOrder } from './refusals.ts'
import { type Requirements, requirementsOf } from './requirements.ts'

/** The result of an order must not wait, so the look-up is sent even while Twilio is paused. */
const anyway = { anyway: true }

const FAILED = 'Failed to buy phone number:'

/**
 * Rents one number of the area. It orders once: after an unclear answer it looks up whether the number
 * was rented, and never orders again.
 * @throws NumberRefused
 */
export async function buyNumber(
  parts: TwilioParts,
  order: NumberOrder,
): Promise<IncomingPhoneNumberInstance> {
  const { config, publicUrl } = parts
  const unreachable = config.loopback ? null : whyUnreachable(publicUrl)
  if (unreachable) throw new NumberRefused('refused', `${FAILED} ${unreachable}`)
  const area = areaOf(order.areaCode)
  const needs = await requirementsOf(parts, area)
  const [phoneNumber] = needs.examples
  if (!phoneNumber)
    throw new NumberRefused(
      'refused',
      `${FAILED} Twilio currently has no number with ${area.code}. Try another area code, or a shorter one.`,
    )
  const bundleSid = bundleFor(order, needs)
  const addressSid = await addressFor(parts, order, needs)
  const answer = await askTwilio(parts, (client) =>
    client.incomingPhoneNumbers.create({
      phoneNumber,
      ...(addressSid !== null && { addressSid }),
      ...(bundleSid !== null && { bundleSid }),
      ...ourAddresses(publicUrl),
    }),
  )
  if (!answer.ok) return findOrderedNumber(parts, phoneNumber, answer.fault)
  // an answer without a SID proves nothing: it may be truncated or not from Twilio
  return answer.value.sid ? answer.value : findRented(parts, phoneNumber)
}

/** @throws NumberRefused unless the number was rented despite the fault */
async function findOrderedNumber(
  parts: TwilioParts,
  phoneNumber: string,
  fault: VendorFault,
): Promise<IncomingPhoneNumberInstance> {
  if (fault.kind === 'refused') throw new NumberRefused('refused', `${FAILED} ${refusedOrder(fault)}`)
  if (fault.kind !== 'unclear') throw new NumberRefused('unavailable', `${FAILED} ${laterSentence(fault)}`)
  return findRented(parts, phoneNumber)
}

/** @throws NumberRefused unless the number was rented */
async function findRented(parts: TwilioParts, phoneNumber: string): Promise<IncomingPhoneNumberInstance> {
  const answer = await askTwilio(
    parts,
    (client) => client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 }),
    anyway,
  )
  const [found] = answer.ok ? answer.value : []
  if (found) return found
  throw new NumberRefused(
    'unavailable',
    `Twilio did not confirm whether it rented ${phoneNumber} to you, and nothing was ordered again. Reload the list in a few minutes before you buy another.`,
  )
}

function bundleFor({ bundleId }: NumberOrder, { bundle }: Requirements): string | null {
  if (bundleId) return bundleId
  if (!bundle.needed) return null
  const [only, ...others] = bundle.choices
  if (only && others.length === 0) return only.id
  throw new NumberRefused(
    'refused',
    only
      ? `${FAILED} Choose the regulatory bundle for this number.`
      : `${FAILED} This number needs an approved regulatory bundle. Create one in Twilio's console under Phone Numbers, Regulatory Compliance, and try again once it is approved.`,
  )
}

async function addressFor(
  parts: TwilioParts,
  { address, addressId }: NumberOrder,
  needs: Requirements,
): Promise<string | null> {
  if (addressId) return addressId
  if (address) return findOrCreateAddress(parts, address)
  if (!needs.address.needed) return null
  const [only, ...others] = needs.address.choices
  if (only && (others.length === 0 || only.id === parts.config.addressSid)) return only.id
  throw new NumberRefused(
    'refused',
    `${FAILED} This number needs the address of your business in Australia. ${only ? 'Choose one, or enter it.' : 'Enter it.'}`,
  )
}

/** Reuses an address already stored at Twilio, which a failed order may have left there. */
async function findOrCreateAddress(parts: TwilioParts, address: BusinessAddress): Promise<string> {
  const { customerName } = address
  const find = async (client: Twilio) => {
    const known = await client.addresses.list({ customerName, isoCountry: 'AU', limit: 50 })
    return known.find((one) => sameAddress(one, address))?.sid
  }
  const known = await read(parts, find)
  if (known) return known
  const answer = await askTwilio(parts, (client) => client.addresses.create({ ...address, isoCountry: 'AU' }))
  if (answer.ok) return answer.value.sid
  const { kind, status } = answer.fault
  if (kind === 'refused' && status === 400)
    throw new NumberRefused(
      'refused',
      `${FAILED} Twilio does not recognise this address. Check street, suburb, state and postcode.`,
    )
  const found = kind === 'unclear' ? await askTwilio(parts, find, anyway) : null
  if (found?.ok && found.value) return found.value
  const reason =
    kind === 'unclear'
      ? 'Twilio did not answer clearly, and nothing was bought. Try again.'
      : laterSentence(answer.fault)
  throw new NumberRefused(kind === 'refused' ? 'refused' : 'unavailable', `${FAILED} ${reason}`)
}

/** Compares loosely, and without the suburb, because Twilio corrects how addresses are written. */
function sameAddress(one: BusinessAddress, other: BusinessAddress): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return (
    plain(one.customerName) === plain(other.customerName) &&
    one.postalCode === other.postalCode &&
    plain(one.street) === plain(other.street)
  )
}
