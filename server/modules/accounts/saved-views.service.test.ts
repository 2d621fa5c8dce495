import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SavedView } from '#contract/brokers/saved-views.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

let app: TestApp
let lender: Client
let admin: Client
let viewer: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
  admin = await staffClient(app, 'admin')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app.close())

const save = (who: Client, body: object) =>
  who.send('POST', '/api/saved-views', { list: 'brokers', query: { region: 'NSW' }, ...body })
const names = async (who: Client): Promise<string[]> =>
  (await who.get('/api/saved-views?list=brokers')).json().map(({ name }: SavedView) => name)

// Covers: brokers-17
test('a view is its owner’s until it is shared; only its owner and admins change one of the team', async () => {
  const made = await save(lender, { name: 'Sydney', columns: { email: true } })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({ query: { region: 'NSW' }, columns: { email: true }, own: true })
  const at = `/api/saved-views/${made.json().id}`
  expect(await names(viewer)).toEqual([])
  expect((await viewer.send('PATCH', at, { name: 'Mine' })).statusCode).toBe(404)
  expect((await admin.send('DELETE', at)).statusCode).toBe(404)
  expect((await lender.send('PATCH', at, { shared: true })).statusCode).toBe(200)
  expect(await names(viewer)).toEqual(['Sydney'])
  expect((await viewer.send('PATCH', at, { name: 'Mine' })).statusCode).toBe(403)
  expect((await admin.send('PATCH', at, { name: 'Sydney team' })).json()).toMatchObject({
    name: 'Sydney team',
    own: true,
  })
  expect((await lender.send('DELETE', at)).json()).toEqual({ deleted: true })
  expect(await names(viewer)).toEqual([])
})

// Covers: brokers-17
test('a name is taken once by a person and once by the team, and viewers share nothing', async () => {
  expect((await save(lender, { name: 'West' })).statusCode).toBe(201)
  const again = await save(lender, { name: 'WEST' })
  expect([again.statusCode, Object.keys(again.json().fields)]).toEqual([400, ['name']])
  expect((await save(viewer, { name: 'West' })).statusCode).toBe(201)
  expect((await save(admin, { name: 'West', shared: true })).statusCode).toBe(201)
  const renamed = await save(lender, { name: 'East' })
  const taken = await lender.send('PATCH', `/api/saved-views/${renamed.json().id}`, { name: 'west' })
  expect(taken.statusCode).toBe(400)
  expect((await save(viewer, { name: 'Everybody', shared: true })).statusCode).toBe(403)
})

test.each([
  ['no name', { name: '  ' }, 'name'],
  ['a name of 200 letters', { name: 'n'.repeat(200) }, 'name'],
  ['a list that has no views', { name: 'x', list: 'calls' }, 'list'],
  ['filters that are no texts', { name: 'x', query: { region: { $ne: 1 } } }, 'query.region'],
])('refuses %s', async (_, body, field) => {
  const answer = await save(lender, body)
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
})
