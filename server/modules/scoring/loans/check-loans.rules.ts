// Decides whether a row of a file is a valid loan; reports every problem with its column, value and reason.

import type { z } from 'zod'
import type { importProblem } from '#contract/imports.ts'
import {
  type LoanField,
  type LoanMapping,
  loanFieldLabels,
  loanFields,
  requiredLoanFields,
} from '#contract/loans.ts'
import { cutText } from '#contract/plain-text.ts'
import { restoreWholeNumber } from '#contract/whole-numbers.ts'
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
}

const letters = (header: string): string => header.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Beside the names of the fields themselves. */
const ALIKE: Record<LoanField, readonly string[]> = {
  loan_id: ['loanid', 'loannumber', 'loanno', 'applicationid', 'reference'],
  broker_asic_number: ['brokerasicnumber', 'asicnumber', 'asic', 'brokerasic', 'crn', 'creditrepresentative'],
  lodged_on: ['lodgedon', 'lodged', 'lodgementdate', 'datelodged', 'submitted', 'submittedon'],
  approved_on: ['approvedon', 'approved', 'approvaldate', 'formalapproval', 'dateapproved'],
  settled_on: ['settledon', 'settled', 'settlementdate', 'datesettled'],
  amount: ['amount', 'loanamount', 'amountaud', 'loansize', 'loanvalue', 'principal', 'value'],
  lvr: ['lvr', 'loantovalueratio', 'lvrpercent'],
  credit_score: ['creditscore', 'score', 'equifax', 'equifaxscore'],
  reworked: ['reworked', 'rework'],
  defaulted: ['defaulted', 'default', 'indefault'],
}

export function guessLoanMapping(columns: readonly string[]): LoanMapping {
  const mapping: LoanMapping = {}
  const used = new Set<string>()
  for (const field of loanFields) {
    const column = columns.find((name) => !used.has(name) && ALIKE[field].includes(letters(name)))
    if (column === undefined) continue
    mapping[field] = column
    used.add(column)
  }
  return mapping
}

/** What is wrong with the choice of columns, by field; null: nothing. */
export function loanMappingProblems(
  mapping: LoanMapping,
  columns: readonly string[],
): Record<string, string> | null {
  const problems: Record<string, string> = {}
  const used = new Map<string, LoanField>()
  for (const field of loanFields) {
    const column = mapping[field]
    const label = loanFieldLabels[field]
    if (!column) continue
    const other = used.get(column)
    if (!columns.includes(column)) problems[`mapping.${field}`] = `The file has no column "${column}".`
    else if (other)
      problems[`mapping.${field}`] = `"${column}" is already chosen for ${loanFieldLabels[other]}.`
    else used.set(column, field)
    if (problems[`mapping.${field}`])
      problems[`mapping.${field}`] += ` Choose one of its columns for ${label}.`
  }
  return Object.keys(problems).length > 0 ? problems : null
}

/** The required fields that no column is chosen for, in words; null: there is one for each. */
export function missingColumns(mapping: LoanMapping): string | null {
  const missing = requiredLoanFields.filter((field) => !mapping[field])
  return missing.length === 0 ? null : missing.map((field) => loanFieldLabels[field]).join(', ')
}

const MAX_ID = 60
const MAX_AMOUNT = 1_000_000_000
const MAX_LVR = 200
const MAX_CREDIT_SCORE = 1200
const SHOWN = 200

/** A check for the rows of one file in order; it remembers loan numbers to find those that come twice. */
export function loanChecker({ columns, mapping, brokers, today }: LoanChecks) {
  const places = new Map(columns.map((column, index) => [column, index]))
  const seen = new Map<string, number>()
  return (row: number, cells: string[]): CheckedLoan => {
    const problems: Problem[] = []
    const read = (field: LoanField): string => {
      const place = places.get(mapping[field] ?? '')
      return place === undefined ? '' : (cells[place] ?? '').trim()
    }
    const reject = (field: LoanField, reason: string): null => {
      const column = mapping[field] ?? loanFieldLabels[field]
      problems.push({ column, value: cutText(read(field), SHOWN), reason })
      return null
    }
    const surplus = cells.slice(columns.length).filter((cell) => cell.trim() !== '')
    if (surplus.length > 0) {
      const reason = `The row has ${cells.length} cells, the header ${columns.length}: put cells that hold a delimiter in quotes`
      problems.push({ column: '', value: cutText(surplus.join(' '), SHOWN), reason })
    }
    const day = (field: LoanField): string | null => {
      const text = read(field)
      if (text === '') return null
      if (!isDay(text)) return reject(field, 'Write the day as YYYY-MM-DD, e.g. 2026-11-23')
      return text > today ? reject(field, 'The day is in the future') : text
    }
    const amountOf = (field: LoanField, most: number, what: string): number | null => {
      const text = read(field)
      if (text === '') return null
      if (!/^\d{1,12}(\.\d{1,4})?$/.test(text))
        return reject(field, `${what}, in digits without $, % or commas`)
      const value = Number(text)
      return value > most ? reject(field, what) : value
    }
    const flag = (field: LoanField): boolean | null => {
      const text = read(field).toLowerCase()
      if (['1', 'true', 'yes', 'y'].includes(text)) return true
      if (['0', 'false', 'no', 'n'].includes(text)) return false
      return reject(field, 'Write 1 for yes or 0 for no')
    }
    const loanId = read('loan_id')
    if (loanId === '') reject('loan_id', 'The loan needs its number')
    else if (loanId.length > MAX_ID) reject('loan_id', `At most ${MAX_ID} characters`)
    const earlier = seen.get(loanId)
    if (earlier !== undefined) reject('loan_id', `The same loan as row ${earlier}`)
    const written = restoreWholeNumber(read('broker_asic_number'))
    const brokerId = written.ok ? brokers.get(plainAsicNumber(written.digits)) : undefined
    if (!written.ok) reject('broker_asic_number', written.reason)
    else if (brokerId === undefined)
      reject('broker_asic_number', 'No broker in the directory has this ASIC number')
    if (brokerId === null)
      reject('broker_asic_number', 'Two brokers have this ASIC number: merge their records first')
    const [lodgedOn, approvedOn, settledOn] = [day('lodged_on'), day('approved_on'), day('settled_on')]
    if (read('lodged_on') === '') reject('lodged_on', 'The loan needs the day on which it was lodged')
    if (lodgedOn && approvedOn && approvedOn < lodgedOn)
      reject('approved_on', 'Approved before it was lodged')
    if (lodgedOn && settledOn && settledOn < (approvedOn ?? lodgedOn))
      reject('settled_on', 'Settled before it was approved or lodged')
    const amount = amountOf('amount', MAX_AMOUNT, 'An amount from 0.01 to 1,000,000,000')
    if (read('amount') === '') reject('amount', 'The loan needs its amount')
    else if (amount === 0) reject('amount', 'An amount from 0.01 to 1,000,000,000')
    const lvr = amountOf('lvr', MAX_LVR, `An LVR from 0 to ${MAX_LVR} per cent`)
    const credit = amountOf('credit_score', MAX_CREDIT_SCORE, `A credit score from 0 to ${MAX_CREDIT_SCORE}`)
    const [reworked, defaulted] = [flag('reworked'), flag('defaulted')]
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

function isDay(text: string): boolean {
  const parts = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return false
  const [, year, month, day] = parts.map(Number)
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day))
  return date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day
}
