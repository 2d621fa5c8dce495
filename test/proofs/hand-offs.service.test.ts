import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { FIRST_DAY, handOffEnv, KILL_TRANSACTIONS, proveHandOffs, type VirtualClock } from './hand-offs.ts'

const clock: VirtualClock = { ms: FIRST_DAY }
let first: TestApp
let second: TestApp
beforeAll(async () => {
  const options = { env: handOffEnv, now: () => new Date(clock.ms) }
  first = await createTestApp(options)
  second = await createTestApp({ ...options, databaseUrl: first.databaseUrl })
})
afterAll(async () => {
  await second?.close()
  await first?.close()
})

// Covers: calls-twilio-16, calls-twilio-17, calls-twilio-18
it('every hand-off ends as connected, booked, callback or task, while processes exit (seeded part of the long proof)', async () => {
  const killTransactions = () => asOwner(first.databaseUrl, KILL_TRANSACTIONS)
  const figures = await proveHandOffs({
    processes: [first, second],
    clock,
    count: 40,
    seed: 53,
    killTransactions,
  })
  expect(figures.faults).toEqual([])
  expect(figures.mailboxesAccepted).toBe(0)
  expect(figures.mailboxesRung).toBeGreaterThan(3)
  expect(figures.deaths.dies + figures.deaths.dies_after).toBeGreaterThan(5)
  expect(figures.ended.connected).toBeGreaterThan(3)
  expect(figures.longestSilence.broker).toBeLessThanOrEqual(4)
}, 300_000)
