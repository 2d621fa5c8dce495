import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { CalendarConsents } from '#server/schema.gen.ts'

export type ConsentRow = Selectable<CalendarConsents>

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Those that have expired are deleted on the way. */
export async function insertConsent(
  tx: Ctx,
  { state, ...values }: Omit<Insertable<CalendarConsents>, 'stateHash'> & { state: string },
): Promise<void> {
  await tx.db.deleteFrom('calendarConsents').where('expiresAt', '<=', tx.now()).execute()
  await tx.db
    .insertInto('calendarConsents')
    .values({ ...values, stateHash: hashOf(state) })
    .execute()
}

/** Deletes it: a state is used once. */
export async function takeConsent(ctx: Ctx, state: string): Promise<ConsentRow | undefined> {
  return ctx.db
    .deleteFrom('calendarConsents')
    .where('stateHash', '=', hashOf(state))
    .returningAll()
    .executeTakeFirst()
}
