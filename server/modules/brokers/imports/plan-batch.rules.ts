// Plans what a batch of an import or of its undo changes, and which brokers an undo leaves unchanged.

import type { OnExisting } from '#contract/brokers/imports.ts'
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

/** @param existing current brokers; one deleted since the preview is added again */
export function planBatch(
  rows: readonly PlannedRow[],
  existing: ReadonlyMap<number, BrokerFields>,
  rule: OnExisting,
): BatchPlan {
  const plan: BatchPlan = { added: [], changed: [], done: [] }
  for (const { row, fields, existingId } of rows) {
    const current = existingId === null ? undefined : existing.get(existingId)
    if (existingId === null || !current) {
      plan.added.push({ ...fields, row, timezone: zoneFor(fields.region, fields.postcode) })
      plan.done.push({ row, doneAs: 'created', existingId: null })
      continue
    }
    const after = merge(current, fields, rule)
    const same = (Object.keys(after) as (keyof BrokerFields)[]).every(
      (field) => after[field] === current[field],
    )
    if (!same)
      plan.changed.push({ ...after, id: existingId, timezone: zoneFor(after.region, after.postcode) })
    plan.done.push({ row, doneAs: same ? 'skipped' : 'updated', existingId })
  }
  return plan
}

/** A change made by an import, with the current state of its broker. */
export interface Undoable {
  brokerId: number
  nameBefore: string | null
  /** True when the import added the broker. */
  added: boolean
  /** Null when the broker has been deleted. */
  name: string | null
  edited: boolean
  called: boolean
}

export interface UndoPlan {
  removed: number[]
  restored: number[]
  kept: { brokerId: number; name: string; reason: string }[]
}

/** Brokers called or edited since the import are kept as they are; a deleted one cannot be restored. */
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
