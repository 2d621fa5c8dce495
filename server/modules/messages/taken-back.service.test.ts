import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { OUT_OF_DATE } from './outbox.rules.ts'
import { claimNext, recordAttempt } from './outbox.store.ts'
import { cleanUpOutbox, retryMessage, sendNext } from './outbox.ts'
import { cancelMessages, queueMail } from './queue-message.ts'

let smtp: SmtpServer
let app: TestApp
let ctx: Ctx
let clock = new Date('2026-11-24T00:00:00Z')
beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({
    now: () => clock,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
  })
  ctx = app.ctx()
})
afterAll(async () => {
  await app?.close()
  await smtp.close()
})
beforeEach(async () => {
  smtp.answer = () => undefined
  smtp.mails.length = 0
  await app.connection.db.deleteFrom('messages').execute()
})

const wait = (minutes: number): void => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
async function queueReminder(): Promise<number> {
  const id = await queueMail(ctx, {
    to: 'wei.li@example.com',
    mail: { subject: 'Your meeting', html: '<p>Hello</p>', text: 'Hello' },
    template: 'booking_reminder',
    occasion: `booking:7:reminder:${clock.getTime()}`,
    simulated: false,
  })
  if (id === null) throw new Error('the occasion is new')
  return id
}
const find = (id: number) =>
  app.connection.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const claim = async () => {
  const unclearAt = new Date(clock.getTime() + 60_000)
  const message = await claimNext(ctx, { channel: 'email', provider: 'smtp', now: clock, unclearAt })
  if (!message) throw new Error('nothing is due')
  return message
}
const again = () => ({
  status: 'queued' as const,
  reason: 'Busy.',
  nextAttemptAt: new Date(clock.getTime() + 1000),
})
const sent = { status: 'sent', reason: null, nextAttemptAt: null, providerRef: 'ref' } as const

describe('a message that is taken back while it is being sent', () => {
  // Covers: messages-9
  it('is not tried again where it was refused for now', async () => {
    const id = await queueReminder()
    const message = await claim()
    expect(await cancelMessages(ctx, { occasionPrefix: 'booking:7:' })).toBe(0)
    expect(await find(id)).toMatchObject({ status: 'sending' })
    await recordAttempt(ctx, message, again())
    expect(await find(id)).toMatchObject({ status: 'cancelled', reason: null, nextAttemptAt: null })
    wait(10)
    expect(await sendNext(ctx, 'email')).toBe(false)
    expect(smtp.mails).toEqual([])
  })

  it('and has failed is not sent by staff either: it is out of date', async () => {
    const id = await queueReminder()
    const message = await claim()
    await cancelMessages(ctx, { occasionPrefix: 'booking:7:' })
    await recordAttempt(ctx, message, { status: 'failed', reason: 'No such address.', nextAttemptAt: null })
    await expect(retryMessage(await app.staff(), id)).rejects.toThrow(OUT_OF_DATE)
    expect(await find(id)).toMatchObject({ status: 'failed', reason: 'No such address.' })
  })

  // Covers: messages-9
  it('is sent where it went out, and others are tried again', async () => {
    const id = await queueReminder()
    const message = await claim()
    await cancelMessages(ctx, { occasionPrefix: 'booking:7:' })
    await recordAttempt(ctx, message, sent)
    expect(await find(id)).toMatchObject({ status: 'sent' })
    wait(1)
    const other = await queueReminder()
    await recordAttempt(ctx, await claim(), again())
    expect(await find(other)).toMatchObject({ status: 'queued', reason: 'Busy.' })
  })
})

// Covers: messages-3
it('the late result of an attempt that counted as unclear is not taken for that of a new one', async () => {
  const id = await queueReminder()
  const first = await claim()
  wait(5)
  await cleanUpOutbox(ctx)
  await retryMessage(await app.staff(), id)
  const second = await claim()
  expect([first.attempts, second.attempts]).toEqual([1, 1])
  expect(await recordAttempt(ctx, first, sent)).toBe(false)
  expect(await find(id)).toMatchObject({ status: 'sending' })
  expect(await recordAttempt(ctx, second, sent)).toBe(true)
})
