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

export async function findRegistration(ctx: Ctx, id: number): Promise<RegistrationRow | undefined> {
  return ctx.db.selectFrom('brokerRegistrations').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * One registration. Locks all registrations of its address in id order until the transaction ends, so that links opened
 * at the same time are handled one by one.
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

/** Pending registrations of an address, newest first. */
export async function findPending(ctx: Ctx, email: string): Promise<RegistrationRow[]> {
  return ctx.db
    .selectFrom('brokerRegistrations')
    .selectAll()
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now())
    .orderBy('id', 'desc')
    .execute()
}

/** Closes all registrations of an address once one is verified, and erases their password hashes. */
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

/** Deletes expired registrations, completed or not. */
export async function deleteExpiredRegistrations(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('brokerRegistrations').where('expiresAt', '<=', ctx.now()).execute()
}
