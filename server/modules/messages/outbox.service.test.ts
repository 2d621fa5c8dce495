import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { createBus } from '#server/platform/bus.ts'
import { createCtx } from '#server/platform/ctx.ts'
import type { DB } from '#server/schema.gen.ts'
import { connectMortal, type Fate } from '#test/doubles/mortal-connection.ts'
import { type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { HELD_TOO_LONG, TOO_LATE, UNKNOWN } from './outbox.rules.ts'
import { cleanUpOutbox, sendNext } from './outbox.ts'
import { cancelMessages, type NewMail, queueMail, queueSms } from './queue-message.ts'

const START = new Date('2026-11-24T00:00:00Z')
const MINUTE = 60_000
let smtp: SmtpServer
let app: TestApp
let ctx: Ctx
let clock = START

beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({
    now: () => clock,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
  })
  ctx = app.ctx()
  await app.connection.db.updateTable('organisation').set({ tradingName: 'Lumen Lending' }).execute()
})
afterAll(async () => {
  await app?.close()
  await smtp.close()
})
beforeEach(async () => {
  clock = START
  smtp.answer = () => undefined
  smtp.mails.length = 0
  smtp.commands.length = 0
  await app.connection.db.deleteFrom('messages').execute()
})

let occasions = 0
async function queue(over: Partial<NewMail> = {}, on = ctx): Promise<number> {
  const id = await queueMail(on, {
    to: 'wei.li@example.com',
    mail: { subject: 'Your meeting', html: '<p>Hello</p>', text: 'Hello' },
    template: 'booking_confirmed',
    occasion: `test:${occasions++}`,
    simulated: false,
    ...over,
  })
  if (id === null) throw new Error('the occasion is new')
  return id
}
const find = (id: number) =>
  app.connection.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const send = () => sendNext(ctx, 'email')
const wait = (minutes: number): void => {
  clock = new Date(clock.getTime() + minutes * MINUTE)
}

describe('a queued mail', () => {
  it('is sent once, with a Message-ID that is its own, and says so', async () => {
    const id = await queue()
    const { createdAt } = await find(id)
    expect(await send()).toBe(true)
    expect(await send()).toBe(false)
    expect(await find(id)).toMatchObject({
      status: 'sent',
      attempts: 1,
      provider: 'smtp',
      providerRef: '250 2.0.0 Ok: queued as 4F1A',
      sentAt: START,
      nextAttemptAt: null,
      reason: null,
    })
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.raw).toContain(`Message-ID: <${id}.${createdAt.getTime().toString(36)}@localhost>`)
    expect(smtp.mails[0]?.raw).toContain('From: Lumen Lending <no-reply@example.com>')
  })

  it('is written once for an occasion, goes with its transaction, and keeps what it belongs to', async () => {
    const mail = {
      to: 'a@example.com',
      mail: { subject: 'A', html: 'A', text: 'A' },
      template: 'draft_saved',
    }
    const broker = await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Wei Li', phone: '+61491570156' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const one = { ...mail, occasion: 'draft:1:saved', simulated: false, brokerId: broker.id }
    expect(await queueMail(ctx, one)).toEqual(expect.any(Number))
    expect(await queueMail(ctx, { ...one, to: 'b@example.com' })).toBeNull()
    await ctx
      .tx(async (tx) => {
        await queueMail(tx, { ...one, occasion: 'draft:2:saved' })
        throw new Error('taken back')
      })
      .catch(() => undefined)
    const rows = await app.connection.db.selectFrom('messages').selectAll().execute()
    expect(rows).toMatchObject([{ recipient: 'a@example.com', brokerId: broker.id, bookingId: null }])
  })

  // Covers: messages-3
  it('keeps its Message-ID when it is tried again', async () => {
    const contents: string[] = []
    smtp.answer = (moment, content) => {
      if (moment !== 'END') return undefined
      contents.push(content)
      return contents.length === 1 ? '451 4.3.0 Later' : undefined
    }
    await queue()
    await send()
    wait(1)
    await send()
    const ids = contents.map((content) => /^Message-ID: (.+)$/m.exec(content)?.[1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  // Covers: messages-2
  it('is tried again after 1, 5, 30 minutes, 2 and 12 hours, then given up', async () => {
    smtp.answer = (moment) => (moment === 'RCPT' ? '450 4.2.0 Greylisted' : undefined)
    const id = await queue()
    for (const pause of [1, 5, 30, 120, 720]) {
      expect(await send()).toBe(true)
      expect(await find(id)).toMatchObject({
        status: 'queued',
        reason: 'The mail server answered: 450 4.2.0 Greylisted',
        nextAttemptAt: new Date(clock.getTime() + pause * MINUTE),
      })
      clock = new Date(clock.getTime() + pause * MINUTE - 1)
      expect(await send()).toBe(false)
      clock = new Date(clock.getTime() + 1)
    }
    expect(await send()).toBe(true)
    expect(await find(id)).toMatchObject({
      status: 'failed',
      attempts: 6,
      reason: 'Failed after 6 attempts. The mail server answered: 450 4.2.0 Greylisted',
    })
    wait(100_000)
    expect(await send()).toBe(false)
    expect(smtp.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(6)
  })

  // Covers: messages-2
  it('fails at once when the server refuses it for good', async () => {
    smtp.answer = (moment) => (moment === 'RCPT' ? '550 5.1.1 No such user' : undefined)
    const id = await queue()
    await send()
    expect(await find(id)).toMatchObject({
      status: 'failed',
      reason: 'The mail server answered: 550 5.1.1 No such user',
      sentAt: null,
    })
  })

  // Covers: messages-3
  it('that the server may have is not sent again by itself: staff decide', async () => {
    smtp.answer = (moment) => (moment === 'END' ? 'drop' : undefined)
    const id = await queue()
    await send()
    wait(100_000)
    expect(await send()).toBe(false)
    await cleanUpOutbox(ctx)
    const { status, reason } = await find(id)
    expect([status, reason?.startsWith(UNKNOWN)]).toEqual(['failed', true])
  })

  // Covers: messages-2
  it('is not sent when its time has passed', async () => {
    const id = await queue({ notAfter: new Date(START.getTime() + 10 * MINUTE) })
    wait(10)
    expect(await send()).toBe(true)
    expect(await find(id)).toMatchObject({ status: 'failed', attempts: 0, reason: TOO_LATE })
    expect(smtp.commands).toEqual([])
  })

  // Covers: messages-6
  it('with an address that cannot be one fails without being tried, and bars nothing', async () => {
    const id = await queue({
      to: 'a@example.com\r\nBcc: thief@example.com',
      mail: { subject: 'Hi\r\nBcc: x', html: '', text: '' },
    })
    expect(await find(id)).toMatchObject({
      status: 'failed',
      subject: 'Hi Bcc: x',
      reason: expect.stringMatching(/cannot be sent to this address/),
    })
    expect(await send()).toBe(false)
    expect(smtp.commands).toEqual([])
  })

  // Covers: messages-9
  it('can be taken back by its occasion until it is on its way', async () => {
    const ids = await Promise.all(
      ['booking:7:reminder:day', 'booking:7:reminder:hour', 'booking:70:reminder:day', 'booking_7:x'].map(
        (occasion) => queue({ occasion }),
      ),
    )
    const [sending] = ids
    await app.connection.db
      .updateTable('messages')
      .set({ status: 'sending' })
      .where('id', '=', sending ?? 0)
      .execute()
    expect(await cancelMessages(ctx, { occasionPrefix: 'booking:7:' })).toBe(1)
    expect(await cancelMessages(ctx, { occasionPrefix: 'booking_' })).toBe(1)
    const states = await Promise.all(ids.map(async (id) => (await find(id)).status))
    expect(states).toEqual(['sending', 'cancelled', 'queued', 'cancelled'])
    await expect(cancelMessages(ctx, { occasionPrefix: '' })).rejects.toThrow('every message')
    expect(await send()).toBe(true)
    expect(await send()).toBe(false)
  })
})

describe('messages without a provider', () => {
  // Covers: messages-1
  it('are held when the provider is gone, and are not sent by themselves when it is back', async () => {
    const id = await queue()
    const without = await createTestApp({ databaseUrl: app.databaseUrl, now: () => clock })
    try {
      await cleanUpOutbox(without.ctx())
      expect(await find(id)).toMatchObject({
        status: 'held',
        reason: 'Email isn’t set up.',
      })
      await cleanUpOutbox(ctx)
      expect(await send()).toBe(false)
    } finally {
      await without.close()
    }
  })
})

describe('sending by hand', () => {
  const retry = async (id: number, role: 'admin' | 'lender' = 'admin') =>
    (await staffClient(app, role)).send('POST', `/api/messages/${id}/retry`)

  // Covers: messages-8
  it('sends what failed, with fresh attempts, and is written down', async () => {
    smtp.answer = (moment) => (moment === 'RCPT' ? '550 5.1.1 No such user' : undefined)
    const id = await queue()
    await send()
    const answer = await retry(id)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, status: 'queued', attempts: 0, reason: null },
    ])
    smtp.answer = () => undefined
    expect(await send()).toBe(true)
    expect(await find(id)).toMatchObject({ status: 'sent', attempts: 1 })
    const logged = await app.connection.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'message.retried')
      .where('subjectId', '=', String(id))
      .execute()
    expect(logged).toMatchObject([{ before: { status: 'failed', attempts: 1 }, after: { status: 'queued' } }])
  })

  // Covers: messages-8
  it('does not wait for the next attempt of what is refused for now', async () => {
    smtp.answer = (moment) => (moment === 'RCPT' ? '450 4.2.0 Later' : undefined)
    const id = await queue()
    await send()
    expect(await send()).toBe(false)
    smtp.answer = () => undefined
    expect((await retry(id)).statusCode).toBe(200)
    expect(await send()).toBe(true)
    expect((await find(id)).status).toBe('sent')
  })

  // Covers: messages-8
  it('sends what was held in the last 24 hours, and refuses what is older', async () => {
    const [young, old] = [await queue(), await queue()]
    const hold = (id: number, createdAt: Date) =>
      app.connection.db
        .updateTable('messages')
        .set({ status: 'held', nextAttemptAt: null, createdAt })
        .where('id', '=', id)
        .execute()
    await hold(young, new Date(START.getTime() - 24 * 60 * MINUTE))
    await hold(old, new Date(START.getTime() - 24 * 60 * MINUTE - 1))
    expect(await send()).toBe(false)
    expect((await retry(young)).statusCode).toBe(200)
    const refused = await retry(old)
    expect([refused.statusCode, refused.json().message]).toEqual([422, HELD_TOO_LONG])
    expect(await send()).toBe(true)
    expect((await find(old)).status).toBe('held')
  })

  // Covers: messages-8
  it('says why not: gone, unknown, not allowed, no provider', async () => {
    const id = await queue()
    await send()
    const gone = await retry(id)
    expect([gone.statusCode, gone.json().message]).toEqual([
      409,
      'This message is sent: there is nothing to send.',
    ])
    expect((await retry(2_000_000_000)).statusCode).toBe(404)
    expect((await retry(id, 'lender')).statusCode).toBe(403)
    const sms = await queueSms(ctx, {
      ...{ to: '+61491570156', body: 'Hello', occasion: 'sms:1', simulated: false },
    })
    const refused = await retry(sms ?? 0)
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'SMS isn’t set up. Set up Twilio with a number that can send SMS: see Settings, Services.',
    ])
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('several at once', () => {
  // Covers: messages-3
  it('two processes send 200 messages once each', { timeout: 60_000 }, async () => {
    const real = {
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
      databaseUrl: app.databaseUrl,
    }
    const [one, two] = [await createTestApp(real), await createTestApp(real)]
    try {
      clock = new Date()
      await ctx.tx(async (tx) => {
        for (let i = 0; i < 200; i++) await queue({ mail: { subject: `Mail ${i}`, html: '', text: 'x' } }, tx)
      })
      await Promise.all([one.startWorkers(), two.startWorkers()])
      const open = app.connection.db.selectFrom('messages').select('id').where('status', '<>', 'sent')
      await until('all are sent', async () => (await open.execute()).length === 0, 40)
      const subjects = smtp.mails.map(({ raw }) => /^Subject: (.+)$/m.exec(raw)?.[1])
      expect(subjects).toHaveLength(200)
      expect(new Set(subjects).size).toBe(200)
      const tried = await app.connection.db.selectFrom('messages').select('attempts').distinct().execute()
      expect(tried).toEqual([{ attempts: 1 }])
    } finally {
      await Promise.all([one.close(), two.close()])
    }
  })

  // Covers: messages-3
  it('a message is claimed by one of many', async () => {
    await queue()
    const claims = await Promise.all(Array.from({ length: 10 }, send))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(smtp.mails).toHaveLength(1)
  })

  // Covers: messages-2
  it('the worker sends what is queued while it runs, without being asked', async () => {
    const worker = await createTestApp({
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
      databaseUrl: app.databaseUrl,
    })
    try {
      await worker.startWorkers()
      const id = await queue({}, worker.ctx())
      await until('it is sent', async () => (await find(id)).status === 'sent')
      expect(smtp.mails).toHaveLength(1)
    } finally {
      await worker.close()
    }
  })
})

describe('a process that is killed while it sends', () => {
  // Covers: messages-3
  it.each([
    'before',
    'after',
  ] as const)('%s any statement: the mail arrives once at most, and is never left open', {
    timeout: 60_000,
  }, async (when) => {
    const ends = new Set<string>()
    for (let statement = 1; ; statement++) {
      smtp.mails.length = 0
      const id = await queue()
      const killed = await liveAndDie({ statement, when })
      await recover(id)
      const { status, reason } = await find(id)
      const copies = smtp.mails.length
      expect(copies, `statement ${statement}`).toBeLessThanOrEqual(1)
      expect(status, `statement ${statement}`).toMatch(/^(sent|failed)$/)
      if (status === 'sent') expect(copies, `statement ${statement}`).toBe(1)
      else expect(reason, `statement ${statement}`).toBe(UNKNOWN)
      ends.add(`${status}:${copies}`)
      if (!killed) break
    }
    // killed early: another process sends; killed between claim and sending; killed between sending and recording
    expect([...ends].sort()).toEqual(['failed:0', 'failed:1', 'sent:1'])
  })

  /** @returns whether it was killed before it was through */
  async function liveAndDie(fate: Fate): Promise<boolean> {
    const connection = connectMortal<DB>(app.databaseUrl, fate)
    try {
      await sendNext(ctxOver(connection.db), 'email')
    } catch (error) {
      if (!connection.dead()) throw error
    }
    const killed = connection.dead()
    await connection.close()
    return killed
  }

  async function recover(id: number): Promise<void> {
    // until the database has noticed that the process is gone, its locks stay
    await vi.waitFor(
      async () => {
        wait(10)
        await cleanUpOutbox(ctx)
        while (await send());
        expect((await find(id)).status).toMatch(/^(sent|failed)$/)
      },
      { ...PATIENCE, interval: 20 },
    )
  }
})

function ctxOver(db: Ctx['db']): Ctx {
  const bus = createBus<AppEvents, Ctx>([])
  const actor = { kind: 'system', name: 'test' } as const
  const { log } = ctx
  return createCtx({ db, now: () => clock, actor, requestId: 'test', log, providers: app.providers, bus })
}
