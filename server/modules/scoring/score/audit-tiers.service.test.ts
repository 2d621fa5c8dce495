import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { calculateMonth, loanLines, takeLoans } from '#test/worlds/scoring-world.ts'

let app: TestApp
let compliance: Client
let ids: number[]

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  compliance = await staffClient(app, 'compliance')
  const admin = await staffClient(app, 'admin')
  ids = []
  for (const [at, name] of ['Star Fraser', 'Poor Nguyen', 'Quiet Rossi'].entries()) {
    const broker = {
      name,
      phone: `(02) 5550 000${at}`,
      email: `b${at}@example.com`,
      asicNumber: `99010${at}`,
    }
    ids.push((await admin.send('POST', '/api/brokers', broker)).json().id)
  }
})
afterAll(() => app.close())

const rows = () =>
  app.connection.db
    .selectFrom('auditLog')
    .select(['subjectType', 'subjectId', 'actor', 'before', 'after'])
    .where('action', '=', 'scoring.tier_changed')
    .orderBy('id')
    .execute()

// Covers: scoring-19
it('a calculation that changes tiers writes one audit row per broker, with the scorecard and the newest loans', async () => {
  const good = { credit: '840', lvr: '62', approved: '2026-10-12' }
  const bad = { credit: '600', lvr: '92', approved: '2026-10-30', reworked: '1', defaulted: '1' }
  await takeLoans(compliance, [
    ...loanLines('S', 30, { asic: '990100', ...good }),
    ...loanLines('P', 30, { asic: '990101', ...good }),
  ])
  await calculateMonth(app, compliance, '2026-10')
  expect(await rows()).toEqual([])

  const late = await takeLoans(compliance, loanLines('P', 30, { asic: '990101', ...bad }))
  await calculateMonth(app, compliance, '2026-10')
  const run = await app.connection.db
    .selectFrom('runs')
    .select(['id', 'input'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const changed = {
    subjectType: 'broker',
    subjectId: String(ids[1]),
    before: { month: '2026-10', tier: 'Reward' },
    after: {
      ...{ month: '2026-10', tier: 'Watchlist' },
      ...{ scorecard: (run.input as { scorecardId: number }).scorecardId, run: run.id, loanImport: late.id },
    },
  }
  expect(await rows()).toMatchObject([changed])

  await calculateMonth(app, compliance, '2026-10')
  expect(await rows()).toHaveLength(1)
})

it('a tier that differs from the month before is audited with both months', async () => {
  await takeLoans(
    compliance,
    loanLines('N', 40, {
      asic: '990102',
      credit: '600',
      lvr: '92',
      lodged: '2026-11-02',
      approved: '',
      reworked: '1',
      defaulted: '1',
    }),
  )
  await calculateMonth(app, compliance, '2026-11')
  expect((await rows()).filter(({ subjectId }) => subjectId === String(ids[2]))).toMatchObject([
    { before: { month: '2026-10', tier: 'Neutral' }, after: { month: '2026-11', tier: 'Watchlist' } },
  ])
})
