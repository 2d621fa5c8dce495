/** Decides the status of an import and how it merges a row into an existing broker. */
import { sql } from 'kysely'
import { forEachText } from '#contract/brokers/broker-fields.ts'
import type { ImportStatus, OnExisting } from '#contract/brokers/imports.ts'
import type { BrokerFields } from '../rules.ts'

/** The status of an import, by its run; a preview has none. Of `broker_imports` with a left join of `runs`. */
export const importStatus = sql<ImportStatus>`case runs.state when 'running' then 'importing' when 'done' then 'imported'
  when 'cancelled' then 'failed' else coalesce(runs.state, 'preview') end`

export const transitionRefusals: Record<ImportStatus, string> = {
  preview: 'This import has not been started.',
  importing: 'This import is already running.',
  imported: 'This import is already finished.',
  undoing: 'This import is being undone right now.',
  undone: 'This import was undone. Upload the file again to import it.',
  failed: 'This import stopped with an error.',
}

/** The broker's fields after the import, by the chosen rule. Blank cells never erase a value. */
export function merge(existing: BrokerFields, row: BrokerFields, rule: OnExisting): BrokerFields {
  if (rule === 'skip') return existing
  const [first, second] = rule === 'fill' ? [existing, row] : [row, existing]
  return {
    name: first.name || second.name,
    // a row that an earlier version checked lacks the fields that are new in this one
    ...forEachText((field) => first[field] || second[field] || null),
    region: first.region || second.region,
    bdmId: first.bdmId ?? second.bdmId,
  }
}
