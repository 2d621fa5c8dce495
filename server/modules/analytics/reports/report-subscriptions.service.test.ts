import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { addSubscriber, type Reader } from '#test/worlds/report-readers.ts'
import { unsubscribePath } from '#test/worlds/unsubscribe-path.ts'
import { readSubscription } from './report-subscriptions.ts'
import { sendWeeklyReports } from './weekly-report.job.ts'

const URL_PATH = '/api/reports/subscription'
/** As mail programs send it with one click, RFC 8058. */
const ONE_CLICK = {
  payload: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}

let app: TestApp
let now: Date
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  now = new Date()
})
afterAll(() => app?.close())

describe('one’s own subscription', () => {
  // Covers: analytics-figures-11
  it.each([
    'admin',
    'lender',
    'compliance',
    'viewer',
  ] as const)('is off until switched on, by %s too', async (role) => {
    const client = await staffClient(app, role)
    const read = async () => (await client.get(URL_PATH)).json()
    expect(await read()).toEqual({ weekly: false })
    for (const weekly of [true, true, false, false]) {
      const answer = await client.send('PUT', URL_PATH, { weekly })
      expect([answer.statusCode, answer.json()]).toEqual([200, { weekly }])
      expect(await read()).toEqual({ weekly })
    }
  })

  // Covers: analytics-figures-11
  it('is nobody else’s, and is written down once for each change', async () => {
    const [admin, viewer] = [await staffClient(app, 'admin'), await staffClient(app, 'viewer')]
    await admin.send('PUT', URL_PATH, { weekly: true })
    expect((await viewer.get(URL_PATH)).json()).toEqual({ weekly: false })
    const { id } = (await admin.get('/api/auth/user')).json()
    const rows = await app.connection.db
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .where('subjectType', '=', 'user')
      .where('subjectId', '=', String(id))
      .where('action', 'like', 'user.report%')
      .orderBy('id')
      .execute()
    const actor = 'admin.client@staff.example'
    expect(rows).toEqual([
      { action: 'user.report_subscribed', actor },
      { action: 'user.report_unsubscribed', actor },
      { action: 'user.report_subscribed', actor },
    ])
  })

  it('says what to send', async () => {
    const client = await staffClient(app, 'viewer')
    for (const body of [{}, { weekly: 'yes' }, { weekly: null }]) {
      const answer = await client.send('PUT', URL_PATH, body)
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['weekly']])
    }
    expect((await visitor(app).get(URL_PATH)).statusCode).toBe(401)
  })
})

describe('the link of a mail', () => {
  let reader: Reader
  let path: string

  beforeEach(async () => {
    now = new Date('2026-11-02T00:00:00Z')
    await app.connection.db.deleteFrom('messages').execute()
    await app.connection.db.deleteFrom('users').where('email', '=', 'linked.reader@staff.example').execute()
    reader = await addSubscriber(app, 'Linked Reader')
    now = new Date('2026-11-23T07:00:00+11:00')
    await sendWeeklyReports(app.ctx())
    const { unsubscribeUrl, body, html } = await app.connection.db
      .selectFrom('messages')
      .select(['unsubscribeUrl', 'body', 'html'])
      .where('recipient', '=', reader.email)
      .executeTakeFirstOrThrow()
    for (const part of [body, html]) expect(part).toContain(unsubscribeUrl)
    path = new URL(unsubscribeUrl ?? '').pathname
  })

  const wants = async () => (await readSubscription(reader.ctx)).weekly
  const open = (method: 'GET' | 'HEAD' | 'POST', url = path, more: object = {}) =>
    app.server.inject({ method, url, ...more })

  // Covers: analytics-figures-14
  it('asks, and opening it as often as scanners do stops nothing', async () => {
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      const answer = await open(method)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        ...{ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
        'x-robots-tag': 'noindex, nofollow',
      })
    }
    const { body } = await open('GET')
    expect(body).toContain('Stop the Monday email?')
    expect(body).toContain('<form method="post">')
    expect(body).not.toMatch(/<script|linked\.reader|Linked Reader/)
    expect(await wants()).toBe(true)
  })

  // Covers: analytics-figures-14
  it.each([
    [
      'the page’s own button',
      { payload: '', headers: { ...ONE_CLICK.headers, origin: 'http://localhost:3000' } },
    ],
    ['the one click of a mail program', ONE_CLICK],
    [
      'one that sends its form in parts',
      {
        payload:
          '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
    ],
    ['a request without a body', {}],
  ])('stops it by %s, without signing in', async (_what, request) => {
    const answer = await open('POST', path, request)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('You no longer get the Monday email')
    expect(await wants()).toBe(false)
    const kept = await app.connection.db
      .selectFrom('messages')
      .select('status')
      .where('recipient', '=', reader.email)
      .execute()
    expect(kept).toEqual([{ status: 'cancelled' }])
    const { actor, ip } = await app.connection.db
      .selectFrom('auditLog')
      .select(['actor', 'ip'])
      .where('action', '=', 'user.report_unsubscribed')
      .where('subjectId', '=', String(reader.id))
      .executeTakeFirstOrThrow()
    expect({ actor, ip }).toEqual({ actor: 'visitor', ip: '127.0.0.1' })
    // once more, and by the page
    expect((await open('POST', path, request)).statusCode).toBe(200)
    expect((await open('GET')).body).toContain('You no longer get the Monday email')
  })

  // Covers: analytics-figures-14
  it('stops nothing where it was tampered with, has expired, is of nobody or was signed for something else', async () => {
    const { secret } = app.providers
    const other = await addSubscriber(app, `Other ${Date.now()}`)
    const [payload, mac] = path.split('/').at(-1)?.split('.') ?? []
    const [otherPayload] = unsubscribePath(secret, other.id).split('/').at(-1)?.split('.') ?? []
    const below = '/reports/unsubscribe/'
    for (const wrong of [
      `${path}x`,
      path.slice(0, -1),
      `${below}${payload}`,
      `${below}${otherPayload}.${mac}`,
      unsubscribePath('another-secret', reader.id),
      unsubscribePath(secret, 2_000_000_000),
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await open(method, wrong, method === 'POST' ? ONE_CLICK : {})
        expect([answer.statusCode, answer.body], wrong).toEqual([
          404,
          expect.stringContaining('This link no longer works'),
        ])
      }
    }
    // three months after the mail
    now = new Date(now.getTime() + 90 * 86_400_000 - 1000)
    expect((await open('GET')).statusCode).toBe(200)
    now = new Date(now.getTime() + 1000)
    expect((await open('GET')).statusCode).toBe(404)
    expect((await open('POST', path, ONE_CLICK)).statusCode).toBe(404)
    expect(await wants()).toBe(true)
    expect((await readSubscription(other.ctx)).weekly).toBe(true)
  })

  it('is not stopped by a form of another site', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await open('POST', path, { ...ONE_CLICK, headers: { ...ONE_CLICK.headers, origin } })
      expect(answer.statusCode).toBe(403)
    }
    expect(await wants()).toBe(true)
  })

  it('takes no more than a form’s size', async () => {
    const answer = await open('POST', path, { ...ONE_CLICK, payload: 'x'.repeat(5000) })
    expect(answer.statusCode).toBe(413)
    expect(await wants()).toBe(true)
  })
})
