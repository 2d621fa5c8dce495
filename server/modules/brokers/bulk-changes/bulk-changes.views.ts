import { type RawBuilder, sql } from 'kysely'
import type { BulkChange, BulkChangeStatus } from '#contract/brokers/bulk-changes.ts'
import type { Ctx } from '#server/ctx.ts'
import { type Position, streamRows } from '#server/platform/db/keyset.ts'
import { notFound } from '#server/platform/errors.ts'
import { BULK_CHANGE_RUN, type BulkCounts, type Change, UNDOABLE } from './plan-bulk-change.rules.ts'

/** As many as somebody may look for again. */
const SHOWN = 20

interface Row {
  id: number
  status: BulkChangeStatus
  input: { label: string; change: Change }
  counters: BulkCounts
  total: number
  error: string | null
  createdAt: Date
  createdBy: string | null
}

async function readChanges(ctx: Ctx, which: RawBuilder<unknown>): Promise<BulkChange[]> {
  const { rows } = await sql<Row>`
    select r.id, r.state as status, r.input, r.counters, r.total, r.error, r.started_at as created_at, u.name as created_by
    from runs r left join users u on u.id = r.started_by
    where r.kind = ${BULK_CHANGE_RUN} and ${which} order by r.id desc limit ${SHOWN}`.execute(ctx.db)
  return rows.map(toBulkChange)
}

function toBulkChange({ input, counters, ...row }: Row): BulkChange {
  const { kind } = input.change
  const { missing, changed, unchanged, restored, left } = counters
  const isUndo = row.status === 'undoing' || row.status === 'undone'
  const refused = Object.entries(counters.refused)
  const sum = refused.reduce((total, [, brokers]) => total + brokers, 0)
  return {
    ...{ id: row.id, kind, status: row.status, label: input.label, total: row.total, missing },
    done: isUndo ? restored + left : changed + unchanged + sum,
    ...{ changed, unchanged },
    refused: refused
      .map(([reason, brokers]) => ({ reason, brokers }))
      .sort((a, b) => b.brokers - a.brokers || a.reason.localeCompare(b.reason)),
    undo: isUndo ? { restored, left } : null,
    undoable: UNDOABLE[kind] && changed > 0 && (row.status === 'done' || row.status === 'failed'),
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  }
}

export async function viewBulkChanges(ctx: Ctx): Promise<BulkChange[]> {
  return readChanges(ctx, sql`true`)
}

/** @throws AppError not_found */
export async function viewBulkChange(ctx: Ctx, id: number): Promise<BulkChange> {
  const [change] = await readChanges(ctx, sql`r.id = ${id}`)
  if (!change) throw notFound('Change')
  return change
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
