import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { isUnreachable, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace } from '#server/platform/disk-space.ts'
import { insertSuppressions } from '../suppressions/suppressions.store.ts'
import {
  type BulkChangeRow,
  findBulkChange,
  lockChanged,
  lockChosen,
  moveBulkChange,
  noteOutcomes,
  noteUndone,
  restoreBases,
  restoreBdms,
  setListed,
  stalledBulkChanges,
  updateBulkChange,
  writeChanges,
} from './bulk-changes.store.ts'
import {
  addRefusals,
  type BasisBefore,
  type Change,
  type Chosen,
  type Planned,
  planFor,
} from './plan-bulk-change.rules.ts'
import { runBulkChangeJob } from './run-bulk-change.job.ts'

/** Brokers per transaction: small enough that other work can run in between and progress shows. */
const BATCH = 500
const STALLED_SECONDS = 60
const STOPPED =
  'It stopped with an error. What was changed so far can be undone; choose the rest again to go on.'
const UNDO_STOPPED = 'The undo stopped with an error. Start it again to continue where it stopped.'

/**
 * Does or undoes a change of many brokers in batches. Each commits with its progress, so that a run after a crash, or
 * beside another, goes on where the last one ended.
 */
export async function runBulkChange(ctx: Ctx, changeId: number): Promise<void> {
  const row = await findBulkChange(ctx, changeId)
  if (row?.status !== 'running' && row?.status !== 'undoing') return
  const step = row.status === 'running' ? changeBatch : undoBatch
  try {
    while (await step(ctx, changeId));
  } catch (error) {
    // the job is tried again, and goes on where the last batch ended
    if (isOutOfSpace(error) || isUnreachable(error) || wasInTheWay(error)) throw error
    ctx.log.error({ err: error, changeId }, 'change of many brokers stopped')
    await ctx.tx(async (tx) => {
      const isUndo = row.status === 'undoing'
      const values = { error: isUndo ? UNDO_STOPPED : STOPPED, finishedAt: tx.now() }
      await moveBulkChange(tx, changeId, { to: isUndo ? 'done' : 'failed', values })
      tx.changed('bulk-changes')
    })
  }
}

/** As createBulkChange stored it. */
const changeOf = (row: BulkChangeRow): Change => row.change as unknown as Change

/** @returns false when nothing is left to do */
async function changeBatch(ctx: Ctx, id: number): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const row = await findBulkChange(tx, id, { forUpdate: true })
    if (row?.status !== 'running') return false
    tx.changed('bulk-changes')
    const change = changeOf(row)
    const chosen = await lockChosen(tx, { id, change, limit: BATCH })
    if (chosen.length === 0) {
      await finish(tx, row)
      return false
    }
    const planned = chosen.map((broker) => planFor(broker, change, tx.now()))
    await carryOut(tx, { row, change, chosen, planned })
    await noteOutcomes(tx, id, planned)
    const count = (outcome: Planned['outcome']) => planned.filter((each) => each.outcome === outcome).length
    await updateBulkChange(tx, id, {
      done: row.done + planned.length,
      changed: row.changed + count('changed'),
      unchanged: row.unchanged + count('unchanged'),
      refused: JSON.stringify(addRefusals(row.refused as Record<string, number>, planned)), // as stored here
    })
    return true
  })
}

interface Batch {
  row: BulkChangeRow
  change: Change
  chosen: readonly Chosen[]
  planned: readonly Planned[]
}

async function carryOut(tx: Ctx, { row, change, chosen, planned }: Batch): Promise<void> {
  const changed = planned.filter((each) => each.outcome === 'changed')
  if (changed.length === 0) return
  if (change.kind === 'suppression') {
    const ids = new Set(changed.map(({ id }) => id))
    const phones = chosen.flatMap(({ id, phone }) => (phone !== null && ids.has(id) ? [phone] : []))
    const added = await insertSuppressions(tx, [...new Set(phones)], {
      reason: change.reason,
      createdBy: row.createdBy,
    })
    for (const phone of added) await tx.emit('number.suppressed', { phone, simulated: false })
    tx.changed('suppressions')
  } else await writeChanges(tx, change, changed)
  if (change.kind === 'call_basis')
    await tx.emit('broker.changed', { brokerIds: changed.map(({ id }) => id) })
  if (change.kind === 'audience') tx.changed('audiences')
  else tx.changed('brokers')
}

async function finish(tx: Ctx, row: BulkChangeRow): Promise<void> {
  // chosen brokers who were deleted meanwhile are missing
  const missing = row.missing + row.total - row.done
  await moveBulkChange(tx, row.id, { to: 'done', values: { missing, finishedAt: tx.now() } })
  await audit(tx, {
    action: 'bulk_change.finished',
    subjectType: 'bulk_change',
    subjectId: row.id,
    after: { label: row.label, changed: row.changed, unchanged: row.unchanged, refused: row.refused },
  })
}

/** @returns false when nothing is left to undo */
async function undoBatch(ctx: Ctx, id: number): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const row = await findBulkChange(tx, id, { forUpdate: true })
    if (row?.status !== 'undoing') return false
    tx.changed('bulk-changes')
    const batch = await lockChanged(tx, id, BATCH)
    if (batch.length === 0) {
      await moveBulkChange(tx, id, { to: 'undone', values: { finishedAt: tx.now() } })
      await audit(tx, {
        action: 'bulk_change.undone',
        subjectType: 'bulk_change',
        subjectId: id,
        after: { label: row.label, restored: row.restored, left: row.leftAlone },
      })
      return false
    }
    const change = changeOf(row)
    // being on a list is no part of the broker's record, which others may have edited since
    const restorable = change.kind === 'audience' ? batch : batch.filter(({ edited }) => !edited)
    const restored = restorable.map((each) => each.id)
    const left = batch.map((each) => each.id).filter((each) => !restored.includes(each))
    await restore(tx, change, restorable)
    await noteUndone(tx, id, { restored, left })
    await updateBulkChange(tx, id, {
      restored: row.restored + restored.length,
      leftAlone: row.leftAlone + left.length,
    })
    return true
  })
}

async function restore(
  tx: Ctx,
  change: Change,
  rows: readonly { id: number; before: unknown }[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  // each kind keeps what planFor says
  if (change.kind === 'bdm') {
    await restoreBdms(
      tx,
      rows.map(({ id, before }) => ({ id, ...(before as { bdmId: number | null }) })),
    )
    tx.changed('brokers')
  } else if (change.kind === 'call_basis') {
    await restoreBases(
      tx,
      rows.map(({ id, before }) => ({ id, ...(before as BasisBefore) })),
    )
    await tx.emit('broker.changed', { brokerIds: ids })
    tx.changed('brokers')
  } else if (change.kind === 'audience') {
    await setListed(tx, change.listId, ids, change.remove)
    tx.changed('audiences')
  }
}

/**
 * Goes on with changes that a crash has interrupted. @param silentSeconds seconds without progress; 0 at the start of a
 * process, where a second run beside another is harmless
 */
export async function resumeBulkChanges(ctx: Ctx, silentSeconds = STALLED_SECONDS): Promise<void> {
  for (const changeId of await stalledBulkChanges(ctx, silentSeconds))
    await ctx.enqueue(runBulkChangeJob, { changeId })
}
