import { sql } from 'kysely'
import type { Register } from '#contract/surveillance/registers.ts'
import type { Ctx } from '#server/ctx.ts'

/** Records a failed attempt to fetch a register. @returns since when it fails, and how often in a row */
export async function noteFailure(
  tx: Ctx,
  register: Register,
  reason: string,
): Promise<{ failedSince: Date; failures: number }> {
  const { rows } = await sql<{ failedSince: Date; failures: number }>`
    insert into register_fetches (register, attempted_at, failed_since, failures, reason)
    values (${register}, ${tx.now()}, ${tx.now()}, 1, ${reason})
    on conflict (register) do update
    set attempted_at = excluded.attempted_at, reason = excluded.reason,
      failed_since = coalesce(register_fetches.failed_since, excluded.failed_since), failures = register_fetches.failures + 1
    returning failed_since, failures`.execute(tx.db)
  const [row] = rows
  if (!row) throw new Error('attempt not stored')
  return row
}

/** Records a success. @returns whether attempts failed before it */
export async function noteSuccess(tx: Ctx, register: Register): Promise<boolean> {
  const { rows } = await sql<{ failedSince: Date | null }>`
    select failed_since from register_fetches where register = ${register} for update`.execute(tx.db)
  await sql`
    insert into register_fetches (register, attempted_at, succeeded_at) values (${register}, ${tx.now()}, ${tx.now()})
    on conflict (register) do update
    set attempted_at = excluded.attempted_at, succeeded_at = excluded.succeeded_at, failed_since = null, failures = 0,
      reason = null`.execute(tx.db)
  return rows.some(({ failedSince }) => failedSince !== null)
}
