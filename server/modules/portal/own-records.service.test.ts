import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnBooking, OwnMessage } from '#contract/accreditations/portal.ts'
import { UNKNOWN } from '#server/modules/messages/outbox.rules.ts'
import { queueMail, queueSms } from '#server/modules/messages/queue-message.ts'
import { contactCode } from '#server/modules/messages/verification/contact-codes.rules.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, someone } from '#test/worlds/bookings-world.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { makeCampaign } from '#test/worlds/call-words.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { HIDDEN } from './own-messages.rules.ts'

const MONDAY = new Date('2026-11-23T08:00:00+11:00')
let app: TestApp
let staff: Client
let clock = MONDAY
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  await app.connection.db
    .updateTable('organisation')
    .set({ videoLink: 'https://meet.example/lumen' })
    .execute()
  await addBdm(app, { name: 'Sam Lee' })
  await addBdm(app, { name: 'Kit Moore' })
  staff = await staffClient(app, 'lender')
})
afterAll(() => app?.close())

let broker: BrokerClient
let other: BrokerClient
beforeEach(async () => {
  clock = MONDAY
  broker = await brokerClient(app)
  other = await brokerClient(app)
})

/** All items of a list, read page by page. */
async function all<Item>(client: BrokerClient, path: string, limit = 2): Promise<Item[]> {
  const found: Item[] = []
  let next: string | undefined = `${path}?limit=${limit}`
  while (next) {
    const answer = await client.get(next)
    expect(answer.statusCode, answer.body).toBe(200)
    found.push(...answer.json<Item[]>())
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return found
}

describe('own meetings', () => {
  const book = async (scheduledDate: string, brokerId = broker.brokerId): Promise<number> => {
    const answer = await staff.send('POST', '/api/bookings', someone({ scheduledDate, brokerId }))
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: number }>().id
  }
  const bookings = () => all<OwnBooking>(broker, '/api/broker/bookings')
  const manage = (url: string | null | undefined, body: object) =>
    visitor(app).send('POST', `/api/bookings/manage/${new URL(url ?? '').pathname.split('/').at(-1)}`, body)

  // Covers: broker-portal-registering-8
  it('come first when they are ahead, soonest first, then past and cancelled ones, page by page', async () => {
    const past = await book('2026-11-23T11:00:00+11:00')
    const soon = await book('2026-11-25T09:00:00+11:00')
    const later = await book('2026-11-26T16:00:00+11:00')
    const off = await book('2026-11-27T10:00:00+11:00')
    await book('2026-11-24T09:00:00+11:00', other.brokerId)
    clock = new Date('2026-11-24T08:00:00+11:00')
    const [cancelling] = (await bookings()).filter(({ id }) => id === off)
    expect((await manage(cancelling?.manageUrl, { action: 'cancel' })).statusCode).toBe(200)

    const found = await bookings()
    expect(found.map(({ id }) => id)).toEqual([soon, later, off, past])
    expect(found.map(({ status, manageUrl, videoLink }) => [status, manageUrl !== null, videoLink])).toEqual([
      ['booked', true, 'https://meet.example/lumen'],
      ['booked', true, 'https://meet.example/lumen'],
      ['cancelled', false, null],
      // over, but not yet marked as held or no-show
      ['booked', false, 'https://meet.example/lumen'],
    ])
    expect(found[0]).toMatchObject({
      ...{ scheduledDate: '2026-11-24T22:00:00.000Z', endsAt: '2026-11-24T23:00:00.000Z' },
      ...{
        meetingType: 'product-discussion',
        attendees: 1,
        bdmName: expect.stringMatching(/Sam Lee|Kit Moore/),
      },
    })
    expect(
      (await all<OwnBooking>(other, '/api/broker/bookings')).map(({ manageUrl }) => !!manageUrl),
    ).toEqual([true])
  })

  // Covers: broker-portal-registering-8
  it('carry the link that moves or cancels them, until they begin', async () => {
    await book('2026-11-30T09:00:00+11:00')
    const [before] = await bookings()
    const moved = await manage(before?.manageUrl, {
      action: 'reschedule',
      scheduledDate: '2026-12-01T14:00:00+11:00',
    })
    expect(moved.statusCode).toBe(200)
    expect(await bookings()).toMatchObject([{ id: before?.id, scheduledDate: '2026-12-01T03:00:00.000Z' }])
    clock = new Date('2026-12-01T14:05:00+11:00')
    expect(await bookings()).toMatchObject([{ id: before?.id, manageUrl: null }])
  })

  // Covers: broker-portal-registering-8
  it('are found by words, and leave out test calls', async () => {
    const id = await book('2026-12-02T09:00:00+11:00')
    const search = async (q: string) => (await broker.get(`/api/broker/bookings?q=${q}`)).json().length
    expect([await search('PRODUCT%20dis'), await search('training')]).toEqual([1, 0])
    await app.connection.db.updateTable('bookings').set({ test: true }).where('id', '=', id).execute()
    expect(await bookings()).toEqual([])
  })
})

describe('own messages', () => {
  const messages = () => all<OwnMessage>(broker, '/api/broker/messages')
  let sent = 0
  const store = (id: number | null, values: object) =>
    app.connection.db
      .updateTable('messages')
      .set(values)
      .where('id', '=', id ?? 0)
      .execute()
  /** The test has no providers, so a queued message is held. */
  const send = async (queued: Promise<number | null>): Promise<number | null> => {
    const id = await queued
    await store(id, { status: 'sent', reason: null, sentAt: new Date(clock.getTime() + sent * 1000) })
    return id
  }
  const mail = (template: string, over: object = {}) => {
    sent += 1
    const queued = queueMail(app.ctx(), {
      ...{
        to: broker.email,
        brokerId: broker.brokerId,
        occasion: `test:${sent}`,
        simulated: false,
        template,
      },
      mail: { subject: `About ${template}`, html: '<p>x</p>', text: `Text of ${template}, token=s3cret` },
      ...over,
    })
    return send(queued)
  }
  const sms = (over: object = {}) => {
    sent += 1
    const queued = queueSms(app.ctx(), {
      ...{ to: '+61491570156', brokerId: broker.brokerId, occasion: `test:${sent}`, simulated: false },
      ...{ body: 'Here is the link', ...over },
    })
    return send(queued)
  }

  // Covers: broker-portal-registering-8
  it('are what was written to the broker, newest first, page by page', async () => {
    await mail('document_decided')
    await sms()
    await mail('booking_confirmed', { to: broker.email.toUpperCase() })
    expect(await messages()).toMatchObject([
      {
        channel: 'email',
        subject: 'About booking_confirmed',
        status: 'sent',
        body: expect.stringContaining('s3cret'),
      },
      { channel: 'sms', subject: null, body: expect.stringMatching(/^Here is the link Really us\? /) },
      { channel: 'email', subject: 'About document_decided' },
    ])
    expect(await all<OwnMessage>(other, '/api/broker/messages')).toEqual([])
  })

  // Covers: verification-6
  it('stand among the calls to the broker, with the code of each, page by page', async () => {
    await sms({ to: '+61491570156' })
    const { db } = app.connection
    const campaign = await makeCampaign(db)
    const call = {
      ...{ ...campaign, brokerId: broker.brokerId, toNumber: '+61491570156', createdAt: clock },
      ...{ provider: 'simulator', simulated: true, dispatchedAt: clock },
    }
    const [made] = await db
      .insertInto('calls')
      .values([
        { ...call, providerCallId: `own-${broker.brokerId}` },
        // neither dialled, nor a test, nor to this broker
        { ...call, providerCallId: `waiting-${broker.brokerId}`, dispatchedAt: null },
        { ...call, providerCallId: `test-${broker.brokerId}`, test: true },
        { ...call, providerCallId: `other-${broker.brokerId}`, brokerId: other.brokerId },
      ])
      .returning('id')
      .execute()
    await mail('document_decided')
    const found = await messages()
    const code = contactCode(app.providers.secret, { kind: 'call', id: made?.id ?? 0 })
    expect(found.map(({ channel }) => channel).toSorted()).toEqual(['call', 'email', 'sms'])
    expect(found.find(({ channel }) => channel === 'call')).toMatchObject({
      ...{ id: made?.id, code, subject: 'We called you about Premium home loan' },
      body: `We called 0491 570 156. The code of the call is ${code}: http://localhost:3000/verify`,
    })
    expect(found.find(({ channel }) => channel === 'sms')?.code).toMatch(/^[0-9A-Z]{6}$/)
    expect(found.find(({ channel }) => channel === 'email')?.code).toBeNull()
  })

  // Covers: broker-portal-registering-8
  it('leave out messages of the record to somebody else, and cancelled ones', async () => {
    // sent to someone else who used the broker's link to the accreditation form
    await mail('application_received', { to: 'somebody.else@example.com' })
    await sms({ to: '+61491570157' })
    await store(await mail('booking_reminder'), { status: 'cancelled', sentAt: null })
    expect(await messages()).toEqual([])
  })

  // Covers: broker-portal-registering-8
  it('leave out messages that were not sent, and give the time of sending', async () => {
    const unsent = { sentAt: null, reason: 'Email isn’t set up.' }
    for (const status of ['held', 'failed']) await store(await mail(status), { ...unsent, status })
    await store(await mail('queued'), { ...unsent, status: 'queued', nextAttemptAt: clock })
    expect(await messages()).toEqual([])
    // it may have arrived
    const unclear = { reason: `${UNKNOWN} The line broke.`, createdAt: clock }
    await store(await sms(), { ...unsent, ...unclear, status: 'failed' })
    // held until the mail server was set up a day later
    await store(await mail('late'), { sentAt: new Date('2026-11-24T09:00:00+11:00') })
    expect(await messages()).toMatchObject([
      { subject: 'About late', createdAt: '2026-11-23T22:00:00.000Z' },
      { channel: 'sms', status: 'failed' },
    ])
  })

  // Covers: broker-portal-registering-8
  it('keep to themselves what signs in or sets a password, in the list and in the search', async () => {
    for (const template of ['verify_email', 'reset_password', 'account_exists', 'account_changed']) {
      await mail(template)
    }
    const found = await messages()
    expect(found.map(({ body }) => body)).toEqual(Array(4).fill(HIDDEN))
    const search = async (q: string) => (await broker.get(`/api/broker/messages?q=${q}`)).json().length
    expect([await search('s3cret'), await search('reset_pass'), await search('mailbox')]).toEqual([0, 1, 4])
  })
})
