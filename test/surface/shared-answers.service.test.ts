import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { roleMay, staffRoles } from '#contract/policy.ts'
import { modules } from '#server/app.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { type Client, staffClient, visitor } from '../worlds/client.ts'

const shared = modules.flatMap(({ routes = [] }) => routes).filter((route) => route.shared)

let app: TestApp
let live = ''
const closing = new AbortController()
beforeAll(async () => {
  app = await createTestApp()
  const { db } = app.connection
  await sql`insert into brokers (name, phone, region) values ('Mei Chen', '+61255500001', 'NSW')`.execute(db)
  await addCampaign('First')
  await sql`insert into activities (type, description, broker_id) select 'imported', 'Imported', id from brokers`.execute(
    db,
  )
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  live = await openStream(await staffClient(app, 'admin'))
})
afterAll(async () => {
  closing.abort()
  await app?.close()
})

const addCampaign = (name: string): Promise<unknown> =>
  sql`insert into campaigns (name, product, call_script) values (${name}, 'Loan', 'Hello')`.execute(
    app.connection.db,
  )

/** Opens a browser's stream. @returns the name of the server process */
async function openStream(client: Client): Promise<string> {
  const { port } = app.server.server.address() as AddressInfo // it listens on TCP
  const stream = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { cookie: client.cookie },
    signal: closing.signal,
  })
  let text = ''
  for await (const chunk of stream.body ?? []) {
    text += Buffer.from(chunk).toString()
    const [, name] = /"process":"([^"]+)"/.exec(text) ?? []
    if (name) return name
  }
  throw new Error('the stream ended without a name')
}

const names = async (client: Client, isLive: boolean): Promise<string[]> => {
  const answer = await client.get('/api/campaigns', isLive ? { headers: { 'x-live': live } } : {})
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-total-count']).toBeDefined()
  return answer.json<{ name: string }[]>().map(({ name }) => name)
}

describe('an answer that is worked out once for all screens', () => {
  it('exists', () => {
    expect(shared.length).toBeGreaterThan(5)
  })

  const forEverybody = shared.filter((route) => route.shared === 'everybody')
  // Covers: analytics-figures-19
  it.each(
    forEverybody.map(({ endpoint }) => [endpoint.path, endpoint] as const),
  )('is the same for every role that may read %s', async (path, { access }) => {
    const answers = new Set<string>()
    for (const role of staffRoles) {
      if (typeof access !== 'string' || !roleMay(role, access as Parameters<typeof roleMay>[1])) continue
      const answer = await (await staffClient(app, role)).get(path.replace(':id', '1'))
      expect(answer.statusCode).toBe(200)
      // the clock advances between two of them
      answers.add(answer.body.replaceAll(/"now":"[^"]*"/g, ''))
    }
    expect(answers.size).toBe(1)
  })

  it.each(
    shared.flatMap(({ shared: by, endpoint }) => (by === 'role' ? [endpoint.path] : [])),
  )('is worked out for each role alone where roles read different things: %s', async (path) => {
    const answers = new Map<string, string>()
    // twice, so that the second round is served from the cache
    for (const role of [...staffRoles, ...staffRoles]) {
      const client = await staffClient(app, role)
      const own = await client.get(path)
      const kept = await client.get(path, { headers: { 'x-live': live } })
      expect(kept.body, role).toBe(own.body)
      answers.set(role, own.body)
    }
    expect(new Set(answers.values()).size).toBeGreaterThan(1)
  })

  // Covers: analytics-figures-19
  it('is that of a moment ago for a screen that hears of changes, and new for everybody else', async () => {
    const [admin, lender] = [await staffClient(app, 'admin'), await staffClient(app, 'lender')]
    // once more where the notification of a sign-in was still in flight, which clears the cache
    await vi.waitFor(async () => {
      const before = await names(admin, true)
      // inserted without a notification
      await addCampaign('Second')
      expect(await names(lender, true)).toEqual(before)
    }, PATIENCE)
    expect(await names(lender, false)).toContain('Second')
  })

  it('is the same compressed, in whichever encoding the browser takes', async () => {
    const admin = await staffClient(app, 'admin')
    for (const number of [4, 5, 6]) await addCampaign(`Number ${number}`)
    const get = (accepted: string) =>
      admin.get('/api/campaigns', { headers: { 'x-live': live, 'accept-encoding': accepted } })
    const [plain, br, gzip] = [await get('identity'), await get('gzip, br'), await get('gzip')]
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect([br.headers.vary, gzip.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
  })

  // Covers: analytics-figures-19
  it('stays while vendors tell of calls: screens are told of that as of any other change', async () => {
    const admin = await staffClient(app, 'admin')
    const tell = async () => {
      for (const path of ['twilio/status', 'vapi'])
        await visitor(app).send('POST', `/api/webhooks/${path}`, { CallSid: 'CA1' })
    }
    // once more where the second for which an answer is kept ended in between, or a sign-in was announced
    await vi.waitFor(async () => {
      const before = await names(admin, true)
      await addCampaign('Seventh')
      await tell()
      expect(await names(admin, true)).toEqual(before)
    }, PATIENCE)
    // a change by another client
    await visitor(app).send('POST', '/api/login', { email: 'nobody@example.com', password: 'wrong' })
    expect(await names(admin, true)).toContain('Seventh')
  })

  // Covers: analytics-figures-19
  it('is new after a change of one’s own', async () => {
    const admin = await staffClient(app, 'admin')
    await names(admin, true)
    const made = await admin.send('POST', '/api/campaigns', {
      ...{ name: 'Third', product: 'Loan', callScript: 'Hello' },
    })
    expect(made.statusCode).toBe(201)
    expect(await names(admin, true)).toContain('Third')
  })

  // Covers: analytics-figures-19
  it('is for nobody who is not signed in', async () => {
    await names(await staffClient(app, 'admin'), true)
    const stranger = visitor(app)
    const answer = await stranger.get('/api/campaigns', { headers: { 'x-live': live } })
    expect(answer.statusCode).toBe(401)
  })
})
