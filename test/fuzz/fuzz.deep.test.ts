import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameOf } from '../surface/every-endpoint.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { addPortalBroker } from '../worlds/broker-client.ts'
import { PASSWORD } from '../worlds/client.ts'
import { finishCalculations } from '../worlds/scoring-world.ts'
import { createFuzzClient, type FuzzClient } from './fuzz-client.ts'
import { createFuzzRun, type FuzzRun } from './fuzz-run.ts'
import { growWorld } from './grown-world.ts'
import { watchTables } from './table-states.ts'

const SEED = 20_261_122
/** The meetings of the grown world are in the days after it. */
const NOW = new Date('2026-11-24T01:00:00Z')
const AT_ONCE = 6_000
const ONE_BY_ONE = 300

let app: TestApp
let client: FuzzClient
let run: FuzzRun
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const accounts = await growWorld(app)
  await finishCalculations(app)
  const { port } = app.server.server.address() as AddressInfo // it listens on TCP
  client = createFuzzClient(`http://127.0.0.1:${port}`, accounts)
  const anotherBroker = async () =>
    client.signIn('broker', { email: (await addPortalBroker(app)).email, password: PASSWORD })
  run = await createFuzzRun({ client, seed: SEED, anotherBroker })
})
afterAll(async () => {
  client?.close()
  await app?.close()
})

describe('requests of every kind to every endpoint', () => {
  // Covers: http-conventions-13
  it('that are refused leave nothing behind', async () => {
    const statesNow = await watchTables(app.connection.pool)
    let refused = 0
    for (let count = 0; count < ONE_BY_ONE; count++) {
      const before = await statesNow()
      await run.sendOne(async (request, answer) => {
        if (answer.status < 400) return
        refused += 1
        const after = await statesNow()
        expect(after, `${nameOf(request.described.endpoint)} ${request.url}: ${answer.body}`).toEqual(before)
      })
    }
    expect(refused).toBeGreaterThan(ONE_BY_ONE / 4)
  }, 300_000)

  // Covers: http-conventions-9, http-conventions-13
  it('are answered as the API describes itself, and whatever they leave can be read', async () => {
    await run.send(AT_ONCE)
    expect(await run.readEverything()).toBeGreaterThan(100)
    // else it fuzzes the gate alone
    const reached = [...run.tally.values()].filter((tally) =>
      [...tally.keys()].some((status) => status < 400),
    )
    expect(reached.length / run.tally.size).toBeGreaterThan(0.7)
  }, 300_000)
})
