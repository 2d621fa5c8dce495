// Matches rows to existing brokers; a row that matches two, or one that an earlier row matches, is a problem.

import type { BrokerFields } from '../rules.ts'
import type { RowProblem } from './check-rows.rules.ts'

export type MatchedBy = 'asicNumber' | 'email' | 'phone'

/** An existing broker that shares one of the keys with the row. */
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

export type MatchResult = { row: number; existingId: number | null } | { row: number; problem: RowProblem }

const keyNames: Record<MatchedBy, string> = {
  asicNumber: 'ASIC number',
  email: 'email',
  phone: 'phone and name',
}
const keys: readonly MatchedBy[] = ['asicNumber', 'email', 'phone']

/**
 * @param rows in the order of the file
 * @param matchedInRow row number by matched broker id for earlier rows; this function adds to it
 * @param columnOf the file's header of a field
 */
export function matchBrokers(
  rows: readonly RowToMatch[],
  matchedInRow: Map<number, number>,
  columnOf: (field: MatchedBy) => string,
): MatchResult[] {
  return rows.map(({ row, fields, matches }) => {
    const ids = [...new Set(matches.map(({ id }) => id))]
    const byKey = [...matches].sort((a, b) => keys.indexOf(a.by) - keys.indexOf(b.by))
    const [best] = byKey
    if (!best) return { row, existingId: null }
    const reject = (by: MatchedBy, reason: string): MatchResult => ({
      row,
      problem: { column: columnOf(by), value: fields[by] ?? '', reason },
    })
    if (ids.length > 1) {
      const names = ids.map((id) => {
        const match = byKey.find((one) => one.id === id)
        return `${match?.name} (${match ? keyNames[match.by] : ''})`
      })
      const conflicting = byKey.find(({ id }) => id !== best.id) ?? best
      return reject(conflicting.by, `Matches different brokers: ${names.join(' and ')}`)
    }
    const earlier = matchedInRow.get(best.id)
    if (earlier !== undefined) {
      return reject(best.by, `The same broker as row ${earlier}: both match ${best.name}`)
    }
    matchedInRow.set(best.id, row)
    return { row, existingId: best.id }
  })
}
