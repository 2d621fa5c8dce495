import type { Ctx } from '#server/ctx.ts'
import { hashSubject } from '#server/platform/limits/limits.ts'
import { networkOf } from '#server/platform/limits/networks.ts'
import { KNOWN_DAYS } from './sign-in-limits.rules.ts'

const DAY_MS = 86_400_000

const hashOf = (ctx: Ctx, ip: string): Buffer => hashSubject(ctx, 'known-network', networkOf(ip))
const oldest = (now: Date): Date => new Date(now.getTime() - KNOWN_DAYS * DAY_MS)

/** True when the account has signed in from this network lately. */
export async function isKnownNetwork(ctx: Ctx, email: string, ip: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('knownNetworks')
    .innerJoin('users', 'users.id', 'knownNetworks.userId')
    .select('userId')
    .where('users.email', '=', email)
    .where('network', '=', hashOf(ctx, ip))
    .where('lastAt', '>', oldest(ctx.now()))
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberNetwork(ctx: Ctx, userId: number, ip: string): Promise<void> {
  const lastAt = ctx.now()
  await ctx.db
    .insertInto('knownNetworks')
    .values({ userId, network: hashOf(ctx, ip), lastAt })
    .onConflict((conflict) => conflict.columns(['userId', 'network']).doUpdateSet({ lastAt }))
    .execute()
}

export async function deleteOldNetworks(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('knownNetworks').where('lastAt', '<=', oldest(ctx.now())).execute()
}
