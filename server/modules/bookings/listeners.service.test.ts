import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import {
  addBdm,
  addBroker,
  addCall,
  outbox,
  post,
  SUNDAY,
  setCallingClock,
  someone,
} from '#test/worlds/bookings-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  await app.connection.db.updateTable('organisation').set({ tradingName: 'Lumen Lending' }).execute()
})
afterAll(() => app?.close())
beforeEach(async () => {
  await setCallingClock(app, SUNDAY)
  for (const table of ['bookings', 'messages', 'bdms', 'activities'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

const call = (values: object = {}): Promise<number> => addCall(app, { toNumber: '+61491570110', ...values })

/** The first free time of the next business day. */
const FIRST = '2026-11-22T22:00:00.000Z'
const choose = (callId: number, slot: string | null = FIRST) =>
  app
    .ctx()
    .tx((tx) =>
      tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_2', source: 'key', slot }] }),
    )

const bookingOf = (callId: number) =>
  app.connection.db
    .selectFrom('bookings')
    .selectAll()
    .select((eb) => eb.fn<Date>('lower', ['during']).as('start'))
    .where('callId', '=', callId)
    .executeTakeFirst()
const activities = (callId: number) =>
  app.connection.db
    .selectFrom('activities')
    .select(['type', 'description', 'brokerId'])
    .where('callId', '=', callId)
    .execute()

describe('option 2 in a call', () => {
  // Covers: bookings-20
  it('books the accepted time with the own BDM, and confirms it by SMS and mail', async () => {
    await addBdm(app)
    const own = await addBdm(app, {
      name: 'Marco Ferri',
      regions: ['VIC'],
      email: 'marco@lender.example.com',
    })
    const brokerId = await addBroker(app, { region: 'VIC', phone: '+61491570110' })
    const callId = await call({ brokerId })
    await choose(callId)
    await choose(callId)
    const booking = await bookingOf(callId)
    expect(booking).toMatchObject({
      bdmId: own,
      brokerId,
      source: 'call',
      simulated: true,
      test: false,
      name: 'Petra Secretname',
      phone: '+61491570110',
    })
    expect(booking?.start).toEqual(new Date('2026-11-23T09:00:00+11:00'))
    const messages = await outbox(app, booking?.id ?? 0)
    expect(messages.map(({ channel, recipient, callId: of }) => [channel, recipient, of])).toEqual([
      ['email', 'petra@example.com', callId],
      ['sms', '+61491570110', callId],
      ['email', 'marco@lender.example.com', null],
    ])
    expect(messages[1]?.body).toMatch(
      /^Lumen Lending: your video meeting with Marco Ferri is booked for Mon 23 Nov, 9:00 am AEDT\. .*http:\/\/localhost:3000\/s\/[\w-]{22} Really us\? Check code [0-9A-Z]{6} at localhost:3000\/verify$/,
    )
    // booked in the call itself, so nobody else can have used the person's link
    expect(messages[0]?.body).not.toContain('Not you?')
    expect(await activities(callId)).toEqual([
      {
        type: 'meeting_booked',
        brokerId,
        description: 'Meeting with Marco Ferri booked for Mon 23 Nov, 9:00 am AEDT in the call',
      },
    ])
  })

  // Covers: bookings-20
  it('sends a short link to the page on which the meeting is changed', async () => {
    await addBdm(app)
    const callId = await call({ brokerId: await addBroker(app) })
    await choose(callId)
    const [, sms] = await outbox(app, (await bookingOf(callId))?.id ?? 0)
    const path = /http:\/\/localhost:3000(\/s\/\S+)/.exec(sms?.body ?? '')?.[1] ?? ''
    const redirect = await app.server.inject({ url: path })
    expect(redirect.statusCode).toBe(302)
    const target = new URL(String(redirect.headers.location), 'http://localhost:3000')
    expect(target.pathname).toMatch(/^\/booking\/manage\//)
    expect((await app.server.inject({ url: target.pathname })).statusCode).toBe(200)
  })

  // Covers: bookings-20
  it.each([
    null,
    'tomorrow at nine',
    '2020-01-01T00:00:00Z',
    '2026-11-29T09:00:00+11:00',
    '2030-01-02T09:00:00+11:00',
  ])('without an accepted time (%j) books nothing, sends the booking link and opens a task', async (slot) => {
    await addBdm(app)
    const callId = await call({ brokerId: await addBroker(app) })
    await choose(callId, slot)
    await choose(callId, slot)
    expect(await bookingOf(callId)).toBeUndefined()
    const sms = await app.connection.db
      .selectFrom('messages')
      .select(['channel', 'body'])
      .where('callId', '=', callId)
      .execute()
    expect(sms).toEqual([
      {
        channel: 'sms',
        body: expect.stringMatching(
          /^Lumen Lending: choose a time for the meeting you asked for http:\/\/localhost:3000\/s\/[\w-]{22}/,
        ),
      },
    ])
    expect(await activities(callId)).toMatchObject([
      { type: 'meeting_requested', description: expect.stringContaining('accepted no time') },
    ])
    const task = app.connection.db.selectFrom('tasks').select('details').where('subjectId', '=', callId)
    expect(await task.execute()).toEqual([{ details: 'Asked for a meeting in a call and accepted no time.' }])
  })

  // Covers: messages-21
  it('mails the booking link of a fixed line so that a reply goes to the own BDM', async () => {
    const bdmId = await addBdm(app, { email: 'marco@lender.example.com' })
    const ask = async (brokerId: number) => {
      const callId = await call({ brokerId, toNumber: '+61255501234' })
      await choose(callId, null)
      return app.connection.db
        .selectFrom('messages')
        .select(['channel', 'replyTo'])
        .where('callId', '=', callId)
        .execute()
    }
    const brokerId = await addBroker(app, { phone: '+61255501234', email: 'petra@example.com' })
    expect(await ask(brokerId)).toEqual([{ channel: 'email', replyTo: null }])
    await app.connection.db.updateTable('brokers').set({ bdmId }).where('id', '=', brokerId).execute()
    expect(await ask(brokerId)).toEqual([{ channel: 'email', replyTo: 'marco@lender.example.com' }])
  })

  // Covers: bookings-20
  it('takes the time that was accepted', async () => {
    await addBdm(app)
    const named = new Date('2026-11-24T14:00:00+11:00')
    const first = await call()
    await choose(first, named.toISOString())
    expect((await bookingOf(first))?.start).toEqual(named)
  })

  // Covers: bookings-20
  it('for a number that belongs to no broker has the number for a name, and an SMS only', async () => {
    await addBdm(app, { email: 'dana@lender.example.com' })
    const callId = await call({ test: true })
    await choose(callId)
    const booking = await bookingOf(callId)
    expect(booking).toMatchObject({ name: '0491 570 110', brokerId: null, test: true })
    expect((await outbox(app, booking?.id ?? 0)).map(({ channel }) => channel)).toEqual(['sms', 'email'])
    expect(await activities(callId)).toMatchObject([{ type: 'test_option_chosen' }])
  })

  it('gives a person who has a meeting at that time the next one', async () => {
    await addBdm(app)
    await addBdm(app)
    const brokerId = await addBroker(app)
    await post(app, someone({ brokerId, scheduledDate: '2026-11-23T09:00:00+11:00' }))
    const callId = await call({ brokerId })
    await choose(callId)
    expect((await bookingOf(callId))?.start).toEqual(new Date('2026-11-23T10:00:00+11:00'))
  })

  // Covers: running-28
  it('waits for the event to come again where the disk is full, rather than being given up', async () => {
    await addBdm(app)
    const callId = await call()
    await asOwner(
      app.databaseUrl,
      `create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
      'create trigger no_room before insert on bookings execute function no_room()',
    )
    try {
      await expect(choose(callId)).rejects.toMatchObject({ code: '53100' })
    } finally {
      await asOwner(app.databaseUrl, 'drop trigger no_room on bookings')
    }
    expect(await activities(callId)).toEqual([])
    await choose(callId)
    expect(await bookingOf(callId)).toMatchObject({ source: 'call' })
  })

  // Covers: bookings-26
  it('is written down for a person to call back where no time is free, and the call goes on', async () => {
    const callId = await call({ brokerId: await addBroker(app) })
    await choose(callId)
    expect(await bookingOf(callId)).toBeUndefined()
    expect(await activities(callId)).toMatchObject([
      { type: 'meeting_requested', description: expect.stringContaining('no time was free within 60 days') },
    ])
    await addBdm(app, { hours: [], blocks: [] })
    const another = await call()
    await choose(another)
    expect(await activities(another)).toMatchObject([{ type: 'meeting_requested' }])
  })

  // Covers: bookings-26
  it('that fails on our side takes nothing else of the call along', async () => {
    await addBdm(app)
    const callId = await call()
    const { pages } = app.providers
    const { mail } = pages
    pages.mail = () => {
      throw new Error('no paper')
    }
    try {
      await choose(callId)
    } finally {
      pages.mail = mail
    }
    expect(await bookingOf(callId)).toBeUndefined()
    expect(await activities(callId)).toMatchObject([{ type: 'meeting_requested' }])
  })

  // Covers: bookings-26
  it('stays confirmed when the same person opts out later in the call', async () => {
    await addBdm(app)
    const callId = await call({ brokerId: await addBroker(app) })
    await choose(callId)
    await app
      .ctx()
      .tx((tx) =>
        tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_4', source: 'voice' }] }),
      )
    const booking = await bookingOf(callId)
    expect(booking?.status).toBe('booked')
    const messages = await outbox(app, booking?.id ?? 0)
    expect(messages.map(({ status }) => status)).toEqual(['held', 'held', 'held'])
  })
})
