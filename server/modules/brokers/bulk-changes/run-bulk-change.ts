import type { AppRun, Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import type { Run } from '#server/platform/runs/run.ts'
import { insertSuppressions } from '../suppressions/suppressions.store.ts'
import {
  lockChanged,
  lockChosen,
  noteOutcomes,
  noteUndone,
  restoreBases,
  restoreBdms,
  setListed,
  writeChanges,
} from './bulk-changes.store.ts'
import {
  addRefusals,
  type BasisBefore,
  BULK_CHANGE_RUN,
  type BulkCounts,
  type Change,
  type Chosen,
  type Planned,
  planFor,
} from './plan-bulk-change.rules.ts'

/** Brokers per transaction: small enough that other work can run in between and progress shows. */
const BATCH = 500
const STOPPED =
  'It stopped with an error. What was changed so far can be undone; choose the rest again to go on.'
const UNDO_STOPPED = 'The undo stopped with an error. Start it again to continue where it stopped.'

export type BulkChangeRun = Run<{ label: string; change: Change }, null, BulkCounts>

/** Changes many brokers. Each broker's row of the change stores its outcome, which the undo reads. */
export const bulkChangeRun: AppRun<BulkChangeRun> = {
  kind: BULK_CHANGE_RUN,
  topic: 'bulk-changes',
  stopped: (_error, { state }) => (state === 'undoing' ? UNDO_STOPPED : STOPPED),
  async batch(tx, run) {
    const { id, input, counters } = run
    const chosen = await lockChosen(tx, { id, change: input.change, limit: BATCH })
    if (chosen.length === 0) return null
    const planned = chosen.map((broker) => planFor(broker, input.change, tx.now()))
    await carryOut(tx, { run, chosen, planned })
    await noteOutcomes(tx, id, planned)
    const count = (outcome: Planned['outcome']) => planned.filter((each) => each.outcome === outcome).length
    return {
      done: planned.length,
      counters: {
        ...counters,
        changed: counters.changed + count('changed'),
        unchanged: counters.unchanged + count('unchanged'),
        refused: addRefusals(counters.refused, planned),
      },
    }
  },
  async finish(tx, { id, input, counters, done, total }) {
    const { changed, unchanged, refused } = counters
    await audit(tx, {
      action: 'bulk_change.finished',
      subjectType: 'bulk_change',
      subjectId: id,
      after: { label: input.label, changed, unchanged, refused },
    })
    // chosen brokers who were deleted meanwhile are missing
    return { total, counters: { ...counters, missing: counters.missing + total - done } }
  },
  undo: {
    async batch(tx, { id, input, counters }) {
      const batch = await lockChanged(tx, id, BATCH)
      if (batch.length === 0) return null
      // being on a list is no part of the broker's record, which others may have edited since
      const restorable = input.change.kind === 'audience' ? batch : batch.filter(({ edited }) => !edited)
      const restored = restorable.map((each) => each.id)
      const left = batch.map((each) => each.id).filter((each) => !restored.includes(each))
      await restore(tx, input.change, restorable)
      await noteUndone(tx, id, { restored, left })
      return {
        done: batch.length,
        counters: {
          ...counters,
          restored: counters.restored + restored.length,
          left: counters.left + left.length,
        },
      }
    },
    async finish(tx, { id, input, counters, total }) {
      await audit(tx, {
        action: 'bulk_change.undone',
        subjectType: 'bulk_change',
        subjectId: id,
        after: { label: input.label, restored: counters.restored, left: counters.left },
      })
      return { total }
    },
  },
}

interface Batch {
  run: BulkChangeRun
  chosen: readonly Chosen[]
  planned: readonly Planned[]
}

async function carryOut(tx: Ctx, { run, chosen, planned }: Batch): Promise<void> {
  const { change } = run.input
  const changed = planned.filter((each) => each.outcome === 'changed')
  if (changed.length === 0) return
  if (change.kind === 'suppression') {
    const ids = new Set(changed.map(({ id }) => id))
    const phones = chosen.flatMap(({ id, phone }) => (phone !== null && ids.has(id) ? [phone] : []))
    const added = await insertSuppressions(tx, [...new Set(phones)], {
      reason: change.reason,
      createdBy: run.startedBy,
    })
    for (const phone of added) await tx.emit('number.suppressed', { phone, simulated: false })
  } else await writeChanges(tx, change, changed)
  if (change.kind === 'call_basis')
    await tx.emit('broker.changed', { brokerIds: changed.map(({ id }) => id) })
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
  } else if (change.kind === 'call_basis') {
    await restoreBases(
      tx,
      rows.map(({ id, before }) => ({ id, ...(before as BasisBefore) })),
    )
    await tx.emit('broker.changed', { brokerIds: ids })
  } else if (change.kind === 'audience') {
    await setListed(tx, change.listId, ids, change.remove)
  }
}
