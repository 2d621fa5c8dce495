import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LoanImport } from '#contract/scoring/loans.ts'
import { CHANGED_NUMBER } from '#contract/whole-numbers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import {
  calculateMonth,
  finishCalculations,
  loanLine,
  loanLines,
  sendLoans,
  takeLoans,
} from '#test/worlds/scoring-world.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { startDueRuns } from '../score/calculate.ts'

let app: TestApp
let compliance: Client
let id: number

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from brokers; delete from loan_imports; delete from runs; delete from outdated_months',
  )
  const admin = await staffClient(app, 'admin')
  const broker = { name: 'Isla Fraser', phone: '(02) 5550 0001', email: 'isla@example.com', region: 'NSW' }
  id = (await admin.send('POST', '/api/brokers', { ...broker, asicNumber: '000990101' })).json().id
})

const stored = async () =>
  (
    await sql<{ loanId: string; amount: string; reworked: boolean }>`
      select loan_id, amount::text as amount, reworked from loans order by loan_id`.execute(app.connection.db)
  ).rows
const step = (importId: number, what: string) =>
  compliance.send('POST', `/api/scoring/imports/${importId}/${what}`)

describe('a file of loans', () => {
  it('imports the corrected rejects of a file with a column called Value with its own amounts', async () => {
    const header = 'loan_id,broker_asic_number,lodged_on,Value,lvr,reworked,defaulted'
    const made = await compliance.send(
      'POST',
      '/api/scoring/imports',
      undefined,
      uploadForm(`${header}\nV-1,990101,2026-07-01,600000,80,0,0\nV-2,990101,2026-07-02,725000,250,0,0\n`),
    )
    expect(made.json()).toMatchObject({ mapping: { amount: 'Value' }, counts: { accepted: 1, rejected: 1 } })
    const rejects = (await compliance.get(`/api/scoring/imports/${made.json().id}/rejects`)).body
    expect(rejects.split('\r\n')[0]).toMatch(`${header},row (rejected),`)
    const again = await compliance.send(
      'POST',
      '/api/scoring/imports',
      undefined,
      uploadForm(rejects.replace(',250,', ',75,')),
    )
    expect(again.json()).toMatchObject({ mapping: { amount: 'Value' }, counts: { accepted: 1, rejected: 0 } })
    await step(again.json().id, 'commit')
    expect(await stored()).toMatchObject([{ loanId: 'V-2', amount: '725000.00' }])
  })

  // Covers: import-14
  it('books no loan to the broker whose number a float or a rounded number looks like', async () => {
    const admin = await staffClient(app, 'admin')
    const others = [
      { name: 'Erin Oakes', phone: '(02) 5550 0002', email: 'erin@example.com', asicNumber: '9901010' },
      { name: 'Finn Sabo', phone: '(02) 5550 0003', email: 'finn@example.com', asicNumber: '99005' },
    ]
    for (const other of others)
      expect((await admin.send('POST', '/api/brokers', { ...other, region: 'NSW' })).statusCode).toBe(201)
    const answer = await sendLoans(compliance, [
      loanLine('A', { asic: '990101.0' }),
      loanLine('B', { asic: '9.90E+05', defaulted: '1' }),
      loanLine('C', { asic: '9.90101E+05' }),
    ])
    const preview = answer.json<LoanImport>()
    expect(preview.problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual([`3 ${CHANGED_NUMBER}`])
    await step(preview.id, 'commit')
    const { rows } = await sql<{ brokerId: number }>`select broker_id from loans`.execute(app.connection.db)
    expect(rows.map(({ brokerId }) => brokerId)).toEqual([id, id])
  })

  // Covers: scoring-7
  it('is previewed with what each row lacks, imported, and shows its months', async () => {
    const answer = await sendLoans(compliance, [
      ...loanLines('A', 2),
      loanLine('B', { lodged: '2026-09-30', approved: '' }),
      loanLine('C', { asic: '990777' }),
      loanLine('D', { amount: '-5' }),
      loanLine('E', { lvr: '850' }),
      loanLine('F', { lodged: '2026-12-01', approved: '' }),
      loanLine('G', { lodged: '2026-02-30' }),
      loanLine('A-1'),
      loanLine('H', { reworked: 'maybe', credit: '9999' }),
      loanLine('I', { approved: '2026-10-01' }),
      loanLine('', { amount: '' }),
    ])
    expect(answer.statusCode).toBe(201)
    const preview = answer.json<LoanImport>()
    expect(preview).toMatchObject({
      status: 'preview',
      counts: { rows: 12, accepted: 3, rejected: 9, existing: 0 },
      months: [
        { month: '2026-10', loans: 2 },
        { month: '2026-09', loans: 1 },
      ],
      result: null,
    })
    expect(preview.problems.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)).toEqual([
      '5 broker_asic_number: No broker in the directory has this ASIC number',
      '6 amount: An amount from 0.01 to 1,000,000,000',
      '7 lvr: An LVR from 0 to 200 per cent',
      '8 lodged_on: The day is in the future',
      '9 lodged_on: Write the day as YYYY-MM-DD, e.g. 2026-11-23',
      '10 loan_id: The same loan as row 2',
      '11 credit_score: Write a credit score from 0 to 1200: Settings say that the scale is Equifax',
      '11 reworked: Write 1 for yes or 0 for no',
      '12 approved_on: Approved before it was lodged',
      '13 loan_id: The loan needs its number',
      '13 amount: The loan needs its amount',
    ])
    expect(await stored()).toEqual([])
    const rejects = await compliance.get(`/api/scoring/imports/${preview.id}/rejects`)
    expect(rejects.body.split('\r\n')[1]).toContain('990777')
    expect((await step(preview.id, 'commit')).json()).toMatchObject({
      status: 'imported',
      result: { created: 3, updated: 0, unchanged: 0 },
    })
    expect((await stored()).map(({ loanId }) => loanId)).toEqual(['A-1', 'A-2', 'B'])
    expect((await step(preview.id, 'commit')).statusCode).toBe(409)
  })

  // Covers: scoring-7
  it('that comes a second time changes nothing; a late correction does, and both can be undone', async () => {
    await takeLoans(compliance, loanLines('A', 3))
    expect(await takeLoans(compliance, loanLines('A', 3))).toMatchObject({
      counts: { accepted: 3, existing: 3 },
      result: { created: 0, updated: 0, unchanged: 3 },
    })
    const corrected = await takeLoans(compliance, [
      loanLine('A-2', { amount: '5.50', reworked: '1' }),
      loanLine('B'),
    ])
    expect(corrected.result).toEqual({ created: 1, updated: 1, unchanged: 0 })
    expect((await stored())[1]).toEqual({ loanId: 'A-2', amount: '5.50', reworked: true })
    const later = await takeLoans(compliance, [loanLine('B', { amount: '7' })])
    expect((await step(corrected.id, 'undo')).json()).toMatchObject({ status: 'undone' })
    // B was changed by a later file
    expect(await stored()).toEqual([
      { loanId: 'A-1', amount: '620000.00', reworked: false },
      { loanId: 'A-2', amount: '620000.00', reworked: false },
      { loanId: 'A-3', amount: '620000.00', reworked: false },
      { loanId: 'B', amount: '7.00', reworked: false },
    ])
    expect((await step(corrected.id, 'undo')).statusCode).toBe(409)
    await step(later.id, 'undo')
    expect((await stored()).at(-1)).toEqual({ loanId: 'B', amount: '620000.00', reworked: false })
  })

  // Covers: scoring-7
  it('that corrected a loan is undone for the record that the broker was merged into since', async () => {
    await takeLoans(compliance, [loanLine('A-1')])
    const correction = await takeLoans(compliance, [loanLine('A-1', { amount: '1' })])
    const admin = await staffClient(app, 'admin')
    const kept = { name: 'Isla Fraser', phone: '(02) 5550 0077', email: 'isla.fraser@example.com' }
    const into = (await admin.send('POST', '/api/brokers', kept)).json().id
    const merged = await admin.send('POST', `/api/brokers/${into}/merge`, { brokerId: id, take: [] })
    expect(merged.statusCode, merged.body).toBe(200)
    await step(correction.id, 'undo')
    expect(await app.connection.db.selectFrom('loans').select(['amount', 'brokerId']).execute()).toEqual([
      { amount: '620000.00', brokerId: into },
    ])
  })

  // Covers: scoring-7
  it('may name its columns otherwise, and which is which can be changed', async () => {
    const file =
      'Loan number;CRN;Lodgement date;Amount;Estimate;Rework;Default\nX;990101;2026-10-01;100;200;no;yes\n'
    const answer = await compliance.send('POST', '/api/scoring/imports', undefined, uploadForm(file))
    const found = answer.json<LoanImport>()
    expect(found).toMatchObject({
      counts: { accepted: 1 },
      mapping: { amount: 'Amount', defaulted: 'Default' },
    })
    const path = `/api/scoring/imports/${found.id}`
    const mapping = { ...found.mapping, amount: 'Estimate' }
    expect((await compliance.send('PATCH', path, { mapping })).json()).toMatchObject({
      counts: { accepted: 1 },
    })
    expect(
      (await compliance.send('PATCH', path, { mapping: { ...mapping, lvr: 'Nothing' } })).json().fields,
    ).toEqual({
      'mapping.lvr': 'The file has no column "Nothing". Choose one of its columns for LVR.',
    })
    await step(found.id, 'commit')
    expect(await stored()).toEqual([{ loanId: 'X', amount: '200.00', reworked: false }])
  })

  // Covers: scoring-7
  it.each<[string, string | Buffer, string]>([
    [
      'other people’s columns',
      'Name,Phone\nAnn,1\n',
      'The file has no column for Loan number, ASIC number of the broker',
    ],
    [
      'no rows',
      'loan_id,broker_asic_number,lodged_on,amount,reworked,defaulted\n',
      'The file has headers but no rows.',
    ],
    ['nothing', '', 'The file is empty.'],
    ['a ZIP archive', Buffer.from('504b030414000000', 'hex'), 'The workbook is damaged or incomplete'],
    [
      'an open quote',
      'loan_id,broker_asic_number,lodged_on,amount,reworked,defaulted\n"A,1,2\n',
      'never closed',
    ],
    ['a column twice', 'amount,amount\n1,2\n', 'twice'],
  ])('with %s is refused with the reason, and nothing is kept', async (_what, file, reason) => {
    const answer = await compliance.send('POST', '/api/scoring/imports', undefined, uploadForm(file))
    expect([answer.statusCode, answer.json().fields.file]).toEqual([400, expect.stringContaining(reason)])
    expect((await compliance.get('/api/scoring/imports')).json()).toEqual([])
  })

  // Covers: scoring-7
  it('of more than half a million rows is refused', async () => {
    const lines = Array.from({ length: 500_002 }, (_, at) => `${at}`)
    const answer = await compliance.send(
      'POST',
      '/api/scoring/imports',
      undefined,
      uploadForm(['loan_id', ...lines].join('\n')),
    )
    expect(answer.statusCode).toBe(400)
  })

  it('is for those who may, and can be discarded before it is imported', async () => {
    for (const role of ['lender', 'viewer'] as const)
      expect((await sendLoans(await staffClient(app, role), loanLines('A', 1))).statusCode).toBe(403)
    const { id: importId } = (await sendLoans(compliance, loanLines('A', 1))).json<LoanImport>()
    const discard = () => compliance.send('DELETE', `/api/scoring/imports/${importId}`)
    expect((await discard()).json()).toEqual({ discarded: true })
    expect((await discard()).statusCode).toBe(404)
    const none = (await sendLoans(compliance, [loanLine('A', { asic: '1' })])).json<LoanImport>()
    expect((await step(none.id, 'commit')).json().message).toBe(
      'No row of this file can be imported. Correct the file and upload it again.',
    )
  })

  // Covers: scoring-6
  it('that comes late has its months calculated again, and the change is told', async () => {
    await takeLoans(compliance, loanLines('A', 6))
    await calculateMonth(app, compliance, '2026-10')
    const score = async () => (await compliance.get(`/api/scoring/brokers/${id}/2026-10`)).json().score
    const before = await score()
    expect(before.previous).toBeNull()
    await takeLoans(compliance, [
      ...loanLines('L', 4, { lodged: '2026-08-03', approved: '2026-09-30', reworked: '1', defaulted: '1' }),
      // ten months before: it counts for defaults alone
      loanLine('M', { lodged: '2025-12-01', approved: '', defaulted: '1' }),
    ])
    expect((await compliance.get('/api/scoring/stats')).json()).toMatchObject({ outdated: true })
    await startDueRuns(app.ctx())
    await finishCalculations(app)
    const after = await score()
    expect(after).toMatchObject({
      totalLoans: 10,
      previous: { overallScore: before.overallScore, tier: before.tier },
    })
    expect(after.overallScore).toBeLessThan(before.overallScore)
    expect(after.defaultRate).toBeCloseTo((100 * 5) / 11)
    expect((await compliance.get('/api/scoring/stats')).json()).toMatchObject({ outdated: false })
    // a month that nothing counts in stays as it is
    await takeLoans(compliance, [loanLine('N', { lodged: '2025-10-01', approved: '' })])
    expect((await compliance.get('/api/scoring/stats')).json()).toMatchObject({ outdated: false })
  })
})
