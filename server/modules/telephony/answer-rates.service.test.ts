import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { countAllFigures } from '#test/worlds/figures-oracle.ts'

const NOW = new Date('2026-11-24T02:00:00Z')
const [OLD, NEW] = ['+61255500100', '+61370100200']

let app: TestApp
let viewer: Client
beforeAll(async () => {
  app = await createTestApp({
    now: () => NOW,
    env: {
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: OLD,
      TWILIO_BASE_URL: 'http://127.0.0.1:9',
    },
  })
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())

/** So many calls with this outcome, as many days ago. */
async function add(
  count: number,
  call: { from: string; to: string; outcome: string; days?: number; test?: boolean },
) {
  const { from, to, outcome, days = 1, test = false } = call
  const status = outcome === 'human' ? 'completed' : 'no_answer'
  await sql`insert into calls (provider, simulated, test, from_number, to_number, status, outcome, created_at, finished_at)
    select 'twilio', false, ${test}, ${from}, ${to}, ${status}, ${outcome}, at, at from generate_series(1, ${count}) n,
      lateral (select ${NOW}::timestamptz - make_interval(days => ${days}) as at) a`.execute(
    app.connection.db,
  )
}

const rates = async (days = '90') => (await viewer.get(`/api/phone-numbers/answer-rates?days=${days}`)).json()

// Covers: who-answered-4
it('counts people and screeners by calling number and range of the called one, with Wilson’s interval', async () => {
  await add(40, { from: OLD, to: '+61491570156', outcome: 'human' })
  await add(60, { from: OLD, to: '+61491571266', outcome: 'voicemail' })
  await add(25, { from: OLD, to: '+61255501234', outcome: 'screened' })
  await add(3, { from: NEW, to: '+61491570156', outcome: 'human', days: 40 })
  await add(1, { from: NEW, to: '', outcome: 'no_answer', days: 40 })
  await add(9, { from: NEW, to: '+61491570156', outcome: 'human', test: true })
  const expected = {
    from: '2026-08-27',
    to: '2026-11-24',
    numbers: [
      {
        phoneNumber: OLD,
        // by the formula of Wilson (1927) for 40 of 125
        ...{ calls: 125, screened: 25, reached: 40, share: { rate: 32, low: 24.5, high: 40.6 } },
        ranges: [
          { range: '0491', calls: 100, screened: 0, reached: 40, share: { rate: 40, low: 30.9, high: 49.8 } },
          { range: '0255', calls: 25, screened: 25, reached: 0, share: { rate: 0, low: 0, high: 13.3 } },
        ],
      },
      {
        phoneNumber: NEW,
        ...{ calls: 4, screened: 0, reached: 3, share: { rate: 75, low: 30.1, high: 95.4 } },
        ranges: [
          { range: '0491', calls: 3, screened: 0, reached: 3, share: { rate: 100, low: 43.9, high: 100 } },
          { range: null, calls: 1, screened: 0, reached: 0, share: { rate: 0, low: 0, high: 79.3 } },
        ],
      },
    ],
  }
  expect(await rates()).toEqual(expected)
  // the same from stored figures
  await countAllFigures(app)
  expect(await rates()).toEqual(expected)
  expect((await rates('30')).numbers).toHaveLength(1)
  expect((await viewer.get('/api/phone-numbers/answer-rates?days=7')).statusCode).toBe(400)
})
