import { importMapping, type OnExisting } from '#contract/brokers/imports.ts'
import type { AppRun, Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import type { Run } from '#server/platform/runs/run.ts'
import {
  acceptedAfter,
  changeImport,
  countRows,
  findImport,
  type ImportRow,
  rejectRows,
} from './imports.store.ts'
import { columnOf } from './map-columns.rules.ts'
import { matchBrokers } from './match-brokers.rules.ts'
import { planBatch, planUndo } from './plan-batch.rules.ts'
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
  storeDone,
  touchedBrokers,
} from './run-import.store.ts'

/** Rows per transaction: small enough that other work can run in between and progress shows. */
const BATCH = 1000
const STOPPED = 'The import stopped with an error. Start it again to continue where it stopped, or undo it.'
const UNDO_STOPPED = 'The undo stopped with an error. Start it again to continue where it stopped.'

type ImportRun = Run<{ importId: number }, null, object>

/** Imports the accepted rows of a file; the undo removes or restores their brokers. */
export const importRun: AppRun<ImportRun> = {
  kind: 'brokers.run-import',
  topic: 'imports',
  stopped: (_error, { state }) => (state === 'undoing' ? UNDO_STOPPED : STOPPED),
  async prepare({ providers }, { state }) {
    if (state === 'running') await requireRoom(providers.disk, 'files')
  },
  batch: async (tx, run) => importBatch(tx, await importOf(tx, run)),
  finish: async (tx, run) => finishImport(tx, await importOf(tx, run)),
  undo: {
    batch: async (tx, run) => undoBatch(tx, await importOf(tx, run)),
    finish: async (tx, run) => finishUndo(tx, await importOf(tx, run)),
  },
}

async function importOf(tx: Ctx, { input }: ImportRun): Promise<ImportRow> {
  const row = await findImport(tx, input.importId)
  // only a preview is deleted, which has no run
  if (!row) throw new Error(`import ${input.importId} has a run and no row`)
  return row
}

async function importBatch(tx: Ctx, row: ImportRow): Promise<{ done: number } | null> {
  const { id: importId } = row
  await lockBatches(tx)
  // brokers may have been added or deleted since the preview, so each batch matches them again
  const accepted = await acceptedAfter(tx, { importId, row: 0, limit: BATCH })
  if (accepted.length === 0) return null
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
  const added = await addBrokers(tx, importId, {
    source: `Import of ${row.filename}`,
    numberSource: row.numberSource,
    rows: plan.added,
  })
  await changeBrokers(tx, importId, plan.changed, row.numberSource)
  await storeDone(tx, importId, plan.done)
  await rejectRows(tx, importId, rejected)
  if (added.length > 0) await tx.emit('broker.added', { brokerIds: added })
  if (plan.changed.length > 0)
    await tx.emit('broker.changed', { brokerIds: plan.changed.map(({ id }) => id) })
  return { done: plan.done.length }
}

async function finishImport(tx: Ctx, row: ImportRow): Promise<{ done: number; total: number }> {
  const result = await countDone(tx, row.id)
  const counts = await countRows(tx, row.id)
  await changeImport(tx, row.id, { ...counts, result: JSON.stringify(result) })
  await audit(tx, {
    action: 'import.finished',
    subjectType: 'import',
    subjectId: row.id,
    after: { filename: row.filename, ...counts, ...result },
  })
  return { done: counts.accepted, total: counts.accepted }
}

async function undoBatch(tx: Ctx, row: ImportRow): Promise<{ done: number } | null> {
  const { id: importId } = row
  await lockBatches(tx)
  const changes = await changesToUndo(tx, importId, BATCH)
  if (changes.length === 0) return null
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
  await changeImport(tx, importId, { keptAfterUndo: JSON.stringify([...keptOf(row), ...plan.kept]) })
  return { done: changes.length }
}

const keptOf = ({ keptAfterUndo }: ImportRow): unknown[] =>
  Array.isArray(keptAfterUndo) ? keptAfterUndo : []

async function finishUndo(tx: Ctx, row: ImportRow): Promise<undefined> {
  await audit(tx, {
    action: 'import.undone',
    subjectType: 'import',
    subjectId: row.id,
    after: { filename: row.filename, kept: keptOf(row).length },
  })
}
