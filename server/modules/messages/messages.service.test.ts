import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { queueMail, queueSms } from './queue-message.ts'

let app: TestApp
let ctx: Ctx
let admin: string

beforeAll(async () => {
  app = await createTestApp()
  ctx = app.ctx()
  admin = (await staffClient(app, 'admin')).cookie
})
afterAll(() => app?.close())

describe('the outbox', () => {
  const list = (query: string, cookie = admin) =>
    app.server.inject({ url: `/api/messages${query}`, headers: { cookie } })
  const sms = (occasion: string, body: string) =>
    ctx.tx((tx) => queueSms(tx, { to: '+61491570157', body, occasion, simulated: true }))

  // Covers: messages-1
  it('takes one message an occasion', async () => {
    expect(await sms('same', 'first')).not.toBeNull()
    expect(await sms('same', 'second')).toBeNull()
  })

  it('pages newest first, without gaps or repeats, and searches literally', async () => {
    for (let i = 0; i < 7; i++) await sms(`page:${i}`, `needle 100%_${i}`)
    const bodies: string[] = []
    let url = '?q=NEEDLE&limit=3'
    for (;;) {
      const response = await list(url)
      expect(response.headers['x-total-count']).toBe('7')
      bodies.push(...response.json().map(({ body }: { body: string }) => body))
      const next = /<\/api\/messages(\?[^>]+)>/.exec(String(response.headers.link ?? ''))?.[1]
      if (!next) break
      url = next
    }
    expect(bodies).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `needle 100%_${i}`))
    expect((await list(`?q=${encodeURIComponent('100%_3')}`)).json()).toHaveLength(1)
    expect((await list(`?q=${encodeURIComponent('100%')}`)).json()).toHaveLength(7)
    expect((await list(`?q=${encodeURIComponent("' or 1=1 --")}`)).json()).toEqual([])
    expect((await list('?channel=email')).json()).toEqual([])
  })

  // Covers: analytics-figures-22
  it.each([
    ['O’Brien–Smythe met Zoë', "o'brien-smythe met zoe"],
    ['OʼMalley wrote', 'omalley WROTE'],
    ["D'Arcy\u00a0Łukasz", 'd’arcy lukasz'],
  ])('finds %j by %j, in its text or its subject', async (text, q) => {
    await sms(`folded:${text}`, `Meeting: ${text}.`)
    const mail = { subject: text, text: 'Meeting', html: '' }
    await ctx.tx((tx) =>
      queueMail(tx, {
        ...{ to: 'lee@example.com', mail, template: 'x' },
        ...{ occasion: `folded subject:${text}`, simulated: false },
      }),
    )
    expect((await list(`?q=${encodeURIComponent(q)}`)).json()).toHaveLength(2)
    await app.connection.db.deleteFrom('messages').where('occasion', 'like', 'folded%').execute()
  })

  // Covers: analytics-figures-22
  it('finds by its index what a look at every message finds', async () => {
    const words = ['Ngaire', 'link', 'Tuesday', '100%', 'b.c@example.com', 'Wu', '4pm']
    for (let i = 0; i < 40; i++)
      await sms(`found:${i}`, `${words[i % 7]} and\n${words[(i * 3 + 1) % 7]} no. ${i * 7}`)
    const { rows } = await sql<{
      id: number
      text: string
    }>`select id, fold_key(recipient || ' ' || coalesce(subject, '')
      || ' ' || body) as text from messages order by id desc`.execute(app.connection.db)
    const pieces = fc
      .tuple(fc.constantFrom(...rows), fc.nat(), fc.integer({ min: 3, max: 12 }))
      .map(([{ text }, from, length]) => text.slice(from % text.length).slice(0, length))
      .filter((q) => q.trim() === q && q.length > 2 && !/\n| {2}/.test(q) && /[a-z0-9]/.test(q))
    await fc.assert(
      fc.asyncProperty(pieces, async (q) => {
        const found = (await list(`?limit=1000&q=${encodeURIComponent(q)}`)).json<{ id: number }[]>()
        expect(found.map(({ id }) => id)).toEqual(
          rows.filter(({ text }) => text.includes(q)).map(({ id }) => id),
        )
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    '?cursor=garbage',
    '?cursor=WyJhIl0',
    '?cursor=WzEuNV0',
    '?limit=0',
    '?limit=1001',
    '?channel=fax',
    '?status=lost',
    '?q=%00',
  ])('refuses %s with a message', async (query) => {
    const response = await list(query)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid' })
  })

  // Covers: messages-13
  it('opens a mail with its HTML, its text, its invitation and what it belongs to', async () => {
    const broker = await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Wei Li', phone: '+61491570156' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await queueMail(ctx, {
      to: 'wei.li@example.com',
      mail: { subject: 'Your meeting', html: '<p>Hello</p>', text: 'Hello' },
      template: 'booking_confirmed',
      invitation: { method: 'REQUEST', ics: 'BEGIN:VCALENDAR' },
      brokerId: broker.id,
      occasion: 'outbox:mail',
      simulated: false,
    })
    const answer = await app.server.inject({ url: `/api/messages/${id}`, headers: { cookie: admin } })
    const inList = {
      ...{ id, channel: 'email', to: 'wei.li@example.com', subject: 'Your meeting', body: 'Hello' },
      ...{ status: 'held', attempts: 0, nextAttemptAt: null, sentAt: null },
      broker: { id: broker.id, name: 'Wei Li' },
      sending: {
        refusal: 'Email isn’t set up. Your server administrator has to set SMTP_URL and MAIL_FROM.',
        warning: null,
      },
    }
    expect(answer.json()).toMatchObject({
      ...inList,
      ...{ html: '<p>Hello</p>', invitation: { method: 'REQUEST', ics: 'BEGIN:VCALENDAR' } },
    })
    expect((await list('?status=held&channel=email')).json()).toMatchObject([inList])
    expect((await list('?status=sent')).json()).toEqual([])
    const missing = await app.server.inject({ url: '/api/messages/999999', headers: { cookie: admin } })
    expect([missing.statusCode, missing.json().message]).toEqual([404, 'Message not found.'])
  })

  it('shows links that open an account only where no mail is sent, and records who looked', async () => {
    const link = 'http://localhost:3000/broker-portal/reset-password?token=abc.def-123'
    const mail = { subject: 'Set a new password', text: `Open ${link}`, html: `<a href="${link}">Set</a>` }
    const occasion = 'outbox:reset'
    const to = 'wei.li@example.com'
    const id = await ctx.tx((tx) =>
      queueMail(tx, { to, mail, template: 'reset_password', occasion, simulated: false }),
    )
    const open = async (of: TestApp) =>
      (await of.server.inject({ url: `/api/messages/${id}`, headers: { cookie: admin } })).json()
    expect(await open(app)).toMatchObject({ body: `Open ${link}`, html: `<a href="${link}">Set</a>` })
    const opened = await app.connection.db
      .selectFrom('auditLog')
      .select('subjectId')
      .where('action', '=', 'message.opened')
      .execute()
    expect(opened).toEqual([{ subjectId: String(id) }])

    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@lumen.example' }
    const sending = await createTestApp({ env, databaseUrl: app.databaseUrl })
    const hidden = link.replace('abc.def-123', 'hidden')
    expect(await open(sending)).toMatchObject({ body: `Open ${hidden}`, html: `<a href="${hidden}">Set</a>` })
    const list = await sending.server.inject({
      url: '/api/messages?q=reset-password',
      headers: { cookie: admin },
    })
    expect(list.body).not.toContain('abc.def-123')
    const guess = { url: '/api/messages?q=token=abc.d', headers: { cookie: admin } }
    expect((await app.server.inject(guess)).json()).toMatchObject([{ id }])
    expect((await sending.server.inject(guess)).json()).toEqual([])
    await sending.close()
  })

  it('is for admins', async () => {
    for (const role of ['lender', 'compliance', 'viewer'] as const) {
      expect((await list('', (await staffClient(app, role)).cookie)).statusCode).toBe(403)
    }
    expect((await list('', 'brokerline.session_token=forged.forged')).statusCode).toBe(401)
  })
})
