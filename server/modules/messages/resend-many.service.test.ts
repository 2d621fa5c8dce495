import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MAX_MESSAGES_SENT } from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { HELD_TOO_LONG, OUT_OF_DATE, TOO_LATE, UNKNOWN } from './outbox.rules.ts'
import { sendNext } from './outbox.ts'
import { queueMail, queueSms } from './queue-message.ts'

const NOW = new Date('2026-11-24T00:00:00Z')
const HOUR = 3_600_000
const NO_SMS = 'SMS isn’t set up. Set up Twilio with a number that can send SMS: see Settings, Services.'

let smtp: SmtpServer
let app: TestApp
let ctx: Ctx
let admin: Client

beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({
    now: () => NOW,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
  })
  ctx = app.ctx()
  admin = await staffClient(app, 'admin')
})
afterAll(async () => {
  await app?.close()
  await smtp.close()
})
beforeEach(async () => {
  smtp.mails.length = 0
  await app.connection.db.deleteFrom('messages').execute()
})

let occasions = 0
/** A mail in a state that the worker does not send. */
async function mail(values: Record<string, unknown> = {}): Promise<number> {
  const id = await queueMail(ctx, {
    ...{ to: 'wei.li@example.com', mail: { subject: 'Your meeting', html: '<p>Hi</p>', text: 'Hi' } },
    ...{ template: 'booking_confirmed', occasion: `many:${occasions++}`, simulated: false },
  })
  await app.connection.db
    .updateTable('messages')
    .set({ status: 'failed', nextAttemptAt: null, createdAt: NOW, ...values })
    .where('id', '=', id ?? 0)
    .execute()
  return id ?? 0
}
const statuses = async (ids: number[]): Promise<string[]> => {
  const rows = await app.connection.db.selectFrom('messages').select(['id', 'status']).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status ?? 'gone')
}
const ask = async (path: '' | '/preview', messages: object, client = admin) =>
  client.send('POST', `/api/messages/retry${path}`, { messages })

/** Three that may be sent, and one for each reason why not. */
async function mixed(): Promise<{ sendable: number[]; left: number[] }> {
  const sendable = [
    await mail(),
    await mail({ status: 'held', createdAt: new Date(NOW.getTime() - HOUR) }),
    await mail({ reason: `${UNKNOWN} Sending was interrupted.` }),
  ]
  const sms = await queueSms(ctx, {
    ...{ to: '+61491570156', body: 'Hello', occasion: `many:${occasions++}`, simulated: false },
  })
  const left = [
    await mail({ status: 'held', createdAt: new Date(NOW.getTime() - 25 * HOUR) }),
    await mail({ notAfter: new Date(NOW.getTime() - HOUR) }),
    await mail({ cancelAskedAt: NOW }),
    sms ?? 0,
  ]
  return { sendable, left }
}

// Covers: messages-8
it('sends sendable messages and leaves the others with their reasons', async () => {
  const { sendable, left } = await mixed()
  const sent = await mail({ status: 'sent' })
  const messages = { ids: [...sendable, ...left, sent, 2_000_000_000, ...sendable] }
  const reasons = [
    ...[HELD_TOO_LONG, TOO_LATE, OUT_OF_DATE, NO_SMS],
    ...['This message is sent: there is nothing to send.', 'Message not found.'],
  ].map((reason) => ({ reason, messages: 1 }))
  const preview = await ask('/preview', messages)
  expect(preview.statusCode, preview.body).toBe(200)
  expect(preview.json()).toEqual({
    ...{ sendable: 3, doubtful: 1, more: 0 },
    refused: expect.arrayContaining(reasons),
  })
  expect(await statuses(sendable)).toEqual(['failed', 'held', 'failed'])

  const answer = await ask('', messages)
  expect(answer.json()).toEqual({ queued: 3, refused: expect.arrayContaining(reasons) })
  expect(answer.json().refused).toHaveLength(reasons.length)
  expect(await statuses(sendable)).toEqual(['queued', 'queued', 'queued'])
  expect(await statuses([...left, sent])).toEqual(['held', 'failed', 'failed', 'held', 'sent'])
  while (await sendNext(ctx, 'email'));
  expect(smtp.mails).toHaveLength(3)
  const logged = await app.connection.db
    .selectFrom('auditLog')
    .select('subjectId')
    .where('action', '=', 'message.retried')
    .execute()
  expect(logged.map(({ subjectId }) => Number(subjectId)).toSorted((a, b) => a - b)).toEqual(sendable)
})

// Covers: messages-8
it('sends the messages that match the filters of the list, except named ones', async () => {
  const [first, second, third] = [await mail(), await mail(), await mail()]
  const held = await mail({ status: 'held' })
  const messages = { filters: { status: 'failed', channel: 'email', q: 'wei.li' }, except: [second] }
  expect((await ask('/preview', messages)).json()).toMatchObject({ sendable: 2, more: 0 })
  expect((await ask('', messages)).json()).toEqual({ queued: 2, refused: [] })
  expect(await statuses([first, second, third, held])).toEqual(['queued', 'failed', 'queued', 'held'])
  const none = { filters: { q: 'no such person' } }
  expect((await ask('/preview', none)).json()).toEqual({ sendable: 0, doubtful: 0, refused: [], more: 0 })
  expect((await ask('', none)).json()).toEqual({ queued: 0, refused: [] })
})

it('counts messages beyond those of one request', async () => {
  const id = await mail()
  await sql`insert into messages (channel, recipient, subject, body, html, status, occasion, template, created_at, updated_at)
    select channel, recipient, subject, body, html, status, 'copy:' || n, template, created_at, updated_at
    from messages, generate_series(1, ${MAX_MESSAGES_SENT + 4}) n where id = ${id}`.execute(app.connection.db)
  const preview = await ask('/preview', { filters: {} })
  expect(preview.json()).toMatchObject({ sendable: MAX_MESSAGES_SENT, more: 5 })
})

it('is for admins, and refuses unknown filters and empty choices', async () => {
  const id = await mail()
  const lender = await staffClient(app, 'lender')
  for (const path of ['', '/preview'] as const) {
    expect((await ask(path, { ids: [id] }, lender)).statusCode).toBe(403)
    for (const messages of [{ ids: [] }, { filters: { state: 'failed' } }, {}])
      expect((await ask(path, messages)).statusCode).toBe(400)
  }
  expect(await statuses([id])).toEqual(['failed'])
})
