// Decides whether a row of a file is a valid loan; reports every problem with its column, value and reason.

import type { z } from 'zod'
import type { importProblem } from '#contract/brokers/imports.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'
import { type CreditScale, creditScaleTerms } from '#contract/scoring/credit-scales.ts'
import {
  type LoanField,
  type LoanMapping,
  type LoanReading,
  loanFieldLabels,
  loanFields,
  requiredLoanFields,
} from '#contract/scoring/loans.ts'
import { restoreWholeNumber } from '#contract/whole-numbers.ts'
import { columnProblems, guessColumns } from '#server/input/tables/map-columns.ts'
import type { TableRow } from '#server/input/tables/read-table.ts'
import { inPercent, isDoubtful, readAmount, readRate } from '#server/input/values/amounts.ts'
import { type DateOrder, readDate } from '#server/input/values/dates.ts'
import { isEmptyWord } from '#server/input/values/empty-words.ts'
import { plainAsicNumber } from '#server/modules/brokers/asic-number.rules.ts'

type Problem = Omit<z.infer<typeof importProblem>, 'row'>

export interface LoanRow {
  loanId: string
  brokerId: number
  /** YYYY-MM-DD. */
  lodgedOn: string
  approvedOn: string | null
  settledOn: string | null
  amount: number
  lvr: number | null
  creditScore: number | null
  reworked: boolean
  defaulted: boolean
}

export interface CheckedLoan {
  row: number
  cells: string[]
  /** null: rejected. */
  loan: LoanRow | null
  problems: Problem[]
}

export interface LoanChecks {
  columns: readonly string[]
  mapping: LoanMapping
  /** Brokers by their plain ASIC number; null: two have it. */
  brokers: ReadonlyMap<string, number | null>
  /** YYYY-MM-DD; nothing may be ahead of it. */
  today: string
  reading: LoanReading
  creditScoreScale: CreditScale
}

/** Headers of each field, by their letters. */
const HEADERS: Record<LoanField, readonly string[]> = {
  loan_id: ['loanid', 'loannumber', 'loanno', 'applicationid', 'reference'],
  broker_asic_number: ['brokerasicnumber', 'asicnumber', 'asic', 'brokerasic', 'crn', 'creditrepresentative'],
  lodged_on: ['lodgedon', 'lodged', 'lodgementdate', 'datelodged', 'submitted', 'submittedon'],
  approved_on: ['approvedon', 'approved', 'approvaldate', 'formalapproval', 'dateapproved'],
  settled_on: ['settledon', 'settled', 'settlementdate', 'datesettled'],
  amount: ['amount', 'loanamount', 'amountaud', 'loansize', 'loanvalue', 'principal', 'value'],
  lvr: ['lvr', 'loantovalueratio', 'loantovalue', 'lvrpercent', 'ltv'],
  credit_score: [
    ...['creditscore', 'score', 'equifax', 'equifaxscore'],
    ...['experian', 'experianscore', 'illion', 'illionscore'],
  ],
  reworked: ['reworked', 'rework'],
  defaulted: ['defaulted', 'default', 'indefault'],
}

export const guessLoanMapping = (columns: readonly string[]): LoanMapping =>
  guessColumns(
    loanFields.map((field) => [field, [new RegExp(`^(${HEADERS[field].join('|')})$`)]] as const),
    columns,
  )

/** The faults in the choice of columns, by field; null: none. */
export const loanMappingProblems = (mapping: LoanMapping, columns: readonly string[]) =>
  columnProblems({ fields: loanFields, labels: loanFieldLabels }, mapping, columns)

/** The required fields that no column is chosen for, in words; null: there is one for each. */
export function missingColumns(mapping: LoanMapping): string | null {
  const missing = requiredLoanFields.filter((field) => !mapping[field])
  return missing.length === 0 ? null : missing.map((field) => loanFieldLabels[field]).join(', ')
}

const MAX_ID = 60
const MAX_AMOUNT = 1_000_000_000
const MAX_LVR = 200
const FIRST_DAY = '2000-01-01'
const SHOWN = 200
const UNREADABLE_DAY = 'Write the day as YYYY-MM-DD, e.g. 2026-11-23'
const YES = ['1', 'true', 'yes', 'y', 't', '1.0']
const NO = ['0', 'false', 'no', 'n', 'f', '0.0']

/** The cells of one row by field, and the problems found in them. */
interface RowReader {
  problems: Problem[]
  read(field: LoanField): string
  reject(field: LoanField, reason: string): null
}

function rowReader(
  cells: readonly string[],
  places: ReadonlyMap<string, number>,
  mapping: LoanMapping,
): RowReader {
  const problems: Problem[] = []
  const read = (field: LoanField): string => {
    const place = places.get(mapping[field] ?? '')
    const cell = place === undefined ? '' : singleLine(cells[place] ?? '')
    return isEmptyWord(cell) ? '' : cell
  }
  return {
    problems,
    read,
    reject(field, reason) {
      problems.push({
        column: mapping[field] ?? loanFieldLabels[field],
        value: cutText(read(field), SHOWN),
        reason,
      })
      return null
    },
  }
}

function readDay(
  { read, reject }: RowReader,
  field: LoanField,
  order: DateOrder,
  today: string,
): string | null {
  const day = readDate(read(field), order)
  if (day === undefined || (day !== null && day < FIRST_DAY)) return reject(field, UNREADABLE_DAY)
  return day !== null && day > today ? reject(field, 'The day is in the future') : day
}

function readNumber(
  { read, reject }: RowReader,
  field: LoanField,
  most: number,
  what: string,
): number | null {
  const amount = readAmount(read(field))
  if (!amount.ok) return reject(field, amount.problem === 'unreadable' ? what : amount.problem)
  const { value } = amount
  return value !== null && (value < 0 || value > most) ? reject(field, what) : value
}

const LVR_UNFIT = `An LVR from 0 to ${MAX_LVR} per cent`
const LVR_DOUBTFUL =
  'Per cent or a fraction? Other rows are in per cent: choose how LVRs are written, or write 80 for 80%'

function readLvr({ read, reject }: RowReader, unit: LoanReading['lvrUnit']): number | null {
  const rate = readRate(read('lvr'))
  if (rate === null) return null
  if (rate === undefined) return reject('lvr', LVR_UNFIT)
  if (unit.basis === 'assumed' && isDoubtful(rate)) return reject('lvr', LVR_DOUBTFUL)
  const percent = inPercent(rate, unit.value)
  return percent > MAX_LVR ? reject('lvr', LVR_UNFIT) : percent
}

function readFlag({ read, reject }: RowReader, field: LoanField): boolean | null {
  const text = read(field).toLowerCase()
  if (YES.includes(text)) return true
  return NO.includes(text) ? false : reject(field, 'Write 1 for yes or 0 for no')
}

function readBroker({ read, reject }: RowReader, brokers: LoanChecks['brokers']): number | null {
  const written = restoreWholeNumber(read('broker_asic_number'))
  if (!written.ok) return reject('broker_asic_number', written.reason)
  const brokerId = brokers.get(plainAsicNumber(written.digits))
  if (brokerId === undefined)
    return reject('broker_asic_number', 'No broker in the directory has this ASIC number')
  if (brokerId === null)
    return reject('broker_asic_number', 'Two brokers have this ASIC number: merge their records first')
  return brokerId
}

/** Checks the rows of one file in order; keeps loan numbers to find duplicates. */
export function loanChecker({ columns, mapping, brokers, today, reading, creditScoreScale }: LoanChecks) {
  const places = new Map(columns.map((column, index) => [column, index]))
  const seen = new Map<string, number>()
  const { bureau, max } = creditScaleTerms[creditScoreScale]
  const creditUnfit = `Write a credit score from 0 to ${max}: Settings say that the scale is ${bureau}`
  return ({ row, cells }: TableRow): CheckedLoan => {
    const reader = rowReader(cells, places, mapping)
    const { problems, read, reject } = reader
    const surplus = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
    if (surplus.length > 0) {
      const reason = `The row has ${cells.length} cells, the header ${columns.length}: put cells that hold a delimiter in quotes`
      problems.push({ column: '', value: cutText(surplus.join(' '), SHOWN), reason })
    }
    const loanId = read('loan_id')
    if (loanId === '') reject('loan_id', 'The loan needs its number')
    else if (loanId.length > MAX_ID) reject('loan_id', `At most ${MAX_ID} characters`)
    const earlier = seen.get(loanId)
    if (earlier !== undefined) reject('loan_id', `The same loan as row ${earlier}`)
    const brokerId = readBroker(reader, brokers)
    const order = reading.dateOrder.value
    const lodgedOn = readDay(reader, 'lodged_on', order, today)
    const approvedOn = readDay(reader, 'approved_on', order, today)
    const settledOn = readDay(reader, 'settled_on', order, today)
    if (read('lodged_on') === '') reject('lodged_on', 'The loan needs the day on which it was lodged')
    if (lodgedOn && approvedOn && approvedOn < lodgedOn)
      reject('approved_on', 'Approved before it was lodged')
    if (lodgedOn && settledOn && settledOn < (approvedOn ?? lodgedOn))
      reject('settled_on', 'Settled before it was approved or lodged')
    const amount = readNumber(reader, 'amount', MAX_AMOUNT, AMOUNT_UNFIT)
    if (read('amount') === '') reject('amount', 'The loan needs its amount')
    else if (amount === 0) reject('amount', AMOUNT_UNFIT)
    const lvr = readLvr(reader, reading.lvrUnit)
    const credit = readNumber(reader, 'credit_score', max, creditUnfit)
    const [reworked, defaulted] = [readFlag(reader, 'reworked'), readFlag(reader, 'defaulted')]
    if (problems.length > 0) return { row, cells, loan: null, problems }
    seen.set(loanId, row)
    const loan: LoanRow = {
      ...{ loanId, brokerId: brokerId ?? 0, lodgedOn: lodgedOn ?? '', approvedOn, settledOn },
      ...{ amount: amount ?? 0, lvr, creditScore: credit === null ? null : Math.round(credit) },
      ...{ reworked: reworked ?? false, defaulted: defaulted ?? false },
    }
    return { row, cells, loan, problems }
  }
}

const AMOUNT_UNFIT = 'An amount from 0.01 to 1,000,000,000'
