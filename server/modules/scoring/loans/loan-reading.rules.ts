// Decides how the columns of a file of loans are read: over all rows of the file, unless a person chose.

import type { LoanField, LoanMapping, LoanReading, LoanReadingChoice } from '#contract/scoring/loans.ts'
import { rateColumn } from '#server/input/values/amounts.ts'
import { type DateColumn, dateColumn } from '#server/input/values/dates.ts'

const DATES: readonly LoanField[] = ['lodged_on', 'approved_on', 'settled_on']

/** Collects the rows of a file, then decides. */
export function loanReader(columns: readonly string[], mapping: LoanMapping) {
  const placeOf = (field: LoanField): number => columns.indexOf(mapping[field] ?? '')
  const dates = DATES.map((field) => ({ place: placeOf(field), column: dateColumn() })).filter(
    ({ place }) => place >= 0,
  )
  const lvr = { place: placeOf('lvr'), column: rateColumn() }
  return {
    add(cells: readonly string[]): void {
      for (const { place, column } of dates) column.add(cells[place] ?? '')
      if (lvr.place >= 0) lvr.column.add(cells[lvr.place] ?? '')
    },
    decide({ dateOrder, lvrUnit }: LoanReadingChoice): LoanReading {
      const order = orderOf(dates.map(({ column }) => column.decide()))
      const { unit, basis, example } = lvr.column.decide()
      return {
        dateOrder: dateOrder ? { ...order, value: dateOrder, basis: 'chosen' } : order,
        lvrUnit: lvrUnit ? { value: lvrUnit, basis: 'chosen', example } : { value: unit, basis, example },
      }
    },
  }
}

/** A program writes all its dates alike: a column that leaves it open follows the one that decides. */
function orderOf(columns: readonly DateColumn[]): LoanReading['dateOrder'] {
  const example = columns.find((column) => column.example !== null)?.example ?? null
  const months = columns.filter(({ order }) => order === 'month')
  const days = columns.filter(({ order, isProven }) => order === 'day' && isProven)
  if (months.length > 0 && days.length === 0) return { value: 'month', basis: 'decided', example }
  const isOpen = months.length > 0 || (days.length === 0 && columns.some(({ basis }) => basis === 'assumed'))
  return { value: 'day', basis: isOpen ? 'assumed' : 'decided', example }
}
