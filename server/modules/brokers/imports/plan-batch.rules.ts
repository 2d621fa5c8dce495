// Decides what one batch of an import does to the brokers, and which brokers an undo leaves alone.

import type { OnExisting } from '#contract/imports.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import type { BrokerFields } from '../rules.ts'
import { merge } from './imports.rules.ts'

export interface PlannedRow {
  row: number
  fields: BrokerFields
  existingId: number | null
}

export interface BatchPlan {
  added: (BrokerFields & { row: number; timezone: string | null })[]
  changed: (BrokerFields & { id: number; timezone: string | null })[]
  done: { row: number; doneAs: 'created' | 'updated' | 'skipped'; existingId: number | null }[]
}

/** @param existing brokers as they are now; one that has gone since is added anew */
export function planBatch(
  rows: readonly PlannedRow[],
  existing: ReadonlyMap<number, BrokerFields>,
  rule: OnExisting,
): BatchPlan {
  const plan: BatchPlan = { added: [], changed: [], done: [] }
  for (const { row, fields, existingId } of rows) {
    const now = existingId === null ? undefined : existing.get(existingId)
    if (existingId === null || !now) {
      plan.added.push({ ...fields, row, timezone: zoneFor(fields.region, fields.postcode) })
      plan.done.push({ row, doneAs: 'created', existingId: null })
      continue
    }
    const after = merge(now, fields, rule)
    const same = (Object.keys(after) as (keyof BrokerFields)[]).every((field) => after[field] === now[field]) // its own keys
    if (!same)
      plan.changed.push({ ...after, id: existingId, timezone: zoneFor(after.region, after.postcode) })
    plan.done.push({ row, doneAs: same ? 'skipped' : 'updated', existingId })
  }
  return plan
}

/** A change of an import with what became of its broker. */
export interface Undoable {
  brokerId: number
  nameBefore: string | null
  /** The import added the broker. */
  added: boolean
  /** Null: the broker is gone. */
  name: string | null
  edited: boolean
  called: boolean
}

export interface UndoPlan {
  removed: number[]
  restored: number[]
  kept: { brokerId: number; name: string; reason: string }[]
}

/** Brokers that were called or edited since are left alone; one that is gone cannot come back. */
export function planUndo(changes: readonly Undoable[]): UndoPlan {
  const plan: UndoPlan = { removed: [], restored: [], kept: [] }
  for (const change of changes) {
    const { brokerId, added, name } = change
    const keep = (reason: string) =>
      plan.kept.push({ brokerId, name: name ?? change.nameBefore ?? '', reason })
    if (name === null) {
      if (!added) keep('Deleted since the import')
    } else if (change.called && change.edited) keep('Called and edited since the import')
    else if (change.called) keep('Called since the import')
    else if (change.edited) keep('Edited since the import')
    else if (added) plan.removed.push(brokerId)
    else plan.restored.push(brokerId)
  }
  return plan
}
