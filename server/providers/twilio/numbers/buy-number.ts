import type { Twilio } from 'twilio'
import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { BusinessAddress, NumberOrder } from '#contract/telephony.ts'
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

/** What became of an order must not wait: it is asked also while Twilio rests. */
const anyway = { anyway: true }

const FAILED = 'Failed to buy phone number:'

/**
 * Rents one number of the area. It is ordered once: where the answer is unclear Twilio is asked whether the number
 * came, and nothing is ordered again.
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
      `${FAILED} Twilio has no number with ${area.code} now. Try another area code, or a shorter one.`,
    )
  const bundleSid = bundleFor(order, needs)
  const addressSid = await addressFor(parts, order, needs)
  const asked = await askTwilio(parts, (client) =>
    client.incomingPhoneNumbers.create({
      phoneNumber,
      ...(addressSid !== null && { addressSid }),
      ...(bundleSid !== null && { bundleSid }),
      ...ourAddresses(publicUrl),
    }),
  )
  if (!asked.ok) return findOrderedNumber(parts, phoneNumber, asked.fault)
  // an answer without a name says nothing: it may have been cut, or another's
  return asked.value.sid ? asked.value : lookedUp(parts, phoneNumber)
}

/** @throws NumberRefused unless the number came all the same */
async function findOrderedNumber(
  parts: TwilioParts,
  phoneNumber: string,
  fault: VendorFault,
): Promise<IncomingPhoneNumberInstance> {
  if (fault.kind === 'refused') throw new NumberRefused('refused', `${FAILED} ${refusedOrder(fault)}`)
  if (fault.kind !== 'unclear') throw new NumberRefused('unavailable', `${FAILED} ${laterSentence(fault)}`)
  return lookedUp(parts, phoneNumber)
}

/** @throws NumberRefused unless the number came */
async function lookedUp(parts: TwilioParts, phoneNumber: string): Promise<IncomingPhoneNumberInstance> {
  const asked = await askTwilio(
    parts,
    (client) => client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 }),
    anyway,
  )
  const [came] = asked.ok ? asked.value : []
  if (came) return came
  throw new NumberRefused(
    'unavailable',
    `It is not known whether Twilio has rented ${phoneNumber} to you: it did not answer clearly, and nothing was ordered again. Reload the list in a few minutes before you buy another.`,
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
      ? `${FAILED} Choose the regulatory bundle that this number is for.`
      : `${FAILED} Such a number needs an approved regulatory bundle. Make one in Twilio's console under Phone Numbers, Regulatory Compliance, and come back when it is approved.`,
  )
}

async function addressFor(
  parts: TwilioParts,
  { address, addressId }: NumberOrder,
  needs: Requirements,
): Promise<string | null> {
  if (addressId) return addressId
  if (address) return keptAddress(parts, address)
  if (!needs.address.needed) return null
  const [only, ...others] = needs.address.choices
  if (only && (others.length === 0 || only.id === parts.config.addressSid)) return only.id
  throw new NumberRefused(
    'refused',
    `${FAILED} Such a number needs the address of your business in Australia. ${only ? 'Choose one, or enter it.' : 'Enter it.'}`,
  )
}

/** Keeps an address with Twilio, once: an order that failed leaves it there for the next. */
async function keptAddress(parts: TwilioParts, address: BusinessAddress): Promise<string> {
  const { customerName } = address
  const find = async (client: Twilio) => {
    const known = await client.addresses.list({ customerName, isoCountry: 'AU', limit: 50 })
    return known.find((one) => sameAddress(one, address))?.sid
  }
  const known = await read(parts, find)
  if (known) return known
  const asked = await askTwilio(parts, (client) => client.addresses.create({ ...address, isoCountry: 'AU' }))
  if (asked.ok) return asked.value.sid
  const { kind, status } = asked.fault
  if (kind === 'refused' && status === 400)
    throw new NumberRefused(
      'refused',
      `${FAILED} Twilio does not know this address. Check street, suburb, state and postcode.`,
    )
  const came = kind === 'unclear' ? await askTwilio(parts, find, anyway) : null
  if (came?.ok && came.value) return came.value
  const reason =
    kind === 'unclear'
      ? 'Twilio did not answer clearly, and nothing was bought. Try again.'
      : laterSentence(asked.fault)
  throw new NumberRefused(kind === 'refused' ? 'refused' : 'unavailable', `${FAILED} ${reason}`)
}

/** Twilio corrects how street and suburb are written, so only what it leaves alone is compared in full. */
function sameAddress(one: BusinessAddress, other: BusinessAddress): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return (
    plain(one.customerName) === plain(other.customerName) &&
    one.postalCode === other.postalCode &&
    plain(one.street) === plain(other.street)
  )
}
