import type { NumberNeeds, NumberOrder, PhoneNumber, VendorNumber } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { type NumberDesk, NumberRefused } from '#server/providers/ports/numbers.ts'
import { reasonToKeep } from './numbers.rules.ts'
import { withLastCalls } from './numbers.views.ts'
import { oneOrderAtATime } from './order-lock.ts'

export interface Named {
  vendor: VendorId
  id: string
}

/** The requirements for renting a number in this area. @throws AppError rule_forbids, unavailable */
export async function viewNeeds(ctx: Ctx, vendor: VendorId, areaCode: string): Promise<NumberNeeds> {
  authorise(ctx, 'numbers.write')
  return withAppErrors(() => deskOf(ctx, vendor).needs(areaCode))
}

/** Rents a number. @throws AppError rule_forbids, unavailable, conflict while somebody else rents one */
export async function rentNumber(ctx: Ctx, vendor: VendorId, order: NumberOrder): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, vendor)
  const number = await oneOrderAtATime(ctx, vendor, () => withAppErrors(() => desk.buy(order))).catch(
    async (error: unknown) => {
      // the vendor may have accepted the order, so the audit log records who placed it
      if (error instanceof AppError && error.code === 'unavailable')
        await record(ctx, 'number.order_failed', null, {
          after: { vendor, areaCode: order.areaCode, reason: error.message },
        })
      throw error
    },
  )
  await record(ctx, 'number.bought', number.id, {
    after: { vendor, phoneNumber: number.phoneNumber, areaCode: order.areaCode },
  })
  return withLastCall(ctx, number)
}

/** Points a number's calls and messages at us. @throws AppError rule_forbids, not_found, unavailable */
export async function connectNumber(ctx: Ctx, { vendor, id }: Named): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const connected = await withAppErrors(() => deskOf(ctx, vendor).connect(id))
  await record(ctx, 'number.connected', id, { after: { vendor, phoneNumber: connected.phoneNumber } })
  return withLastCall(ctx, connected)
}

/**
 * Releases a number, unless it is in use or somebody may still ring it back.
 * @throws AppError rule_forbids, not_found, unavailable
 */
export async function releaseNumber(ctx: Ctx, { vendor, id }: Named): Promise<void> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, vendor)
  const listed = await withAppErrors(() => desk.list())
  const found = listed.find((number) => number.id === id)
  if (!found) throw new AppError('not_found', 'There is no such number. Reload the list.')
  const number = await withLastCall(ctx, found)
  const kept = reasonToKeep(number, await userOf(ctx, vendor, found))
  if (kept) throw new AppError('rule_forbids', kept)
  await withAppErrors(() => desk.release(id))
  await record(ctx, 'number.released', id, { before: { vendor, phoneNumber: number.phoneNumber } })
}

/** Lets Vapi call from a number of Twilio's. @throws AppError rule_forbids, unavailable, conflict */
export async function importIntoVapi(ctx: Ctx, phoneNumber: string): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, 'vapi')
  const twilio = deskOf(ctx, 'twilio')
  if (!desk.importFrom) throw new Error('Vapi has no way to import numbers')
  const importFrom = desk.importFrom.bind(desk)
  const number = await oneOrderAtATime(ctx, 'vapi', async () => {
    const owned = await withAppErrors(() => twilio.list())
    if (!owned.some((known) => known.phoneNumber === phoneNumber))
      throw new AppError(
        'rule_forbids',
        `${phoneNumber} is not a number of your Twilio account. Reload the list and choose one from it.`,
      )
    const known = await withAppErrors(() => desk.list())
    if (known.some((other) => other.phoneNumber === phoneNumber))
      throw new AppError('conflict', `Vapi has ${phoneNumber} already.`)
    return withAppErrors(() => importFrom(phoneNumber))
  })
  await record(ctx, 'number.imported', number.id, { after: { vendor: 'vapi', phoneNumber } })
  return withLastCall(ctx, number)
}

/** The vendor that calls from this number: a Twilio number may be the one that Vapi uses. */
async function userOf(ctx: Ctx, vendor: VendorId, number: VendorNumber): Promise<VendorId | null> {
  if (number.inUse) return vendor
  const vapi = ctx.providers.vendors.vapi
  if (vendor === 'vapi' || !vapi || number.phoneNumber === null) return null
  const listed = await withAppErrors(() => vapi.numbers.list())
  const used = listed.some(({ phoneNumber, inUse }) => inUse && phoneNumber === number.phoneNumber)
  return used ? 'vapi' : null
}

export function deskOf(ctx: Ctx, vendor: VendorId): NumberDesk {
  const found = ctx.providers.vendors[vendor]
  if (!found) throw new AppError('rule_forbids', vendorFacts[vendor].notConfigured)
  return found.numbers
}

const codes = { refused: 'rule_forbids', unknown: 'not_found', unavailable: 'unavailable' } as const

/** Maps a refusal of the vendor to an AppError. */
export async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NumberRefused)) throw error
    throw new AppError(codes[error.kind], error.message)
  }
}

export async function record(
  ctx: Ctx,
  action: string,
  id: string | null,
  change: { before: object } | { after: object },
): Promise<void> {
  await ctx.tx(async (tx) => {
    await audit(tx, { action, subjectType: 'phone_number', subjectId: id, ...change })
    tx.changed('phone-numbers')
  })
}

export async function withLastCall(ctx: Ctx, number: VendorNumber): Promise<PhoneNumber> {
  const [shown] = await withLastCalls(ctx, [number])
  if (!shown) throw new Error('the last calls of one number are one row')
  return shown
}
