import { sql } from 'kysely'
import type { BulkChange, BulkChangeKind, BulkChangeStatus } from '#contract/bulk-changes.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Position, streamRows } from '#server/platform/db/keyset.ts'
import { notFound } from '#server/platform/errors.ts'
import { UNDOABLE } from './plan-bulk-change.rules.ts'

/** As many as somebody may look for again. */
const SHOWN = 20

const rows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('bulkChanges')
    .leftJoin('users', 'users.id', 'bulkChanges.createdBy')
    .selectAll('bulkChanges')
    .select('users.name as author')
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function toBulkChange(row: Row): BulkChange {
  // the table's checks allow no others
  const kind = row.kind as BulkChangeKind
  const status = row.status as BulkChangeStatus
  const isUndo = status === 'undoing' || status === 'undone'
  const refused = Object.entries(row.refused as Record<string, number>) // as run-bulk-change.ts stores it
  return {
    ...{ id: row.id, kind, status, label: row.label, total: row.total, missing: row.missing },
    done: isUndo ? row.restored + row.leftAlone : row.done,
    ...{ changed: row.changed, unchanged: row.unchanged },
    refused: refused
      .map(([reason, brokers]) => ({ reason, brokers }))
      .sort((a, b) => b.brokers - a.brokers || a.reason.localeCompare(b.reason)),
    undo: isUndo ? { restored: row.restored, left: row.leftAlone } : null,
    undoable: UNDOABLE[kind] && row.changed > 0 && (status === 'done' || status === 'failed'),
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.author,
  }
}

export async function viewBulkChanges(ctx: Ctx): Promise<BulkChange[]> {
  const found = await rows(ctx).orderBy('bulkChanges.id', 'desc').limit(SHOWN).execute()
  return found.map(toBulkChange)
}

/** @throws AppError not_found */
export async function viewBulkChange(ctx: Ctx, id: number): Promise<BulkChange> {
  const row = await rows(ctx).where('bulkChanges.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Change')
  return toBulkChange(row)
}

export interface Refused {
  id: number
  name: string
  company: string | null
  phone: string | null
  reason: string | null
}

/** Brokers that a change refused, in pages. @throws AppError not_found */
export async function* streamRefused(ctx: Ctx, id: number): AsyncGenerator<Refused> {
  await viewBulkChange(ctx, id)
  const read = (after: Position | null) =>
    ctx.db
      .selectFrom('bulkChangeBrokers as c')
      .innerJoin('brokers as b', 'b.id', 'c.brokerId')
      .where('c.changeId', '=', id)
      .where('c.outcome', '=', 'refused')
      .where('c.brokerId', '>', after?.id ?? 0)
      .select(['b.id', 'b.name', 'b.company', 'b.phone', 'c.reason', sql<string>`''`.as('position')])
      .orderBy('c.brokerId')
  yield* streamRows<Refused & Position>(read)
}
