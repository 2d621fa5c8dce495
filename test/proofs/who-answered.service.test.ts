import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { proveWhoAnswered, START, startChangesOnly, whoAnsweredEnv } from './who-answered.ts'

const clock = { ms: START }
let twilio: Awaited<ReturnType<typeof startChangesOnly>>
let app: TestApp
beforeAll(async () => {
  twilio = await startChangesOnly()
  app = await createTestApp({ env: whoAnsweredEnv(twilio.url), now: () => new Date(clock.ms) })
})
afterAll(async () => {
  await app?.close()
  twilio?.server.close()
})

// Covers: who-answered-6
it('calls that count as reached are those with a person, no person is hung up on, and machines have no wishes (part of the long proof)', async () => {
  const count = 150
  const figures = await proveWhoAnswered({ app, clock, changes: twilio.changes, count, seed: 53 })
  expect(figures.faults).toEqual([])
  expect(figures.reached).toBe(figures.truth)
  expect(figures).toMatchObject({ hungUpOn: 0, wishesOfMachines: 0, transferred: 0 })
  expect(figures.relayed.recorded).toBe(figures.relayed.truth)
  expect(figures.calls.screener).toBeGreaterThan(20)
  expect(figures.calls.mailbox).toBeGreaterThan(5)
}, 300_000)
