import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DataFlow } from '#contract/system/data-flows.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await createTestApp()
  admin = (await staffClient(app, 'admin')).cookie
})
afterAll(() => app.close())

const get = (url: string, cookie = admin) => app.server.inject({ url, headers: { cookie } })
const list = async (): Promise<DataFlow[]> => (await get('/api/system/data-flows')).json()

it('lists what staff entered beside what the environment names: issuer, webhooks and news feeds', async () => {
  const { db } = app.connection
  const before = await list()
  expect(before.map(({ service }) => service)).not.toContain('Single sign-on')
  await db.deleteFrom('newsFeeds').execute()
  await db
    .updateTable('signOn')
    .set({
      issuer: 'https://login.lender.example/tenant',
      clientId: 'brokerline',
      clientSecret: 'sealed',
      label: 'Lender ID',
    })
    .execute()
  await db
    .insertInto('webhookEndpoints')
    .values([
      {
        name: 'CRM',
        url: 'https://user:hunter2@crm.example/in?key=hunter2',
        events: ['booking.created', 'booking.changed'],
      },
      { name: 'Dialler', url: 'http://127.0.0.1:9/', events: ['suppression.added', 'call.finished'] },
    ])
    .execute()
  await db
    .insertInto('newsFeeds')
    .values([
      { name: 'One', url: 'https://news.example/a.xml' },
      { name: 'Two', url: 'https://news.example/b.xml' },
    ])
    .execute()

  const added = (await list()).slice(-4)
  expect(added.map(({ service, provider, place }) => [service, provider, place])).toEqual([
    ['Single sign-on', 'Lender ID', 'login.lender.example'],
    ['Webhook', 'CRM', 'crm.example'],
    ['Webhook', 'Dialler', 'This machine'],
    ['News search', 'News services chosen by staff', 'news.example'],
  ])
  const [, crm, dialler] = added
  expect(crm?.receives).toBe(
    'Record ids and statuses of events (booking). They contain no personal information.',
  )
  expect(dialler?.receives).toContain('include the phone number')
  expect(dialler?.protection).toMatch(/^Local connection on this machine/)

  const csv = await get('/api/system/data-flows.csv')
  expect(csv.body).toContain('login.lender.example')
  expect(csv.body + JSON.stringify(added)).not.toContain('hunter2')
})
