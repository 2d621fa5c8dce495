import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CreditScale } from '#contract/scoring/credit-scales.ts'
import type { LoanImport } from '#contract/scoring/loans.ts'
import type { Scorecard } from '#contract/scoring/scorecards.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { deliveredRules } from '#test/worlds/delivered-rules.ts'
import { calculateMonth, loanLine, loanLines, sendLoans, takeLoans } from '#test/worlds/scoring-world.ts'

let app: TestApp
let admin: Client
let compliance: Client
let brokerId: number

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from brokers; delete from loan_imports; delete from runs; delete from outdated_months; delete from scorecards where version is null or version > 1',
  )
  await choose('equifax')
  const broker = { name: 'Isla Fraser', phone: '(02) 5550 0001', email: 'isla@example.com', region: 'NSW' }
  brokerId = (await admin.send('POST', '/api/brokers', { ...broker, asicNumber: '990101' })).json().id
})

async function choose(creditScoreScale: CreditScale): Promise<void> {
  const answer = await admin.send('PATCH', '/api/organisation', { creditScoreScale })
  expect(answer.statusCode, answer.body).toBe(200)
}
const newestCard = async (): Promise<Scorecard> => (await compliance.get('/api/scoring/scorecards')).json()[0]
const scoresOf = ({ rules }: Scorecard): number[] => rules.criteria.avgCreditScore.points.map(([at]) => at)
const details = async (month: string) =>
  (await compliance.get(`/api/scoring/brokers/${brokerId}/${month}`)).json()
const credit = async (month: string) => {
  const { points, creditScoreScale } = await details(month)
  const { raw, points: own } = points.find(
    ({ criterion }: { criterion: string }) => criterion === 'avgCreditScore',
  )
  return { creditScoreScale, raw: Math.round(raw), points: own }
}
const draftWith = (points: [number, number][]) =>
  admin.send('PUT', '/api/scoring/scorecards/draft', {
    note: '',
    rules: {
      ...deliveredRules,
      criteria: {
        ...deliveredRules.criteria,
        avgCreditScore: { ...deliveredRules.criteria.avgCreditScore, points },
      },
    },
  })

describe('the scale of credit scores', () => {
  // Covers: scoring-18
  it('moves the breakpoints of a published scorecard and of a draft, and moves them back', async () => {
    expect(await newestCard()).toMatchObject({ creditScoreScale: 'equifax', version: 1 })
    expect(scoresOf(await newestCard())).toEqual([460, 661, 735, 853])
    await choose('experian_illion')
    expect(await newestCard()).toMatchObject({ creditScoreScale: 'experian_illion', version: 1 })
    expect(scoresOf(await newestCard())).toEqual([383, 551, 613, 711])
    await draftWith([
      [400, 0],
      [800, 100],
    ])
    expect(scoresOf(await newestCard())).toEqual([400, 800])
    await choose('equifax')
    expect(scoresOf(await newestCard())).toEqual([480, 960])
  })

  it('bounds the breakpoints of a draft', async () => {
    await choose('experian_illion')
    const answer = await draftWith([
      [400, 0],
      [1001, 100],
    ])
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({
      'rules.criteria.avgCreditScore.points':
        'Enter credit scores on the scale chosen in Settings: Experian or illion, 0 to 1000',
    })
  })

  // Covers: scoring-18
  it('rejects loans with a score outside it, and names the scale', async () => {
    await choose('experian_illion')
    const lines = [
      loanLine('A', { credit: '1000' }),
      loanLine('B', { credit: '1001' }),
      loanLine('C', { credit: '-1' }),
    ]
    const preview = (await sendLoans(compliance, lines)).json<LoanImport>()
    expect(preview).toMatchObject({
      creditScoreScale: 'experian_illion',
      counts: { accepted: 1, rejected: 2 },
    })
    const reason = 'Write a credit score from 0 to 1000: Settings say that the scale is Experian or illion'
    expect(preview.problems).toEqual([
      { row: 3, column: 'credit_score', value: '1001', reason },
      { row: 4, column: 'credit_score', value: '-1', reason },
    ])
  })

  it('of a file stays the one of its upload, also when columns are chosen and the loans imported later', async () => {
    const { id } = (await sendLoans(compliance, [loanLine('A', { credit: '1100' })])).json<LoanImport>()
    await choose('experian_illion')
    const again = await compliance.send('PATCH', `/api/scoring/imports/${id}`, { dateOrder: 'day' })
    expect(again.json()).toMatchObject({ creditScoreScale: 'equifax', counts: { accepted: 1 } })
    await compliance.send('POST', `/api/scoring/imports/${id}/commit`)
    await calculateMonth(app, compliance, '2026-10')
    expect(await credit('2026-10')).toMatchObject({ creditScoreScale: 'experian_illion', raw: 917 })
  })

  // Covers: scoring-18
  it('of a calculated month stays, and loans of another scale count in proportion', async () => {
    await takeLoans(compliance, loanLines('E', 20, { credit: '960' }))
    await calculateMonth(app, compliance, '2026-10')
    const before = await details('2026-10')
    expect(before).toMatchObject({ creditScoreScale: 'equifax', score: { avgCreditScore: 960 } })

    await choose('experian_illion')
    await calculateMonth(app, compliance, '2026-10')
    expect(await details('2026-10')).toEqual(before)
    await takeLoans(compliance, loanLines('X', 20, { credit: '600', lodged: '2026-11-02', approved: '' }))
    await calculateMonth(app, compliance, '2026-11')
    // half of the loans: 960 of 1200 is 800 of 1000
    expect(await credit('2026-11')).toMatchObject({ creditScoreScale: 'experian_illion', raw: 700 })
    const statsOf = async (month: string) =>
      (await compliance.get(`/api/scoring/stats?month=${month}`)).json().creditScoreScale
    expect(await statsOf('2026-10')).toBe('equifax')
    expect(await statsOf('2026-11')).toBe('experian_illion')
    const exported = async (month: string) =>
      (await compliance.get(`/api/scoring/broker-scores/${month}/export`)).body
    expect(await exported('2026-10')).toContain('"Equifax, 0 to 1200"')
    expect(await exported('2026-11')).toContain('"Experian or illion, 0 to 1000"')
  })

  it('of a loan follows the newest file, and goes back with it', async () => {
    const lines = loanLines('E', 20, { credit: '720' })
    await takeLoans(compliance, lines)
    await choose('experian_illion')
    const corrected = await takeLoans(compliance, lines)
    expect(corrected.result).toEqual({ created: 0, updated: 20, unchanged: 0 })
    const same = await takeLoans(compliance, lines)
    expect(same.result).toEqual({ created: 0, updated: 0, unchanged: 20 })
    await calculateMonth(app, compliance, '2026-10')
    expect(await credit('2026-10')).toMatchObject({ raw: 720 })
    await compliance.send('POST', `/api/scoring/imports/${corrected.id}/undo`)
    await calculateMonth(app, compliance, '2026-10')
    expect(await credit('2026-10')).toMatchObject({ raw: 600 })
  })
})
