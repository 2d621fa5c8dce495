import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { actorId, actorLabel } from '#server/platform/actor.ts'
import type { AuditLog } from '#server/schema.gen.ts'
import { insertAuditRows } from './audit-log.store.ts'

export interface AuditRow {
  /** Noun and past participle, e.g. 'campaign.changed'. */
  action: string
  subjectType: string
  subjectId?: string | number | null
  before?: unknown
  after?: unknown
}

/** Serialises for PostgreSQL, which rejects NUL characters and lone surrogates in JSON. */
function toJson(value: unknown): string | null {
  if (value === undefined) return null
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part,
  )
}

const asStored = (value: unknown): unknown => JSON.parse(toJson(value) ?? 'null')

/**
 * The fields of `after` that differ from `before`, with both values, for an audit row; null if none does. A field that is
 * undefined in `after` does not change.
 * @param except fields that the audit log leaves out
 */
export function changedFields<Row extends object>(
  before: Row,
  after: Partial<Row>,
  except: readonly (keyof Row)[] = [],
): { before: Partial<Row>; after: Partial<Row> } | null {
  const fields = (Object.keys(after) as (keyof Row)[]).filter(
    (field) =>
      !except.includes(field) &&
      after[field] !== undefined &&
      !isDeepStrictEqual(asStored(before[field]), asStored(after[field])),
  )
  if (fields.length === 0) return null
  const pick = (row: Partial<Row>) =>
    Object.fromEntries(fields.map((field) => [field, row[field]])) as Partial<Row> // keys of the row
  return { before: pick(before), after: pick(after) }
}

/** Adds one row to the append-only audit log; inside `ctx.tx` it commits with the change it records. */
export async function audit(ctx: Ctx, row: AuditRow): Promise<void> {
  await auditAll([{ ctx, row }])
}

/** Adds rows of several actors in one statement. @param rows at least one, all of one transaction */
export async function auditAll(rows: readonly { ctx: Ctx; row: AuditRow }[]): Promise<void> {
  const ctx = rows[0]?.ctx
  if (!ctx) throw new Error('auditAll called without rows')
  await insertAuditRows(
    ctx,
    rows.map((entry) => valuesOf(entry.ctx, entry.row)),
  )
}

function valuesOf({ actor, requestId }: Ctx, row: AuditRow): Insertable<AuditLog> {
  return {
    actorId: actorId(actor),
    actor: actorLabel(actor),
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId == null ? null : String(row.subjectId),
    before: toJson(row.before),
    after: toJson(row.after),
    ip: actor.kind === 'system' ? null : actor.ip,
    requestId,
  }
}
