import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendNext } from '#server/modules/messages/outbox.ts'
import { queueSms } from '#server/modules/messages/queue-message.ts'
import { asOwner } from '#test/test-db.ts'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  createTwilioWorld,
  OUR_NUMBER,
  PUBLIC_URL,
  type TwilioWorld,
} from '#test/worlds/twilio-world.ts'
import { createTwilioClient } from './client.ts'
import { readTwilio } from './config.ts'
import type { TwilioParts } from './parts.ts'
import { createTwilioSms } from './sms.ts'

const NOW = new Date('2026-11-24T00:00:00Z')
let world: TwilioWorld
beforeAll(async () => {
  world = await createTwilioWorld({ now: () => NOW, double: { lateMs: 20 } })
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.twilio.setFault(undefined)
  world.twilio.setTrip(undefined)
  world.twilio.messages.messages.length = 0
  world.twilio.seen.length = 0
  await asOwner(
    world.app.databaseUrl,
    'delete from messages; delete from suppressions; delete from vendor_states; delete from refused_callbacks',
  )
})

let occasions = 0
/** Sends to a number with this ending, and waits for Twilio's reports. */
async function send(ending: string, over: { body?: string; notAfter?: Date; to?: string } = {}) {
  const { app, twilio } = world
  const to = `+6149157020${ending}`
  const id = await queueSms(app.ctx(), {
    ...{ to, body: 'Your meeting is at 10 am.', occasion: `sms:${occasions++}`, simulated: false },
    ...over,
  })
  await sendNext(app.ctx(), 'sms')
  await twilio.settled()
  return app.connection.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
const suppressed = async () =>
  (await world.app.connection.db.selectFrom('suppressions').select(['phone', 'source']).execute()).map(
    ({ phone, source }) => `${source} ${phone}`,
  )

describe('an SMS through Twilio', () => {
  // Covers: sms-twilio-writes-1
  it('is handed over once, signed in, from our number, and is delivered', async () => {
    const row = await send('2', { notAfter: new Date(NOW.getTime() + 3_600_000) })
    const { messages } = world.twilio.messages
    expect(messages).toMatchObject([
      {
        ...{ to: '+61491570202', from: OUR_NUMBER, validityPeriod: 3600 },
        body: expect.stringMatching(/^Your meeting is at 10 am\. Really us\? Check code [0-9A-Z]{6} at /),
      },
    ])
    expect(row).toMatchObject({
      ...{ status: 'delivered', provider: 'twilio', providerRef: messages[0]?.sid, reason: null },
      ...{ attempts: 1, deliveredAt: NOW },
    })
    const [asked] = world.twilio.seen
    expect([asked?.method, asked?.path]).toEqual([
      'POST',
      `/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`,
    ])
  })

  // Covers: sms-twilio-writes-2
  it.each([
    ['6', 'The phone could not be reached: it was switched off or out of service.'],
    ['7', 'The phone network filtered the message out as unwanted.'],
    ['8', 'Invalid phone number format. Please use international format (e.g., +61 491 570 156).'],
    ['9', 'This is not a mobile number: it cannot receive SMS.'],
  ])('to a number ending in %s fails with what was wrong', async (ending, reason) => {
    expect(await send(ending)).toMatchObject({ status: 'failed', reason, attempts: 1 })
    expect(await suppressed()).toEqual([])
  })

  // Covers: sms-twilio-writes-3
  it('to who replied STOP to Twilio is refused, and the number is never called again either', async () => {
    expect(await send('4')).toMatchObject({
      status: 'failed',
      reason: 'This person replied STOP: they get no SMS from us.',
    })
    expect(await suppressed()).toEqual(['sms_stop +61491570204'])
  })

  // Covers: sms-twilio-writes-2
  it.each([
    [21606, 400, 'failed', 'Our number cannot send SMS. Choose a mobile number'],
    [21408, 400, 'failed', 'SMS to this country are switched off in the account.'],
    [21608, 400, 'failed', 'This number is not verified. Verify it in the telephony provider console'],
    [20003, 401, 'queued', 'The telephony provider does not accept our key.'],
    [21609, 400, 'queued', 'The telephony provider does not accept the address of our callbacks.'],
  ] as const)('refused with %i (%i) is %s, and says what to do', async (code, status, state, words) => {
    world.twilio.messages.refuseNext = { status, body: { code, message: `Secret ${AUTH_TOKEN}`, status } }
    const row = await send('2')
    expect(row).toMatchObject({ status: state, reason: expect.stringContaining(words) })
    expect(row.reason).not.toContain(AUTH_TOKEN)
  })

  // Covers: sms-twilio-writes-4
  it('that Twilio is too busy for waits as long as it asked, and nothing else is asked or used up meanwhile', async () => {
    world.twilio.setFault(() => 'busy')
    const row = await send('2')
    expect([row.status, row.attempts]).toEqual(['queued', 1])
    expect(row.nextAttemptAt?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 1000)
    const second = await send('1')
    expect([second.status, second.attempts, world.twilio.seen.length]).toEqual(['queued', 0, 1])
  })

  // Covers: sms-twilio-writes-4
  it.each([
    'broken_after',
    'cut',
  ] as const)('whose answer is lost (%s) is not sent again, and its reports tell', async (fault) => {
    world.twilio.setFault(() => fault)
    expect(await send('2')).toMatchObject({ status: 'delivered', attempts: 1, reason: null })
    expect(world.twilio.messages.messages).toHaveLength(1)
  })

  // Covers: sms-twilio-writes-4
  it('that fails without a word is given up, to be looked at', async () => {
    world.twilio.setFault(() => 'reset')
    expect(await send('2')).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^It is not known whether this message was sent\./),
    })
    expect(world.twilio.messages.messages).toHaveLength(0)
  })

  it('whose reports come twice and after its end is settled once', async () => {
    world.twilio.setTrip(({ body }) => (body.includes('delivered') ? 'once' : 'late'))
    expect((await send('2')).status).toBe('delivered')
    world.twilio.setTrip(() => 'twice')
    expect((await send('6')).status).toBe('failed')
  })

  // Covers: sms-twilio-writes-6
  it('to a fictitious number, or longer than an SMS, is not asked for', async () => {
    expect(await send('', { to: '+61491570156' })).toMatchObject({
      status: 'failed',
      reason: 'This is a fictitious number. No SMS is sent to it.',
    })
    expect((await send('2', { body: 'x'.repeat(1601) })).reason).toContain('longer than 1,600 characters')
    expect(world.twilio.seen).toHaveLength(0)
  })
})

describe('a series of SMS with faults of every kind', () => {
  // 'silent' is equivalent to 'cut' after ten seconds
  const kinds = ['busy', 'broken', 'broken_after', 'cut', 'reset', undefined, undefined] as const

  // Covers: sms-twilio-writes-4
  it('sends each once at most, and ends each as it really ended', async () => {
    const { app, twilio } = world
    const { db } = app.connection
    const inTurn = <T>(from: readonly T[]): (() => T | undefined) => {
      let turn = 0
      return () => from[turn++ % from.length]
    }
    twilio.setFault(inTurn(kinds))
    const trip = inTurn(['once', 'twice', 'late', 'once'] as const)
    twilio.setTrip(() => trip() ?? 'once')
    for (let index = 0; index < 28; index++)
      await queueSms(app.ctx(), {
        ...{ to: '+61491570202', body: `SMS ${index}`, occasion: `series:${index}`, simulated: false },
      })
    // Ends the vendor's rest and the pauses between attempts immediately.
    for (let round = 0; round < 8; round++) {
      while (await sendNext(app.ctx(), 'sms')) await db.deleteFrom('vendorStates').execute()
      const later = { nextAttemptAt: NOW }
      await db.updateTable('messages').set(later).where('status', '=', 'queued').execute()
    }
    await twilio.settled()
    const taken = twilio.messages.messages.map(({ body }) => body)
    expect(new Set(taken).size).toBe(taken.length)
    const rows = await db.selectFrom('messages').select(['body', 'status', 'reason']).execute()
    const wrong = rows.filter(
      ({ body, status }) => status !== (taken.includes(body) ? 'delivered' : 'failed'),
    )
    expect(wrong).toEqual([])
    expect([rows.length, taken.length > 14, taken.length < 28]).toEqual([28, true, true])
  })
})

// Covers: sms-twilio-writes-1
it('goes out from the messaging service where there is one', async () => {
  const config = readTwilio({
    ...{ TWILIO_ACCOUNT_SID: ACCOUNT_SID, TWILIO_AUTH_TOKEN: AUTH_TOKEN, TWILIO_FROM: OUR_NUMBER },
    ...{ TWILIO_MESSAGING_SERVICE_SID: 'MG0001', TWILIO_BASE_URL: world.twilio.url },
  })
  if (!config) throw new Error('it is configured')
  const idle = async () => null
  const sender = createTwilioSms({
    ...{ config, client: await createTwilioClient(config), publicUrl: PUBLIC_URL, now: () => NOW },
    breaker: { enter: idle, restsUntil: idle, succeeded: idle, failed: idle },
    hooks: { isFictitious: () => false },
    refreshNumber: idle,
    // no more of it is needed to send
  } as unknown as TwilioParts)
  const sms = { attempt: '1.a', to: '+61491570202', body: 'Hello', notAfter: null }
  const result = await sender.send(sms)
  const [taken] = world.twilio.messages.messages
  expect(taken).toMatchObject({ from: null, messagingServiceSid: 'MG0001', validityPeriod: null })
  expect(result).toEqual({ kind: 'accepted', ref: taken?.sid })
  expect(sender.description).toBe('Twilio, account AC00…01, from its messaging service')
})

describe('an SMS to our number', () => {
  // Covers: sms-twilio-writes-7
  it('STOP suppresses its sender once, however often it comes, and is answered with nothing', async () => {
    const text = { from: '+61491570211', body: 'Stop', sid: 'SM0001' }
    expect(await world.twilio.textUs(text)).toEqual({ status: 200, text: '<Response/>' })
    await world.twilio.textUs(text)
    expect(await suppressed()).toEqual(['sms_stop +61491570211'])
    await world.twilio.textUs({ from: '+61491570211', body: 'START' })
    await world.twilio.textUs({ ...text, body: 'Stop' })
    const open = world.app.connection.db.selectFrom('suppressions').select('id').where('endedAt', 'is', null)
    expect(await open.execute()).toEqual([])
  })

  // Covers: sms-twilio-writes-7
  it('of another word that Twilio took for an opt-out suppresses too', async () => {
    await world.twilio.textUs({ from: '+61491570212', body: 'genug', optOutType: 'STOP' })
    expect(await suppressed()).toEqual(['sms_stop +61491570212'])
  })

  // Covers: sms-twilio-writes-8
  it('that Twilio has not signed is refused and counted, and nothing of it is kept', async () => {
    const { app } = world
    const answer = await app.server.inject({
      method: 'POST',
      url: '/api/webhooks/twilio/sms',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'Zm9yZ2Vk' },
      payload: new URLSearchParams({ MessageSid: 'SM9', From: '+61491570213', Body: 'STOP' }).toString(),
    })
    expect(answer.statusCode).toBe(403)
    expect(await suppressed()).toEqual([])
    const counted = await app.connection.db
      .selectFrom('refusedCallbacks')
      .select(['vendor', 'times'])
      .execute()
    expect(counted).toEqual([{ vendor: 'twilio', times: 1 }])
  })
})

// Covers: sms-twilio-writes-12
it('says in Settings through what SMS go, without a secret', async () => {
  const { description } = world.app.providers.messaging.sms ?? {}
  expect(description).toBe(`Twilio, account AC00…01, from ${OUR_NUMBER}`)
})
