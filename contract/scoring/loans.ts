import { z } from 'zod'
import { importProblem } from '#contract/brokers/imports.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { creditScale } from './credit-scales.ts'
import { month } from './scoring-months.ts'

const tag = 'Loans'

/** 50 MB, or 500,000 rows: a larger file is refused. */
export const MAX_LOANS_BYTES = 50 * 1024 * 1024

export const loanFields = [
  'loan_id',
  'broker_asic_number',
  'lodged_on',
  'approved_on',
  'settled_on',
  'amount',
  'lvr',
  'credit_score',
  'reworked',
  'defaulted',
] as const
export type LoanField = (typeof loanFields)[number]

export const loanFieldLabels: Record<LoanField, string> = {
  loan_id: 'Loan number',
  broker_asic_number: 'ASIC number of the broker',
  lodged_on: 'Lodged on',
  approved_on: 'Approved on',
  settled_on: 'Settled on',
  amount: 'Amount',
  lvr: 'LVR',
  credit_score: 'Credit score',
  reworked: 'Reworked',
  defaulted: 'Defaulted',
}

/** A file without one of them is refused. */
export const requiredLoanFields: readonly LoanField[] = [
  'loan_id',
  'broker_asic_number',
  'lodged_on',
  'amount',
  'reworked',
  'defaulted',
]

export const loanMapping = z.partialRecord(z.enum(loanFields), z.string())
export type LoanMapping = z.infer<typeof loanMapping>

export const dateOrders = ['day', 'month'] as const
export const lvrUnits = ['percent', 'fraction'] as const

/** How the columns of a file are read; an omitted choice is derived from the file's values. */
export const loanReadingChoice = z.object({
  /** Order of day and month in 7/8/2026. */
  dateOrder: z.enum(dateOrders).optional(),
  /** Whether 0.8 is 0.8 or 80 per cent. */
  lvrUnit: z.enum(lvrUnits).optional(),
})
export type LoanReadingChoice = z.infer<typeof loanReadingChoice>

const decided = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.object({
    value: z.enum(values),
    /** `decided` by the file's values, `chosen` by a person; `assumed`: the values allow both. */
    basis: z.enum(['decided', 'assumed', 'chosen']),
    /** A value of the file that has two readings; null: there is none. */
    example: z.string().nullable(),
  })
export const loanReading = z.object({ dateOrder: decided(dateOrders), lvrUnit: decided(lvrUnits) })
export type LoanReading = z.infer<typeof loanReading>

export const loanImportStatuses = ['preview', 'imported', 'undone'] as const

const loanImport = z.object({
  id: z.number(),
  status: z.enum(loanImportStatuses),
  filename: z.string(),
  columns: z.array(z.string()),
  mapping: loanMapping,
  /** null: imported before readings were stored. */
  reading: loanReading.nullable(),
  /** The scale of the file's credit scores: the one chosen in Settings at the upload. */
  creditScoreScale: creditScale,
  /** Values that were repaired or left out while the file was read. */
  notes: z.array(z.string()),
  counts: z.object({
    rows: z.number(),
    accepted: z.number(),
    rejected: z.number(),
    /** Loans that exist already, included in accepted; they are updated where the file differs. */
    existing: z.number(),
  }),
  /** By the month in which the accepted loans were lodged. */
  months: z.array(z.object({ month, loans: z.number() })),
  result: z.object({ created: z.number(), updated: z.number(), unchanged: z.number() }).nullable(),
  /** The first hundred; the whole list is the rejects CSV. */
  problems: z.array(importProblem),
  createdAt: instant,
  createdBy: z.string().nullable(),
})
export type LoanImport = z.infer<typeof loanImport>

export const createLoanImport = endpoint('POST /api/scoring/imports', {
  tag,
  summary:
    'Uploads a CSV or Excel file of loans and previews it: multipart with file, and optionally mapping (JSON {field: header}), dateOrder and lvrUnit',
  access: 'scoring.calculate',
  multipart: {
    files: { file: true },
    fields: z.object({
      /** JSON: field to header of the column. */
      mapping: z.string().optional(),
      dateOrder: z.enum(dateOrders).optional(),
      lvrUnit: z.enum(lvrUnits).optional(),
    }),
  },
  returns: loanImport,
  status: 201,
  idempotent: true,
})

export const listLoanImports = endpoint('GET /api/scoring/imports', {
  tag,
  summary: 'The newest hundred imports of loans',
  access: 'admin_area.read',
  returns: z.array(loanImport.omit({ problems: true, months: true })),
})

export const getLoanImport = endpoint('GET /api/scoring/imports/:id', {
  tag,
  summary: 'One import of loans',
  access: 'admin_area.read',
  params: idParams,
  returns: loanImport,
})

export const remapLoanImport = endpoint('PATCH /api/scoring/imports/:id', {
  tag,
  summary: 'Changes which column is which or how columns are read, and previews again',
  access: 'scoring.calculate',
  params: idParams,
  body: loanReadingChoice.extend({ mapping: loanMapping.optional() }),
  returns: loanImport,
})

export const commitLoanImport = endpoint('POST /api/scoring/imports/:id/commit', {
  tag,
  summary:
    'Takes the accepted loans in, all of them or none; months that were calculated before are calculated again',
  access: 'scoring.calculate',
  params: idParams,
  returns: loanImport,
  idempotent: true,
})

export const undoLoanImport = endpoint('POST /api/scoring/imports/:id/undo', {
  tag,
  summary: 'Puts the loans back as they were; loans that a later file changed stay',
  access: 'scoring.calculate',
  params: idParams,
  returns: loanImport,
  idempotent: true,
})

export const discardLoanImport = endpoint('DELETE /api/scoring/imports/:id', {
  tag,
  summary: 'Discards an upload that was not taken in, with its rows',
  access: 'scoring.calculate',
  params: idParams,
  returns: z.object({ discarded: z.literal(true) }),
})

export const loanRejects = endpoint('GET /api/scoring/imports/:id/rejects', {
  tag,
  summary: 'Rejected rows as CSV: the columns of the file, and row, column, value and reason',
  access: 'admin_area.read',
  params: idParams,
  kind: 'file',
})
