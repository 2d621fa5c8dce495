import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { CHANGES_CHANNEL } from '#server/platform/ctx.ts'
import type { Log } from '#server/platform/log.ts'
import { type DatabaseNetwork, openDatabaseNetwork } from '#test/doubles/network.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'
import { type ChangeFeed, openChangeFeed } from './change-feed.ts'

let database: TestDatabase
let network: DatabaseNetwork
let feed: ChangeFeed
let lines: string[]

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  network = await openDatabaseNetwork(database.url)
  lines = []
  const note = (_fields: object, text: string) => void lines.push(text)
  const log = { info: note, warn: note, error: note } as unknown as Log
  feed = await openChangeFeed({ databaseUrl: network.url, log, lookMs: 20 })
})
afterEach(async () => {
  await feed.close()
  await network.close()
})

async function change(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`select pg_notify('${CHANGES_CHANNEL}', '{"topics":["calls"]}')`)
  await client.end()
}

it.each([
  'slammed',
  'refused',
] as const)('while the database is away (%s) one connection at a time is asked for, ever more seldom, and the log stays short', async (state) => {
  const epoch = feed.epoch()
  const attempts = vi.spyOn(pg.Client.prototype, 'connect')
  onTestFinished(() => attempts.mockRestore())
  await network.turn(state)
  await vi.waitUntil(() => feed.epoch() === null, PATIENCE)
  attempts.mockClear()
  const from = performance.now()
  await vi.waitUntil(() => attempts.mock.calls.length >= 5, PATIENCE)
  // after pauses of at least 20, 40, 80 and 160 ms: each connection that failed once planned two more
  expect(performance.now() - from).toBeGreaterThan(20 + 40 + 80 + 160)
  expect(lines.length).toBeLessThan(6)
  await network.turn('through')
  await vi.waitUntil(() => feed.epoch() !== null, PATIENCE)
  expect(feed.epoch()).toBe(Number(epoch) + 1)
  const heard = vi.fn()
  feed.subscribe(heard)
  await change()
  await vi.waitUntil(() => heard.mock.calls.length === 1, PATIENCE)
})
