import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoanImport } from '#contract/scoring/loans.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let compliance: Client

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  compliance = await staffClient(app, 'compliance')
  await app.connection.db
    .insertInto('brokers')
    .values({ name: 'Isla Fraser', phone: '+61255500001', asicNumber: '990101' })
    .execute()
})
afterAll(() => app.close())
beforeEach(() => asOwner(app.databaseUrl, 'delete from loan_imports'))

const HEADER = 'loan_id,broker_asic_number,lodged_on,approved_on,amount,lvr,reworked,defaulted'
const upload = async (rows: readonly string[], fields: Record<string, string> = {}): Promise<LoanImport> => {
  const text = [HEADER, ...rows].join('\r\n')
  const answer = await compliance.send(
    'POST',
    '/api/scoring/imports',
    undefined,
    uploadForm(text, { fields }),
  )
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const line = (id: number, cells: { lodged?: string; approved?: string; amount?: string; lvr?: string }) => {
  const { lodged = '2026-07-01', approved = '', amount = '"$725,000"', lvr = '80' } = cells
  return [`L-${id}`, '990101', lodged, approved, amount, lvr, 'FALSE', '0'].join(',')
}
const loans = async (importId: number) =>
  (
    await sql<{ lodged: string; amount: number; lvr: number | null }>`
      select lodged_on::text as lodged, amount::float8 as amount, lvr::float8 as lvr from loan_import_rows
      where import_id = ${importId} and problems is null order by row`.execute(app.connection.db)
  ).rows
const change = async (id: number, body: object): Promise<LoanImport> =>
  (await compliance.send('PATCH', `/api/scoring/imports/${id}`, body)).json()

describe('a file of loans as spreadsheets save it', () => {
  test('is read with its dates, amounts and empty words', async () => {
    const made = await upload([
      line(1, { lodged: '13/07/2026' }),
      line(2, { lodged: '1-Jul-26', amount: '725 000', lvr: '80%' }),
      line(3, { lodged: '46204', amount: '725000.00', lvr: '#N/A' }),
      line(4, { lodged: '1/07/2026 9:30 AM', approved: 'NULL', amount: 'A$1.2m', lvr: '-' }),
    ])
    expect(made.problems).toEqual([])
    expect(made.reading).toMatchObject({ dateOrder: { value: 'day', basis: 'decided' } })
    expect(await loans(made.id)).toEqual([
      { lodged: '2026-07-13', amount: 725_000, lvr: 80 },
      { lodged: '2026-07-01', amount: 725_000, lvr: 80 },
      { lodged: '2026-07-01', amount: 725_000, lvr: null },
      { lodged: '2026-07-01', amount: 1_200_000, lvr: null },
    ])
  })

  test('has its LVRs read as fractions where all are, and again as a person chooses', async () => {
    const made = await upload([line(1, { lvr: '0.8' }), line(2, { lvr: '0.95' })])
    expect(made.reading?.lvrUnit).toEqual({ value: 'fraction', basis: 'decided', example: '0.8' })
    expect((await loans(made.id)).map(({ lvr }) => lvr)).toEqual([80, 95])
    const changed = await change(made.id, { lvrUnit: 'percent' })
    expect(changed.reading?.lvrUnit).toMatchObject({ value: 'percent', basis: 'chosen' })
    expect((await loans(made.id)).map(({ lvr }) => lvr)).toEqual([0.8, 0.95])
    // the choice stays when something else changes
    expect((await change(made.id, { dateOrder: 'day' })).reading?.lvrUnit.basis).toBe('chosen')
  })

  // Covers: import-15
  test('rejects 0.8 among per cents until a person says what it is', async () => {
    const made = await upload([line(1, { lvr: '80' }), line(2, { lvr: '0.8' })])
    expect(made.reading?.lvrUnit).toEqual({ value: 'percent', basis: 'assumed', example: '0.8' })
    expect(made.problems).toMatchObject([{ row: 3, column: 'lvr', value: '0.8' }])
    expect((await change(made.id, { lvrUnit: 'percent' })).counts).toMatchObject({ accepted: 2, rejected: 0 })
  })

  test('has its dates read with the month first where only that is consistent, over all its columns', async () => {
    const made = await upload([
      line(1, { lodged: '7/1/2026', approved: '7/13/2026' }),
      line(2, { lodged: '8/2/2026' }),
    ])
    expect(made.reading?.dateOrder).toEqual({ value: 'month', basis: 'decided', example: '7/1/2026' })
    expect((await loans(made.id)).map(({ lodged }) => lodged)).toEqual(['2026-07-01', '2026-08-02'])
  })

  // Covers: import-15
  test('shows that its dates may be read both ways, and reads them as chosen', async () => {
    const made = await upload([line(1, { lodged: '7/1/2026' })])
    expect(made.reading?.dateOrder).toEqual({ value: 'day', basis: 'assumed', example: '7/1/2026' })
    expect(await loans(made.id)).toMatchObject([{ lodged: '2026-01-07' }])
    await change(made.id, { dateOrder: 'month' })
    expect(await loans(made.id)).toMatchObject([{ lodged: '2026-07-01' }])
    const again = await upload([line(1, { lodged: '7/1/2026' })], { dateOrder: 'month' })
    expect(await loans(again.id)).toMatchObject([{ lodged: '2026-07-01' }])
  })
})
