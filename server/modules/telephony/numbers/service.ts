import type { NumberNeeds, NumberOrder, PhoneNumber } from '#contract/telephony.ts'
import { notConfigured } from '#contract/telephony.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { type NumberDesk, NumberRefused } from '#server/providers/numbers/port.ts'
import type { VendorName } from '#server/providers/vendors/port.ts'
import { withLastCalls } from './views.ts'

/** What a number of an area needs. @throws AppError rule_forbids, unavailable */
export async function viewNeeds(ctx: Ctx, vendor: VendorName, areaCode: string): Promise<NumberNeeds> {
  authorise(ctx, 'numbers.write')
  return asked(() => deskOf(ctx, vendor).needs(areaCode))
}

/** Rents a number. @throws AppError rule_forbids, unavailable */
export async function buy(ctx: Ctx, vendor: VendorName, order: NumberOrder): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, vendor)
  const number = await asked(() => desk.buy(order))
  await audit(ctx, {
    action: 'number.bought',
    subjectType: 'phone_number',
    subjectId: number.id,
    after: { vendor, phoneNumber: number.phoneNumber, areaCode: order.areaCode },
  })
  return one(ctx, number)
}

/** Has calls and messages to a number reach us. @throws AppError rule_forbids, unavailable */
export async function connect(ctx: Ctx, number: { vendor: VendorName; id: string }): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const connected = await asked(() => deskOf(ctx, number.vendor).connect(number.id))
  await audit(ctx, {
    action: 'number.connected',
    subjectType: 'phone_number',
    subjectId: number.id,
    after: number,
  })
  return one(ctx, connected)
}

function deskOf(ctx: Ctx, vendor: VendorName): NumberDesk {
  const found = ctx.providers.vendors[vendor]
  if (!found) throw new AppError('rule_forbids', notConfigured[vendor])
  return found.numbers
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NumberRefused)) throw error
    throw new AppError(error.kind === 'refused' ? 'rule_forbids' : 'unavailable', error.message)
  }
}

async function one(ctx: Ctx, number: Parameters<typeof withLastCalls>[1][number]): Promise<PhoneNumber> {
  const [shown] = await withLastCalls(ctx, [number])
  if (!shown) throw new Error('one number in, one out')
  return shown
}

/** Gives a number back. @throws AppError rule_forbids, unavailable */
export async function release(ctx: Ctx, number: { vendor: VendorName; id: string }): Promise<void> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, number.vendor)
  await asked(() => desk.release(number.id))
  await audit(ctx, {
    action: 'number.released',
    subjectType: 'phone_number',
    subjectId: number.id,
    before: number,
  })
}

/** Lets Vapi call from a number of Twilio's. @throws AppError rule_forbids, unavailable */
export async function importIntoVapi(ctx: Ctx, _phoneNumber: string): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  deskOf(ctx, 'vapi')
  throw new AppError('rule_forbids', notConfigured.twilio)
}
