import type { LoanImport } from '#contract/scoring/loans.ts'
import { calculationRun } from '#server/modules/scoring/score/calculate.ts'
import type { TestApp } from '#test/test-app.ts'
import type { Client } from './client.ts'
import { finishRuns } from './runs-world.ts'
import { uploadForm } from './upload-form.ts'

export const LOAN_HEADER =
  'loan_id,broker_asic_number,lodged_on,approved_on,settled_on,amount,lvr,credit_score,reworked,defaulted'

interface LoanCells {
  asic?: string
  lodged?: string
  approved?: string
  amount?: string
  lvr?: string
  credit?: string
  reworked?: string
  defaulted?: string
}

/** A row as the lender's system writes it. */
export function loanLine(id: string, cells: LoanCells = {}): string {
  const { asic = '990101', lodged = '2026-10-05', approved = '2026-10-16', amount = '620000' } = cells
  const { lvr = '70', credit = '760', reworked = '0', defaulted = '0' } = cells
  return [id, asic, lodged, approved, '', amount, lvr, credit, reworked, defaulted].join(',')
}

/** `count` loans in one month. */
export const loanLines = (prefix: string, count: number, cells: LoanCells = {}): string[] =>
  Array.from({ length: count }, (_, at) => loanLine(`${prefix}-${at + 1}`, cells))

export function sendLoans(client: Client, lines: readonly string[], fields: Record<string, string> = {}) {
  const file = [LOAN_HEADER, ...lines].join('\n')
  return client.send(
    'POST',
    '/api/scoring/imports',
    undefined,
    uploadForm(file, { filename: 'loans.csv', fields }),
  )
}

/** Uploads and imports. @returns the import */
export async function takeLoans(client: Client, lines: readonly string[]): Promise<LoanImport> {
  const sent = await sendLoans(client, lines)
  if (sent.statusCode !== 201) throw new Error(sent.body)
  const { id } = sent.json<LoanImport>()
  const answer = await client.send('POST', `/api/scoring/imports/${id}/commit`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<LoanImport>()
}

/** Calculates every month that waits, as a worker would. */
export async function finishCalculations(app: TestApp): Promise<void> {
  await finishRuns(app, calculationRun)
}

export async function calculateMonth(app: TestApp, client: Client, month: string): Promise<void> {
  const answer = await client.send('POST', '/api/scoring/calculate', { month })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  await finishCalculations(app)
}
