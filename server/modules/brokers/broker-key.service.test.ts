import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { signBrokerKey, signedBroker } from './broker-key.ts'

let app: TestApp
let now = new Date('2026-11-28T01:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app?.close())

const addBroker = async (name: string): Promise<number> =>
  (await app.connection.db.insertInto('brokers').values({ name }).returning('id').executeTakeFirstOrThrow())
    .id

// Covers: microsites-visits-11
it('gives staff the key of a link that they build, and nobody else', async () => {
  const broker = await addBroker('Ann Ng')
  const viewer = await staffClient(app, 'viewer')
  const { key } = (await viewer.get(`/api/brokers/${broker}/link-key`)).json()
  expect(await signedBroker(app.ctx(), { broker, key })).toBe(broker)
  expect((await viewer.get('/api/brokers/999999/link-key')).statusCode).toBe(404)
  expect((await visitor(app).get(`/api/brokers/${broker}/link-key`)).statusCode).toBe(401)
})

// Covers: microsites-visits-11
it('names a broker only with that broker’s key, unaltered and not expired', async () => {
  const [own, other] = [await addBroker('Ben Ode'), await addBroker('Cy Wu')]
  const key = signBrokerKey(app.ctx(), own)
  const of = (broker: number | null, given: string | null) => signedBroker(app.ctx(), { broker, key: given })
  expect(await of(own, key)).toBe(own)
  expect(await of(other, key)).toBeNull()
  expect(await of(null, key)).toBeNull()
  expect(await of(own, null)).toBeNull()
  expect(await of(own, `${key.slice(0, -2)}xx`)).toBeNull()
  now = new Date('2027-03-28T01:00:00Z')
  expect(await of(own, key)).toBeNull()
})
