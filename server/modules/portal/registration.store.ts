import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { BrokerRegistrations } from '#server/schema.gen.ts'

export type RegistrationRow = Selectable<BrokerRegistrations>

export async function insertRegistration(
  ctx: Ctx,
  values: Insertable<BrokerRegistrations>,
): Promise<RegistrationRow> {
  return ctx.db.insertInto('brokerRegistrations').values(values).returningAll().executeTakeFirstOrThrow()
}

/**
 * One registration. All of its address are locked until the transaction ends, in one order: of several links that are
 * opened at once one goes first.
 */
export async function lockRegistration(ctx: Ctx, id: number): Promise<RegistrationRow | undefined> {
  const all = await ctx.db
    .selectFrom('brokerRegistrations')
    .selectAll()
    .where('email', '=', (eb) => eb.selectFrom('brokerRegistrations').select('email').where('id', '=', id))
    .orderBy('id')
    .forUpdate()
    .execute()
  return all.find((row) => row.id === id)
}

/** Those of an address that wait for their mail, the newest first. */
export async function findWaiting(ctx: Ctx, email: string): Promise<RegistrationRow[]> {
  return ctx.db
    .selectFrom('brokerRegistrations')
    .selectAll()
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now())
    .orderBy('id', 'desc')
    .execute()
}

/** Every registration of an address is settled by the first that was verified; no copy of a password stays behind. */
export async function closeRegistrations(ctx: Ctx, email: string): Promise<void> {
  await ctx.db
    .updateTable('brokerRegistrations')
    .set({ usedAt: ctx.now(), passwordHash: '' })
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .execute()
}

export async function deleteRegistration(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('brokerRegistrations').where('id', '=', id).execute()
}

export async function deleteExpired(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('brokerRegistrations').where('expiresAt', '<=', ctx.now()).execute()
}
