/** Decides the status transitions of an import and how it merges a row into an existing broker. */
import { type ImportStatus, importTransitions, type OnExisting } from '#contract/imports.ts'
import type { BrokerFields } from '../rules.ts'

/** The statuses that may change to this one. */
export function statusesBefore(status: ImportStatus): ImportStatus[] {
  return (Object.keys(importTransitions) as ImportStatus[]).filter((from) =>
    importTransitions[from].includes(status),
  )
}

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
    phone: first.phone || second.phone,
    email: first.email || second.email,
    company: first.company || second.company,
    region: first.region || second.region,
    postcode: first.postcode || second.postcode,
    asicNumber: first.asicNumber || second.asicNumber,
    membership: first.membership || second.membership,
    aggregator: first.aggregator || second.aggregator,
    bdmId: first.bdmId ?? second.bdmId,
  }
}
