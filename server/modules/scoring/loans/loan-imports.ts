import type { BodyOf } from '#contract/endpoint.ts'
import { creditScale } from '#contract/scoring/credit-scales.ts'
import {
  type LoanMapping,
  type LoanReadingChoice,
  loanMapping,
  loanReading,
  loanReadingChoice,
  type remapLoanImport as remapEndpoint,
} from '#contract/scoring/loans.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { openTable, UnreadableTable } from '#server/input/tables/read-table.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { readMapping, type Upload } from '#server/modules/brokers/imports/receive-csv.ts'
import { rowPages } from '#server/platform/db/row-pages.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { chosenCreditScale } from '../scorecards.store.ts'
import { guessLoanMapping, loanChecker, loanMappingProblems, missingColumns } from './check-loans.rules.ts'
import {
  brokersByNumber,
  changeImport,
  countRows,
  deleteImport,
  findImport,
  insertImport,
  type LoanImportRow,
  noteOutdated,
  rowsAfter,
  storeRows,
  takeIn,
  takeOut,
} from './loan-imports.store.ts'
import { loanReader } from './loan-reading.rules.ts'

/** What a person chose about a file; the rest is decided by the file. */
export interface LoanChoices extends LoanReadingChoice {
  mapping: LoanMapping | null
}

/** Reads the choices sent with the file. @throws AppError invalid */
export function readChoices({ mapping, ...reading }: Upload['fields']): LoanChoices {
  const chosen = loanReadingChoice.safeParse({
    dateOrder: reading.dateOrder || undefined,
    lvrUnit: reading.lvrUnit || undefined,
  })
  if (!chosen.success) {
    throw invalid({ reading: 'Send dateOrder as day or month, and lvrUnit as percent or fraction' })
  }
  const example = '{"loan_id": "Loan no.", "amount": "Amount"}'
  return { ...chosen.data, mapping: readMapping(loanMapping, mapping, example) }
}

/** Reads an uploaded file and previews it. @throws AppError forbidden, invalid with what to do about the file */
export async function createLoanImport(ctx: Ctx, upload: Upload, given: LoanChoices): Promise<number> {
  authorise(ctx, 'scoring.calculate')
  await requireRoom(ctx.providers.disk, 'files')
  return ctx.tx(async (tx) => {
    const id = await storeTable(tx, upload, given)
    const { rows } = await countRows(tx, id)
    if (rows === 0) throw invalid({ file: 'The file has headers but no rows.' })
    await audit(tx, {
      action: 'loan_import.uploaded',
      subjectType: 'loan_import',
      subjectId: id,
      after: { filename: upload.filename, rows },
    })
    return id
  })
}

async function storeTable(tx: Ctx, { filename, bytes }: Upload, given: LoanChoices): Promise<number> {
  const brokers = await brokersByNumber(tx)
  const today = sydneyDate(tx.now())
  const creditScoreScale = await chosenCreditScale(tx)
  try {
    const { columns, notes, rows } = await openTable(bytes)
    const mapping = given.mapping ?? guessLoanMapping(columns)
    requireMapping(mapping, columns)
    const reader = loanReader(columns, mapping)
    for await (const batch of rows()) for (const { cells } of batch) reader.add(cells)
    const reading = reader.decide(given)
    const check = loanChecker({ columns, mapping, brokers, today, reading, creditScoreScale })
    const id = await insertImport(tx, {
      ...{ filename, columns, mapping, reading, creditScoreScale, notes },
    })
    for await (const batch of rows()) await storeRows(tx, id, batch.map(check))
    return id
  } catch (error) {
    throw error instanceof UnreadableTable ? invalid({ file: error.message }) : error
  }
}

/** @throws AppError invalid: somebody else's file, or a choice that the file has no column for */
function requireMapping(mapping: LoanMapping, columns: readonly string[]): void {
  const problems = loanMappingProblems(mapping, columns)
  if (problems) throw invalid(problems)
  const missing = missingColumns(mapping)
  if (missing) {
    const has = columns.slice(0, 12).join(', ')
    throw invalid({
      file: `The file has no column for ${missing}. Its columns are ${has}. Name them as loan_id, broker_asic_number, lodged_on, approved_on, settled_on, amount, LVR, credit_score, reworked, defaulted, or say which is which.`,
    })
  }
}

/** @throws AppError forbidden, not_found, invalid, conflict once it is imported */
export async function remapLoanImport(
  ctx: Ctx,
  id: number,
  body: BodyOf<typeof remapEndpoint>,
): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    const found = await lockPreview(tx, id)
    const columns = found.columns as string[] // as the upload wrote them
    const mapping = body.mapping ?? loanMapping.parse(found.mapping)
    requireMapping(mapping, columns)
    const reader = loanReader(columns, mapping)
    const stored = () => rowPages((page) => rowsAfter(tx, { importId: id, ...page }))
    for await (const rows of stored()) for (const { cells } of rows) reader.add(cells)
    const reading = reader.decide({ ...chosenBefore(found), ...body })
    const brokers = await brokersByNumber(tx)
    const check = loanChecker({
      ...{ columns, mapping, brokers, today: sydneyDate(tx.now()), reading },
      creditScoreScale: creditScale.parse(found.creditScoreScale),
    })
    for await (const rows of stored()) await storeRows(tx, id, rows.map(check))
    await changeImport(tx, id, { mapping: JSON.stringify(mapping), reading: JSON.stringify(reading) })
    await countRows(tx, id)
  })
}

/** The choices of a person stay until another one is made. */
function chosenBefore({ reading }: LoanImportRow): LoanReadingChoice {
  const before = loanReading.nullable().parse(reading)
  return {
    ...(before?.dateOrder.basis === 'chosen' && { dateOrder: before.dateOrder.value }),
    ...(before?.lvrUnit.basis === 'chosen' && { lvrUnit: before.lvrUnit.value }),
  }
}

async function lockPreview(tx: Ctx, id: number): Promise<LoanImportRow> {
  const found = await findImport(tx, id, { forUpdate: true })
  if (!found) throw notFound('Import')
  if (found.status !== 'preview') throw new AppError('conflict', 'These loans were imported before.')
  return found
}

/** All accepted loans or none. @throws AppError forbidden, not_found, conflict */
export async function commitLoanImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    const found = await lockPreview(tx, id)
    if (found.accepted === 0)
      throw new AppError(
        'conflict',
        'No row of this file can be imported. Correct the file and upload it again.',
      )
    const { created, updated } = await takeIn(tx, id, creditScale.parse(found.creditScoreScale))
    await noteOutdated(tx, id)
    const skipped = found.accepted - created - updated
    await changeImport(tx, id, { status: 'imported', created, updated, skipped, finishedAt: tx.now() })
    await audit(tx, {
      action: 'loan_import.committed',
      subjectType: 'loan_import',
      subjectId: id,
      after: { created, updated },
    })
  })
}

/** @throws AppError forbidden, not_found, conflict */
export async function undoLoanImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    const found = await findImport(tx, id, { forUpdate: true })
    if (!found) throw notFound('Import')
    if (found.status !== 'imported')
      throw new AppError('conflict', 'Only an import that was finished can be undone.')
    await noteOutdated(tx, id)
    await takeOut(tx, id)
    await changeImport(tx, id, { status: 'undone', finishedAt: tx.now() })
    await audit(tx, { action: 'loan_import.undone', subjectType: 'loan_import', subjectId: id })
  })
}

/** @throws AppError forbidden, not_found, conflict once it is imported */
export async function discardLoanImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    await lockPreview(tx, id)
    await deleteImport(tx, id)
    await audit(tx, { action: 'loan_import.discarded', subjectType: 'loan_import', subjectId: id })
  })
}
