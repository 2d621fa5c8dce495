// Decides which broker that is there already a row means; a row that means two, or one that an earlier row means, is none.

import type { BrokerFields } from '../rules.ts'
import type { RowProblem } from './check-rows.rules.ts'

export type MatchedBy = 'asicNumber' | 'email' | 'phone'

/** A broker that is there already and agrees with the row in one of the keys. */
export interface Match {
  id: number
  name: string
  by: MatchedBy
}

export interface RowToMatch {
  row: number
  fields: BrokerFields
  matches: readonly Match[]
}

export type Meeting = { row: number; existingId: number | null } | { row: number; problem: RowProblem }

const keyNames: Record<MatchedBy, string> = {
  asicNumber: 'ASIC number',
  email: 'e-mail',
  phone: 'phone and name',
}
const keys: readonly MatchedBy[] = ['asicNumber', 'email', 'phone']

/**
 * @param rows in the order of the file
 * @param met brokers that earlier rows met, with the row; it grows
 * @param columnOf the file's header of a field
 */
export function matchBrokers(
  rows: readonly RowToMatch[],
  met: Map<number, number>,
  columnOf: (field: MatchedBy) => string,
): Meeting[] {
  return rows.map(({ row, fields, matches }) => {
    const ids = [...new Set(matches.map(({ id }) => id))]
    const [existingId] = ids
    if (existingId === undefined) return { row, existingId: null }
    const object = (by: MatchedBy, reason: string): Meeting => ({
      row,
      problem: { column: columnOf(by), value: fields[by] ?? '', reason },
    })
    const byKey = [...matches].sort((a, b) => keys.indexOf(a.by) - keys.indexOf(b.by))
    if (ids.length > 1) {
      const told = ids.map((id) => {
        const match = byKey.find((one) => one.id === id)
        return `${match?.name} (${match ? keyNames[match.by] : ''})`
      })
      const odd = byKey.find(({ id }) => id !== byKey[0]?.id)
      return object(odd?.by ?? 'phone', `Matches different brokers: ${told.join(' and ')}`)
    }
    const by = byKey[0]?.by ?? 'phone'
    const earlier = met.get(existingId)
    if (earlier !== undefined) {
      return object(by, `The same broker as row ${earlier}: both match ${byKey[0]?.name}`)
    }
    met.set(existingId, row)
    return { row, existingId }
  })
}
