// Builds the sentence that describes a change of a register.

import { longDay } from '#contract/calendar.ts'
import { type Register, type RegisterChangeKind, registerTerms } from '#contract/surveillance/registers.ts'

export interface ChangedRow {
  number: string | null
  name: string
  startedOn: string | null
  endedOn: string | null
  status: string | null
  state: string | null
  postcode: string | null
  licence: string | null
  scheme: string | null
}

const fields: Record<Exclude<keyof ChangedRow, 'number' | 'endedOn'>, string> = {
  name: 'name',
  startedOn: 'begin',
  status: 'status',
  state: 'state',
  postcode: 'postcode',
  licence: 'licensee',
  scheme: 'dispute resolution scheme',
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** e.g. 'Credit representative 412345, FRASER, ISLA, ended on 3 November 2026.' @param before null for a new row */
export function describeChange(
  register: Register,
  after: ChangedRow,
  before: ChangedRow | null,
  kind: RegisterChangeKind,
): string {
  const who = capitalised(
    [`${registerTerms[register].noun} ${after.number ?? ''}`.trim(), after.name].join(', '),
  )
  if (kind === 'added') return `${who}, is new${after.startedOn ? `, from ${longDay(after.startedOn)}` : ''}.`
  if (kind === 'moved')
    return `${who}, moved from licensee ${before?.licence ?? 'none'} to ${after.licence ?? 'none'}.`
  if (kind === 'removed') return `${who}, is no longer listed.`
  if (before && before.endedOn !== after.endedOn) {
    if (after.endedOn === null) return `${who}, no longer ends.`
    return `${who}, ended on ${longDay(after.endedOn)}.`
  }
  const names = Object.keys(fields) as (keyof typeof fields)[] // its own keys
  const changed = before ? names.filter((field) => before[field] !== after[field]) : []
  if (changed.length === 0) return `${who}, changed in a detail.`
  const told = changed.map(
    (field) => `${fields[field]} ${before?.[field] ?? 'none'} became ${after[field] ?? 'none'}`,
  )
  return `${who}: ${told.join(', ')}.`
}
