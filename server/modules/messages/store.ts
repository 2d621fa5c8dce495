import { type Insertable, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { beginningWith } from '#server/platform/db/search-pattern.ts'
import type { Messages, ShortLinks } from '#server/schema.gen.ts'

/** Adds a message unless its occasion already has one. @returns its id; null: there was one */
export async function insertMessage(ctx: Ctx, values: Insertable<Messages>): Promise<number | null> {
  const row = await ctx.db
    .insertInto('messages')
    .values(values)
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function hasMessage(ctx: Ctx, occasion: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('occasion', '=', occasion)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Cancels queued and held messages. One that is being sent may go out; it is marked, so that it is not tried again.
 * @returns how many were cancelled
 */
export async function cancelUnsent(ctx: Ctx, occasionPrefix: string): Promise<number> {
  const { rows } = await sql<{ status: string }>`
    update messages set cancel_asked_at = ${ctx.now()}, updated_at = ${ctx.now()},
      status = case when status = 'sending' then status else 'cancelled' end,
      reason = case when status = 'sending' then reason end,
      next_attempt_at = case when status = 'sending' then next_attempt_at end
    where occasion like ${beginningWith(occasionPrefix)} and status in ('queued', 'held', 'sending')
    returning status`.execute(ctx.db)
  return rows.filter(({ status }) => status === 'cancelled').length
}

export async function insertLink(ctx: Ctx, values: Insertable<ShortLinks>): Promise<void> {
  await ctx.db.insertInto('shortLinks').values(values).execute()
}

interface PageLink {
  code: string
  target: string
  brokerId: number | null
  callId: number | null
  expiresAt: Date
}

/** @returns the link's code, reused from an earlier link to the same page for the same broker and call */
export async function upsertPageLink(ctx: Ctx, link: PageLink): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    insert into short_links (code, kind, target, broker_id, call_id, expires_at)
    values (${link.code}, 'page', ${link.target}, ${link.brokerId}, ${link.callId}, ${link.expiresAt})
    on conflict (target, broker_id, call_id) where kind = 'page'
      do update set expires_at = greatest(short_links.expires_at, excluded.expires_at)
    returning code`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('upsert returned no row')
  return row.code
}
