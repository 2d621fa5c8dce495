import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import type { Region } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { greetingName } from '#server/input/person-name.ts'
import { ownPath } from '#server/modules/brokers/broker-key.ts'
import { AppError } from '#server/platform/errors.ts'

/** A broker's own profile. @throws AppError not_signed_in if the account no longer has a broker */
export async function viewProfile(ctx: Ctx, userId: number): Promise<BrokerProfile> {
  const row = await ctx.db
    .selectFrom('users')
    .innerJoin('brokers', 'brokers.id', 'users.brokerId')
    .select(['brokers.id', 'brokers.name', 'brokers.phone', 'brokers.company', 'brokers.region'])
    .select(['brokers.asicNumber', 'brokers.membership'])
    // from the account, because the record may have another address and an earlier date
    .select(['users.email', 'users.createdAt', 'users.twoFactorEnabled', 'users.role', 'users.invitedAt'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_signed_in', 'Sign in to continue.')
  const { id, name, email, company, asicNumber, membership, twoFactorEnabled } = row
  return {
    ...{ id, name, email, company, asicNumber, membership, twoFactorEnabled },
    calledName: greetingName(name),
    phone: row.phone ?? '',
    region: row.region as Region | null, // the table's check constraint allows no other value
    createdAt: row.createdAt.toISOString(),
    staff: row.role !== null && row.invitedAt === null,
    bookingUrl: ownPath(ctx, '/booking', id),
  }
}
