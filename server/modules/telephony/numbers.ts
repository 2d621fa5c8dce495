import type { NumberNeeds, NumberOrder, PhoneNumber, VendorNumber } from '#contract/telephony.ts'
import { notConfigured } from '#contract/telephony.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { type NumberDesk, NumberRefused } from '#server/providers/ports/numbers.ts'
import type { VendorName } from '#server/providers/ports/vendors.ts'
import { whyKept } from './numbers.rules.ts'
import { withLastCalls } from './numbers.views.ts'
import { oneOrderAtATime } from './order-lock.ts'

interface Named {
  vendor: VendorName
  id: string
}

/** What a number of an area needs. @throws AppError rule_forbids, unavailable */
export async function viewNeeds(ctx: Ctx, vendor: VendorName, areaCode: string): Promise<NumberNeeds> {
  authorise(ctx, 'numbers.write')
  return asked(() => deskOf(ctx, vendor).needs(areaCode))
}

/** Rents a number. @throws AppError rule_forbids, unavailable, conflict while somebody else rents one */
export async function buy(ctx: Ctx, vendor: VendorName, order: NumberOrder): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, vendor)
  const number = await oneOrderAtATime(ctx, vendor, () => asked(() => desk.buy(order))).catch(
    async (error: unknown) => {
      // the vendor may have taken the order: whoever looks at the bill finds who gave it
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
  return one(ctx, number)
}

/** Has calls and messages to a number reach us. @throws AppError rule_forbids, not_found, unavailable */
export async function connect(ctx: Ctx, { vendor, id }: Named): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const connected = await asked(() => deskOf(ctx, vendor).connect(id))
  await record(ctx, 'number.connected', id, { after: { vendor, phoneNumber: connected.phoneNumber } })
  return one(ctx, connected)
}

/**
 * Gives a number back: not the one in use, nor one that somebody may still call back.
 * @throws AppError rule_forbids, not_found, unavailable
 */
export async function release(ctx: Ctx, { vendor, id }: Named): Promise<void> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, vendor)
  const listed = await asked(() => desk.list())
  const found = listed.find((number) => number.id === id)
  if (!found) throw new AppError('not_found', 'There is no such number. Reload the list.')
  const number = await one(ctx, found)
  const kept = whyKept(number, await userOf(ctx, vendor, found))
  if (kept) throw new AppError('rule_forbids', kept)
  await asked(() => desk.release(id))
  await record(ctx, 'number.released', id, { before: { vendor, phoneNumber: number.phoneNumber } })
}

/** Lets Vapi call from a number of Twilio's. @throws AppError rule_forbids, unavailable, conflict */
export async function importIntoVapi(ctx: Ctx, phoneNumber: string): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const desk = deskOf(ctx, 'vapi')
  const twilio = deskOf(ctx, 'twilio')
  if (!desk.importFrom) throw new Error('Vapi can import numbers')
  const importFrom = desk.importFrom.bind(desk)
  const number = await oneOrderAtATime(ctx, 'vapi', async () => {
    const owned = await asked(() => twilio.list())
    if (!owned.some((known) => known.phoneNumber === phoneNumber))
      throw new AppError(
        'rule_forbids',
        `${phoneNumber} is not a number of your Twilio account. Reload the list and choose one from it.`,
      )
    const known = await asked(() => desk.list())
    if (known.some((one) => one.phoneNumber === phoneNumber))
      throw new AppError('conflict', `Vapi has ${phoneNumber} already.`)
    return asked(() => importFrom(phoneNumber))
  })
  await record(ctx, 'number.imported', number.id, { after: { vendor: 'vapi', phoneNumber } })
  return one(ctx, number)
}

/** Whose calls go out from it: a number of Twilio's may be the one that Vapi uses. */
async function userOf(ctx: Ctx, vendor: VendorName, number: VendorNumber): Promise<VendorName | null> {
  if (number.inUse) return vendor
  const vapi = ctx.providers.vendors.vapi
  if (vendor === 'vapi' || !vapi || number.phoneNumber === null) return null
  const listed = await asked(() => vapi.numbers.list())
  const used = listed.some(({ phoneNumber, inUse }) => inUse && phoneNumber === number.phoneNumber)
  return used ? 'vapi' : null
}

function deskOf(ctx: Ctx, vendor: VendorName): NumberDesk {
  const found = ctx.providers.vendors[vendor]
  if (!found) throw new AppError('rule_forbids', notConfigured[vendor])
  return found.numbers
}

const codes = { refused: 'rule_forbids', unknown: 'not_found', unavailable: 'unavailable' } as const

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NumberRefused)) throw error
    throw new AppError(codes[error.kind], error.message)
  }
}

async function record(
  ctx: Ctx,
  action: string,
  id: string | null,
  change: { before: object } | { after: object },
): Promise<void> {
  await audit(ctx, { action, subjectType: 'phone_number', subjectId: id, ...change })
}

async function one(ctx: Ctx, number: VendorNumber): Promise<PhoneNumber> {
  const [shown] = await withLastCalls(ctx, [number])
  if (!shown) throw new Error('one number in, one out')
  return shown
}
