import { type ImportStatus, importMapping, type OnExisting } from '#contract/imports.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { isUnreachable, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace, requireRoom } from '#server/platform/disk-space.ts'
import {
  acceptedAfter,
  changeImport,
  countRows,
  findImport,
  type ImportRow,
  moveImport,
  rejectRows,
} from './imports.store.ts'
import { columnOf } from './map-columns.rules.ts'
import { matchBrokers } from './match-brokers.rules.ts'
import { planBatch, planUndo } from './plan-batch.rules.ts'
import { runImportJob } from './run-import.job.ts'
import {
  addBrokers,
  changeBrokers,
  changesToUndo,
  countDone,
  deleteChanges,
  lockBatches,
  lockBrokers,
  removeBrokers,
  restoreBrokers,
  stalledImports,
  storeDone,
  touchedBrokers,
} from './run-import.store.ts'

/** Rows per transaction: small enough that other work can run in between and progress shows. */
const BATCH = 1000
const STALLED_SECONDS = 60
const STOPPED: Record<'importing' | 'undoing', string> = {
  importing: 'The import stopped with an error. Start it again to continue where it stopped, or undo it.',
  undoing: 'The undo stopped with an error. Start it again to continue where it stopped.',
}

/**
 * Runs the import or its undo in batches. Each batch commits with its progress, so that a run after a crash, or a
 * concurrent one, continues where the last batch ended.
 */
export async function runImport(ctx: Ctx, importId: number): Promise<void> {
  const row = await findImport(ctx, importId)
  if (row?.status !== 'importing' && row?.status !== 'undoing') return
  const status = row.status
  try {
    const step = status === 'importing' ? importBatch : undoBatch
    do if (status === 'importing') await requireRoom(ctx.providers.disk, 'files')
    while (await step(ctx, importId))
  } catch (error) {
    // no person has to restart it: the job is retried, and continues after the last batch
    if (isOutOfSpace(error) || isUnreachable(error) || wasInTheWay(error)) throw error
    ctx.log.error({ err: error, importId }, 'import stopped')
    await stopWithError(ctx, importId, status)
  }
}

/** Also fails when the database is unreachable; the job is then retried. */
async function stopWithError(ctx: Ctx, importId: number, from: 'importing' | 'undoing'): Promise<void> {
  await ctx.tx(async (tx) => {
    const to = from === 'importing' ? 'failed' : 'imported'
    await moveImport(tx, importId, { to, values: { error: STOPPED[from] } })
    tx.changed('imports')
  })
}

/** Locks the import; null when its status has changed. */
async function lockRunning(tx: Ctx, importId: number, status: ImportStatus): Promise<ImportRow | null> {
  const row = await findImport(tx, importId, { forUpdate: true })
  if (row?.status !== status) return null
  await lockBatches(tx)
  return row
}

/** @returns false when nothing is left to do */
async function importBatch(ctx: Ctx, importId: number): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const row = await lockRunning(tx, importId, 'importing')
    if (!row) return false
    tx.changed('imports')
    // brokers may have been added or deleted since the preview, so each batch matches them again
    const accepted = await acceptedAfter(tx, { importId, row: 0, limit: BATCH })
    if (accepted.length === 0) {
      await finishImport(tx, row)
      return false
    }
    const matched = [...new Set(accepted.flatMap(({ matches }) => matches.map(({ id }) => id)))]
    const existing = await lockBrokers(tx, matched)
    const touched = await touchedBrokers(tx, importId, matched)
    const matchedInRow = new Map([...touched].map((id) => [id, 0]))
    const results = matchBrokers(accepted, matchedInRow, columnOf(importMapping.parse(row.mapping)))
    const rejected = results.flatMap((result) => ('problem' in result ? [result] : []))
    const planned = results.flatMap((result, index) => {
      const fields = accepted[index]?.fields
      return 'existingId' in result && fields ? [{ ...result, fields }] : []
    })
    const plan = planBatch(planned, existing, row.onExisting as OnExisting) // guaranteed by the table's check constraint
    await addBrokers(tx, importId, {
      source: `Import of ${row.filename}`,
      numberSource: row.numberSource,
      rows: plan.added,
    })
    await changeBrokers(tx, importId, plan.changed, row.numberSource)
    await storeDone(tx, importId, plan.done)
    await rejectRows(tx, importId, rejected)
    await changeImport(tx, importId, { done: row.done + plan.done.length })
    if (plan.changed.length > 0)
      await tx.emit('broker.changed', { brokerIds: plan.changed.map(({ id }) => id) })
    if (plan.added.length + plan.changed.length > 0) tx.changed('brokers', 'dashboard')
    return true
  })
}

async function finishImport(tx: Ctx, row: ImportRow): Promise<void> {
  const result = await countDone(tx, row.id)
  const counts = await countRows(tx, row.id)
  const values = {
    ...counts,
    done: counts.accepted,
    result: JSON.stringify(result),
    finishedAt: tx.now(),
  }
  await moveImport(tx, row.id, { to: 'imported', values })
  await audit(tx, {
    action: 'import.finished',
    subjectType: 'import',
    subjectId: row.id,
    after: { filename: row.filename, ...counts, ...result },
  })
}

/** @returns false when nothing is left to do */
async function undoBatch(ctx: Ctx, importId: number): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const row = await lockRunning(tx, importId, 'undoing')
    if (!row) return false
    tx.changed('imports')
    const changes = await changesToUndo(tx, importId, BATCH)
    if (changes.length === 0) {
      await finishUndo(tx, row)
      return false
    }
    const plan = planUndo(changes)
    if (plan.removed.length > 0) await tx.emit('broker.deleting', { brokerIds: plan.removed })
    await removeBrokers(tx, plan.removed)
    await restoreBrokers(tx, importId, plan.restored)
    if (plan.restored.length > 0) await tx.emit('broker.changed', { brokerIds: plan.restored })
    await deleteChanges(
      tx,
      importId,
      changes.map(({ brokerId }) => brokerId),
    )
    await changeImport(tx, importId, {
      done: row.done + changes.length,
      keptAfterUndo: JSON.stringify([...keptOf(row), ...plan.kept]),
    })
    tx.changed('brokers', 'activities', 'campaigns', 'dashboard')
    return true
  })
}

const keptOf = ({ keptAfterUndo }: ImportRow): unknown[] =>
  Array.isArray(keptAfterUndo) ? keptAfterUndo : []

async function finishUndo(tx: Ctx, row: ImportRow): Promise<void> {
  await moveImport(tx, row.id, { to: 'undone', values: { finishedAt: tx.now() } })
  await audit(tx, {
    action: 'import.undone',
    subjectType: 'import',
    subjectId: row.id,
    after: { filename: row.filename, kept: keptOf(row).length },
  })
}

/**
 * Resumes imports interrupted by a crash. @param silentSeconds seconds without progress; 0 at the start of a process,
 * where a second concurrent run is harmless
 */
export async function resumeImports(ctx: Ctx, silentSeconds = STALLED_SECONDS): Promise<void> {
  for (const importId of await stalledImports(ctx, silentSeconds)) {
    await ctx.enqueue(runImportJob, { importId })
  }
}
