import type { Insertable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AuditLog } from '#server/schema.gen.ts'

/** The log is append-only: triggers reject changes of its rows. */
export async function insertAuditRows(ctx: Ctx, rows: readonly Insertable<AuditLog>[]): Promise<void> {
  await ctx.db.insertInto('auditLog').values(rows).execute()
}
