import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitForLocks } from '#test/lock-waits.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { calculateMonth, finishCalculations, loanLines, takeLoans } from '#test/worlds/scoring-world.ts'

let app: TestApp
let compliance: Client

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())

// Covers: scoring-14
it('an override that is made while the month is calculated again is not lost', async () => {
  const admin = await staffClient(app, 'admin')
  const ids: number[] = []
  for (const at of [0, 1]) {
    const broker = { name: `Isla Fraser ${at}`, phone: `(02) 5550 000${at}`, email: `b${at}@example.com` }
    ids.push((await admin.send('POST', '/api/brokers', { ...broker, asicNumber: `99010${at}` })).json().id)
  }
  await takeLoans(compliance, loanLines('S', 24, { asic: '990101', credit: '800', lvr: '66' }))
  await calculateMonth(app, compliance, '2026-10')
  const other = new pg.Client({ connectionString: app.databaseUrl })
  await other.connect()
  // the calculation has read who is overridden, and waits for the first broker's score
  await other.query('begin')
  await other.query('select 1 from broker_scores where broker_id = $1 for update', [ids[0]])
  await compliance.send('POST', '/api/scoring/calculate', { month: '2026-10' })
  const calculating = finishCalculations(app)
  await waitForLocks(app.connection.db)
  const overriding = compliance.send('POST', '/api/scoring/update-tier', {
    ...{ brokerId: ids[1], scoreMonth: '2026-10', tier: 'Watchlist', reason: 'Knows why' },
  })
  await Promise.race([overriding, waitForLocks(app.connection.db, 2)])
  await other.query('commit')
  await other.end()
  expect((await overriding).statusCode).toBe(200)
  await calculating
  const { score } = (await compliance.get(`/api/scoring/brokers/${ids[1]}/2026-10`)).json()
  expect(score).toMatchObject({ tier: 'Watchlist', manualOverride: true })
})
