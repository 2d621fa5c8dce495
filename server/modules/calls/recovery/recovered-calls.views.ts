import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'

/** Those of a vendor's call ids that we have a call for. */
export async function namedCalls(
  ctx: Ctx,
  provider: string,
  providerCallIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select provider_call_id as id from calls
    where provider = ${provider} and provider_call_id = any(${[...providerCallIds]}::text[])`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** Vendors that had calls since this instant. */
export async function vendorsSince(ctx: Ctx, since: Date): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('calls')
    .select('provider')
    .distinct()
    .where('simulated', '=', false)
    .where('createdAt', '>', since)
    .execute()
  return rows.map(({ provider }) => provider)
}

/** Whether the call ended with a conversation, or continues: its person may have chosen something. */
export async function mayHaveChosen(ctx: Ctx, callId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('calls')
    .select(['status', 'outcome'])
    .where('id', '=', callId)
    .executeTakeFirst()
  return row !== undefined && (row.outcome === null || row.outcome === 'human' || row.outcome === 'silent')
}
