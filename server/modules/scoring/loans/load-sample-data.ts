import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { loanFields, loanMapping } from '#contract/scoring/loans.ts'
import type { loadSampleData as endpoint } from '#contract/scoring/scoring.ts'
import { alwaysOffered } from '#contract/scoring/scoring-months.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CheckedLoan, LoanRow } from './check-loans.rules.ts'
import {
  changeImport,
  countRows,
  insertImport,
  noteOutdated,
  storeRows,
  takeIn,
} from './loan-imports.store.ts'
import { sampleLoans } from './sample-loans.rules.ts'

/** Brokers per statement. */
const BATCH = 2000
const FILENAME = 'Sample data (made up), May to July 2024'
/** The figures of the sample loans are Equifax scores, whatever scale is chosen in Settings. */
const SCALE = 'equifax'

/** Made-up loans of real brokers would give them scores that they see. @throws AppError forbidden, rule_forbids */
export async function loadSampleData(ctx: Ctx): Promise<ReturnsOf<typeof endpoint>> {
  authorise(ctx, 'scoring.calculate')
  if (!ctx.providers.installation.demo)
    throw new AppError(
      'rule_forbids',
      'Sample data is for demo installations only. Import your loans instead.',
    )
  return ctx.tx(async (tx) => {
    const { importId, loans } = await importSampleLoans(tx)
    await audit(tx, {
      action: 'scoring.sample_data_loaded',
      subjectType: 'score_month',
      subjectId: alwaysOffered[0],
      after: { loans, ...(importId !== null && { importId }) },
    })
    return { loans, months: [...alwaysOffered], importId }
  })
}

/**
 * Imports made-up loans for the brokers present, for three months; existing ones stay. Like any import it is listed and
 * can be undone.
 */
export async function importSampleLoans(tx: Ctx): Promise<{ importId: number | null; loans: number }> {
  const brokers = await tx.db.selectFrom('brokers').select(['id', 'asicNumber']).orderBy('id').execute()
  const columns = [...loanFields]
  const mapping = loanMapping.parse(Object.fromEntries(columns.map((field) => [field, field])))
  let importId: number | null = null
  let row = 1
  for (let at = 0; at < brokers.length; at += BATCH) {
    const part = brokers.slice(at, at + BATCH)
    const numbers = new Map(part.map(({ id, asicNumber }) => [id, asicNumber ?? '']))
    const fresh = await withoutExisting(
      tx,
      part.flatMap(({ id }) => sampleLoans(id)),
    )
    if (fresh.length === 0) continue
    importId ??= await insertImport(tx, {
      filename: FILENAME,
      columns,
      mapping,
      reading: null,
      creditScoreScale: SCALE,
      notes: [],
    })
    const rows = fresh.map((loan): CheckedLoan => {
      row++
      return { row, cells: cellsOf(loan, numbers.get(loan.brokerId) ?? ''), loan, problems: [] }
    })
    await storeRows(tx, importId, rows)
  }
  if (importId === null) return { importId, loans: 0 }
  await countRows(tx, importId)
  const { created, updated } = await takeIn(tx, importId, SCALE)
  await noteOutdated(tx, importId)
  const finishedAt = tx.now()
  await changeImport(tx, importId, { status: 'imported', created, updated, skipped: 0, finishedAt })
  return { importId, loans: created }
}

async function withoutExisting(tx: Ctx, loans: LoanRow[]): Promise<LoanRow[]> {
  const { rows } = await sql<{ loanId: string }>`
    select loan_id from loans where loan_id = any(${loans.map(({ loanId }) => loanId)}::text[])`.execute(
    tx.db,
  )
  const existing = new Set(rows.map(({ loanId }) => loanId))
  return loans.filter(({ loanId }) => !existing.has(loanId))
}

/** In the order of `loanFields`, as a file of the lender has them. */
function cellsOf(loan: LoanRow, asicNumber: string): string[] {
  const flag = (value: boolean): string => (value ? '1' : '0')
  const cells: Record<(typeof loanFields)[number], string> = {
    ...{ loan_id: loan.loanId, broker_asic_number: asicNumber, lodged_on: loan.lodgedOn },
    ...{ approved_on: loan.approvedOn ?? '', settled_on: loan.settledOn ?? '' },
    ...{ amount: String(loan.amount), lvr: String(loan.lvr), credit_score: String(loan.creditScore) },
    ...{ reworked: flag(loan.reworked), defaulted: flag(loan.defaulted) },
  }
  return loanFields.map((field) => cells[field])
}
