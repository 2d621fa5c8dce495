import type { PhoneNumber } from '#contract/calls/telephony.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { reasonNotToCall } from './numbers.rules.ts'
import { deskOf, type Named, withAppErrors, withLastCall } from './numbers.ts'
import { storeCallingNumber } from './store.ts'

/**
 * Chooses the number that a vendor's calls and messages go out from: every process uses it from its next one on.
 * @throws AppError rule_forbids, not_found, unavailable
 */
export async function callFromNumber(ctx: Ctx, { vendor, id }: Named): Promise<PhoneNumber> {
  authorise(ctx, 'numbers.write')
  const numbers = await withAppErrors(() => deskOf(ctx, vendor).list())
  const number = numbers.find((known) => known.id === id)
  if (!number) throw new AppError('not_found', 'There is no such number. Reload the list.')
  const { phoneNumber } = number
  const refusal = reasonNotToCall(number)
  if (refusal || phoneNumber === null) throw new AppError('rule_forbids', refusal ?? '')
  const before = numbers.find(({ inUse }) => inUse)?.phoneNumber ?? null
  await ctx.tx(async (tx) => {
    await storeCallingNumber(tx, { vendor, numberId: id, phoneNumber })
    await audit(tx, {
      ...{ action: 'number.chosen', subjectType: 'phone_number', subjectId: id },
      ...{ before: { vendor, phoneNumber: before }, after: { vendor, phoneNumber } },
    })
    tx.changed('phone-numbers')
  })
  return withLastCall(ctx, { ...number, inUse: true })
}
