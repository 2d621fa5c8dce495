import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { liveChanges } from '#contract/system/system.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { withKey } from '#test/worlds/key-client.ts'

const HOUR_MS = 3_600_000
const READ = '/api/brokers?limit=1'

let app: TestApp
let admin: Client
let now = new Date()

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * HOUR_MS)
}
const make = (body: object = {}) =>
  admin.send('POST', '/api/api-keys', {
    ...{ name: `CRM ${crypto.randomUUID()}`, scopes: ['admin_area.read'], expiresInDays: 30 },
    ...body,
  })
const made = async (body: object = {}): Promise<{ key: ApiKey; token: string }> => {
  const answer = await make(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const listed = async (id: number): Promise<ApiKey | undefined> =>
  (await admin.get('/api/api-keys')).json<ApiKey[]>().find((key) => key.id === id)
const refused = async (token: string): Promise<[number, string]> => {
  const { statusCode, body } = await withKey(app, token).get(READ)
  return [statusCode, JSON.parse(body).message]
}

// Covers: integrations-2
it('shows a secret once, stores its hash, and lists start, expiry and last use', async () => {
  const { key, token } = await made()
  expect(token).toMatch(/^bl_live_[\w-]{32}$/)
  expect(key).toMatchObject({ lastUsedAt: null, createdBy: 'Test admin' })
  expect(key.secrets).toMatchObject([{ start: token.slice(0, 12), expiresAt: null }])
  expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBe(30 * 24 * HOUR_MS)
  expect((await withKey(app, token).get(READ)).statusCode).toBe(200)
  expect((await listed(key.id))?.lastUsedAt).toBe(now.toISOString())
  const usedAt = now
  now = new Date(now.getTime() + 30_000)
  await withKey(app, token).get(READ)
  expect((await listed(key.id))?.lastUsedAt).toBe(usedAt.toISOString())
  const everything = await admin.get('/api/api-keys')
  expect(everything.body).not.toContain(token)
  const log = await app.connection.db.selectFrom('auditLog').selectAll().execute()
  expect(JSON.stringify(log)).not.toContain(token)
})

// Covers: integrations-2
it('refuses a wrong, an expired and a revoked key with 401 and the reason', async () => {
  const { key, token } = await made({ expiresInDays: 1 })
  expect(await refused(`bl_live_${'x'.repeat(32)}`)).toEqual([401, expect.stringContaining('not valid')])
  expect(await refused('bl_live_')).toEqual([401, expect.stringContaining('not valid')])
  later(24)
  expect(await refused(token)).toEqual([401, expect.stringContaining('has expired')])
  expect((await admin.send('POST', `/api/api-keys/${key.id}/rotate`, { overlapHours: 1 })).statusCode).toBe(
    422,
  )
  const lasting = await made({ expiresInDays: null })
  later(24 * 900)
  admin = await staffClient(app, 'admin')
  expect((await withKey(app, lasting.token).get(READ)).statusCode).toBe(200)
  expect((await admin.send('DELETE', `/api/api-keys/${lasting.key.id}`)).statusCode).toBe(200)
  expect(await refused(lasting.token)).toEqual([401, expect.stringContaining('was revoked')])
  expect(await listed(lasting.key.id)).toMatchObject({ revokedAt: now.toISOString(), secrets: [] })
  // the name is free again
  expect((await make({ name: lasting.key.name })).statusCode).toBe(201)
})

// Covers: integrations-3
it('rotates with an overlap: both secrets are valid until the former one ends', async () => {
  const first = await made()
  const rotated = await admin.send('POST', `/api/api-keys/${first.key.id}/rotate`, { overlapHours: 24 })
  expect(rotated.statusCode).toBe(200)
  const second = rotated.json<{ key: ApiKey; token: string }>()
  expect(second.key.secrets.map(({ start }) => start)).toEqual([
    second.token.slice(0, 12),
    first.token.slice(0, 12),
  ])
  later(23)
  for (const { token } of [first, second]) expect((await withKey(app, token).get(READ)).statusCode).toBe(200)
  // a further rotation without overlap ends both
  later(1)
  expect(await refused(first.token)).toEqual([401, expect.stringContaining('was rotated')])
  const third = await admin.send('POST', `/api/api-keys/${first.key.id}/rotate`, { overlapHours: 0 })
  expect(await refused(second.token)).toEqual([401, expect.stringContaining('was rotated')])
  expect((await withKey(app, third.json().token).get(READ)).statusCode).toBe(200)
})

// Covers: integrations-1, integrations-4
it('opens what its scopes open, and is named in the audit log', async () => {
  const { key, token } = await made({ name: 'CRM sync', scopes: ['admin_area.read', 'brokers.write'] })
  const program = withKey(app, token)
  const broker = { name: 'Wei Li', phone: '(02) 5550 1234', email: 'wei.li@example.com' }
  const added = await program.send('POST', '/api/brokers', broker)
  expect(added.statusCode, added.body).toBe(201)
  const entry = await app.connection.db
    .selectFrom('auditLog')
    .select(['actor', 'actorId'])
    .where('action', '=', 'broker.created')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ actor: 'API key CRM sync', actorId: null })
  const suppression = await program.send('POST', '/api/suppressions', {
    phoneNumber: '0491570156',
    reason: 'x',
  })
  expect([suppression.statusCode, suppression.json().message]).toEqual([
    403,
    'This API key lacks the scope suppressions.add.',
  ])
  expect((await program.get('/api/api-keys')).statusCode).toBe(403)
  expect((await program.send('POST', `/api/api-keys/${key.id}/rotate`, { overlapHours: 0 })).statusCode).toBe(
    403,
  )
  expect((await program.get('/api/broker/profile')).statusCode).toBe(401)
  expect((await program.get(liveChanges.path)).statusCode).toBe(403)
  // once per key and Idempotency-Key
  const idempotent = (client: Client) =>
    client.send(
      'POST',
      '/api/brokers',
      { ...broker, phone: '(02) 5550 1235', email: 'w@example.com' },
      {
        headers: { 'idempotency-key': 'one' },
      },
    )
  expect((await idempotent(program)).statusCode).toBe(201)
})

// Covers: integrations-1
it('is made by admins only, and a broken form changes nothing', async () => {
  for (const role of ['lender', 'compliance', 'viewer'] as const) {
    const member = await staffClient(app, role)
    expect((await member.send('POST', '/api/api-keys', {})).statusCode).toBe(403)
    expect((await member.get('/api/api-keys')).statusCode).toBe(403)
  }
  expect((await visitor(app).get('/api/api-keys')).statusCode).toBe(401)
  expect((await (await brokerClient(app)).get('/api/api-keys')).statusCode).toBe(401)
  const count = async () => (await admin.get('/api/api-keys')).json<ApiKey[]>().length
  const before = await count()
  const { key } = await made({ name: 'Warehouse' })
  for (const [body, field] of [
    [{ name: 'warehouse' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['vault.write'] }, 'scopes.0'],
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ expiresInDays: 731 }, 'expiresInDays'],
  ] as const) {
    const answer = await make(body)
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
  }
  const long = await admin.send('POST', `/api/api-keys/${key.id}/rotate`, { overlapHours: 721 })
  expect(long.statusCode).toBe(400)
  expect((await admin.send('DELETE', '/api/api-keys/2000000000')).statusCode).toBe(404)
  expect(await count()).toBe(before + 1)
})
