import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { KEY_REQUESTS_PER_MINUTE } from '#contract/accounts/api-keys.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { keyClient } from '#test/worlds/key-client.ts'

const READ = '/api/calendar-services'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: 'on' } })
  // the minute of the limit does not end, however long the requests take
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
})
afterAll(() => {
  vi.useRealTimers()
  return app?.close()
})

async function exhaust(client: Client, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 50)
    await Promise.all(Array.from({ length: Math.min(50, requests - sent) }, () => client.get(READ)))
}

// Covers: integrations-13
it('limits each key for itself, and leaves its address to staff, visitors and other keys', async () => {
  const admin = await staffClient(app, 'admin')
  const busy = await keyClient(app, ['admin_area.read'])
  const other = await keyClient(app, ['admin_area.read'])
  const counted = await busy.get(READ)
  expect(counted.headers).toMatchObject({
    'x-ratelimit-limit': String(KEY_REQUESTS_PER_MINUTE),
    'x-ratelimit-remaining': String(KEY_REQUESTS_PER_MINUTE - 1),
  })
  await exhaust(busy, KEY_REQUESTS_PER_MINUTE - 1)
  const refused = await busy.get(READ)
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({
      code: 'too_many_requests',
      message: expect.stringMatching(
        /^This API key has made its 600 requests of this minute\. Try again in \d+ seconds?\.$/,
      ),
    }),
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (const client of [other, admin]) expect((await client.get(READ)).statusCode).toBe(200)
  expect((await visitor(app).get('/api/openapi.json')).statusCode).toBe(200)
})
