import type { Ctx } from '#server/ctx.ts'
import { actorLabel } from '#server/platform/actor.ts'

export interface AuditRow {
  /** Noun and past participle, e.g. 'campaign.changed'. */
  action: string
  subjectType: string
  subjectId?: string | number | null
  before?: unknown
  after?: unknown
}

/** As JSON that PostgreSQL takes: it refuses NUL characters and halves of surrogate pairs. */
function toJson(value: unknown): string | null {
  if (value === undefined) return null
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}

/** Adds one row to the append-only audit log; inside `ctx.tx` it commits with the change that it tells of. */
export async function audit(ctx: Ctx, row: AuditRow): Promise<void> {
  const { actor } = ctx
  await ctx.db
    .insertInto('auditLog')
    .values({
      actorId: actor.kind === 'staff' || actor.kind === 'broker' ? actor.userId : null,
      actor: actorLabel(actor),
      action: row.action,
      subjectType: row.subjectType,
      subjectId: row.subjectId == null ? null : String(row.subjectId),
      before: toJson(row.before),
      after: toJson(row.after),
      ip: actor.kind === 'system' ? null : actor.ip,
      requestId: ctx.requestId,
    })
    .execute()
  if (ctx.inTransaction) ctx.changed('audit')
}
