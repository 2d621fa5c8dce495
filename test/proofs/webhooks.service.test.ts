import { afterAll, beforeAll, expect, it } from 'vitest'
import { claimDue } from '#server/modules/webhooks/deliveries.store.ts'
import { type WebhookReceiver, webhookReceiver } from '#test/doubles/webhook-receiver.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { webhookWorker } from '#test/worlds/webhooks-world.ts'
import { figuresOf, prepareStorm, waitingOf } from './webhook-storm.ts'

let first: TestApp
let second: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  first = await createTestApp()
  second = await createTestApp({ databaseUrl: first.databaseUrl })
  receiver = await webhookReceiver()
})
afterAll(async () => {
  await receiver?.close()
  await second?.close()
  await first?.close()
})

// Covers: integrations-6
it('delivers each event at least once with one id, while the target fails and hangs and a process has died (seeded part of the long proof)', async () => {
  const storm = await prepareStorm(first, receiver, { events: 300, seed: 11 })
  const leaseMs = 3000
  // a process that was killed right after its claim
  const leaseUntil = new Date(Date.now() + leaseMs)
  const claimed = await claimDue(first.ctx(), storm.endpointId, { limit: 40, leaseUntil })
  expect(claimed).toHaveLength(40)
  const options = { timeoutMs: 400, delaysMs: [50], leaseMs }
  const workers = [webhookWorker(first, options), webhookWorker(second, options)]
  for (const worker of workers) worker.start()
  await until('all is delivered', async () => (await waitingOf(first)) === 0, 100)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await figuresOf(first, storm)).toMatchObject({ lost: 0, faults: [] })
  expect(storm.attempts).toBeGreaterThan(400)
}, 120_000)
