import type { LoanMapping } from '#contract/loans.ts'
import { loanMapping } from '#contract/loans.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { openTable, type TableRow, UnreadableTable } from '#server/input/tables/read-table.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import type { Upload } from '#server/modules/brokers/imports/receive-csv.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { REQUEST_LIMITS, readJson } from '#server/platform/read-json.ts'
import { guessLoanMapping, loanChecker, loanMappingProblems, missingColumns } from './check-loans.rules.ts'
import {
  brokersByNumber,
  countRows,
  findImport,
  insertImport,
  type LoanImportRow,
  noteOutdated,
  rowsAfter,
  storeRows,
  takeIn,
  takeOut,
} from './loan-imports.store.ts'

/** Rows written at once. */
const BATCH = 5000

/** @throws AppError invalid */
export function readMapping(text: string | undefined): LoanMapping | null {
  if (!text) return null
  try {
    return loanMapping.parse(readJson(text, REQUEST_LIMITS))
  } catch {
    throw invalid({ mapping: 'Send the mapping as JSON, e.g. {"loan_id": "Loan no.", "amount": "Amount"}' })
  }
}

/** Reads an uploaded file and previews it. @throws AppError forbidden, invalid with what to do about the file */
export async function createLoanImport(ctx: Ctx, upload: Upload, given: LoanMapping | null): Promise<number> {
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
    tx.changed('scoring')
    return id
  })
}

async function storeTable(tx: Ctx, { filename, bytes }: Upload, given: LoanMapping | null): Promise<number> {
  const brokers = await brokersByNumber(tx)
  const today = sydneyDate(tx.now())
  try {
    const { columns, rows } = await openTable(bytes)
    const mapping = given ?? guessLoanMapping(columns)
    requireMapping(mapping, columns)
    const check = loanChecker({ columns, mapping, brokers, today })
    const id = await insertImport(tx, { filename, columns, mapping })
    let waiting: TableRow[] = []
    const write = async (): Promise<void> => {
      if (waiting.length === 0) return
      await storeRows(
        tx,
        id,
        waiting.map(({ row, cells }) => check(row, cells)),
      )
      waiting = []
    }
    for await (const batch of rows()) {
      waiting.push(...batch)
      if (waiting.length >= BATCH) await write()
    }
    await write()
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
      file: `The file has no column for ${missing}. Its columns are ${has}. Name them as loan_id, broker_asic_number, lodged_on, approved_on, settled_on, amount, lvr, credit_score, reworked, defaulted, or say which is which.`,
    })
  }
}

/** @throws AppError forbidden, not_found, invalid, conflict once it is taken in */
export async function remapLoanImport(ctx: Ctx, id: number, mapping: LoanMapping): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    const found = await lockPreview(tx, id)
    const columns = found.columns as string[] // as the upload wrote them
    requireMapping(mapping, columns)
    const brokers = await brokersByNumber(tx)
    const check = loanChecker({ columns, mapping, brokers, today: sydneyDate(tx.now()) })
    for (let row = 0; ; ) {
      const rows = await rowsAfter(tx, { importId: id, row, limit: BATCH })
      if (rows.length > 0)
        await storeRows(
          tx,
          id,
          rows.map((one) => check(one.row, one.cells)),
        )
      if (rows.length < BATCH) break
      row = rows.at(-1)?.row ?? row
    }
    await tx.db
      .updateTable('loanImports')
      .set({ mapping: JSON.stringify(mapping) })
      .where('id', '=', id)
      .execute()
    await countRows(tx, id)
    tx.changed('scoring')
  })
}

async function lockPreview(tx: Ctx, id: number): Promise<LoanImportRow> {
  const found = await findImport(tx, id, { forUpdate: true })
  if (!found) throw notFound('Import')
  if (found.status !== 'preview') throw new AppError('conflict', 'These loans were taken in already.')
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
        'No row of this file can be taken in. Correct the file and upload it again.',
      )
    const { created, updated } = await takeIn(tx, id)
    await noteOutdated(tx, id)
    const skipped = found.accepted - created - updated
    await tx.db
      .updateTable('loanImports')
      .set({ status: 'imported', created, updated, skipped, finishedAt: tx.now() })
      .where('id', '=', id)
      .execute()
    await audit(tx, {
      action: 'loan_import.committed',
      subjectType: 'loan_import',
      subjectId: id,
      after: { created, updated },
    })
    tx.changed('scoring')
  })
}

/** @throws AppError forbidden, not_found, conflict */
export async function undoLoanImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    const found = await findImport(tx, id, { forUpdate: true })
    if (!found) throw notFound('Import')
    if (found.status !== 'imported')
      throw new AppError('conflict', 'Only loans that were taken in can be undone.')
    await noteOutdated(tx, id)
    await takeOut(tx, id)
    await tx.db
      .updateTable('loanImports')
      .set({ status: 'undone', finishedAt: tx.now() })
      .where('id', '=', id)
      .execute()
    await audit(tx, { action: 'loan_import.undone', subjectType: 'loan_import', subjectId: id })
    tx.changed('scoring')
  })
}

/** @throws AppError forbidden, not_found, conflict once it is taken in */
export async function discardLoanImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'scoring.calculate')
  await ctx.tx(async (tx) => {
    await lockPreview(tx, id)
    await tx.db.deleteFrom('loanImports').where('id', '=', id).execute()
    await audit(tx, { action: 'loan_import.discarded', subjectType: 'loan_import', subjectId: id })
    tx.changed('scoring')
  })
}
