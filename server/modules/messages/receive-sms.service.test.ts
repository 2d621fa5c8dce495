import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InboundSms } from '#server/providers/ports/vendors.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { receiveSms } from './receive-sms.ts'

const PHONE = '+61491570156'
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 24, 0, minute))
let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ now: () => at(59) })
})
afterAll(() => app?.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from suppressions; delete from inbound_messages; delete from activities',
  )
})

const OURS = '+61491570201'
let refs = 0
const sms = (body: string, minute: number, over: Partial<InboundSms> = {}): InboundSms => ({
  ...{ provider: 'twilio', ref: `SM${++refs}`, from: '0491 570 156', to: OURS },
  ...{ body, optedOut: false, at: at(minute), ...over },
})
const receive = (body: string, minute: number, from = '0491 570 156') =>
  receiveSms(app.ctx(), sms(body, minute, { from }))
const told = () =>
  app.connection.db.selectFrom('activities').select(['type', 'description', 'brokerId']).execute()
const open = () =>
  app.connection.db
    .selectFrom('suppressions')
    .select(['phone', 'source', 'simulated'])
    .where('endedAt', 'is', null)
    .execute()
const stopped = [{ phone: PHONE, source: 'sms_stop', simulated: false }]

// Covers: messages-10, decision-opt-out
it('STOP suppresses the number at once, once, and is written down', async () => {
  expect(await receive('Stop', 1)).toBe('stop')
  expect(await receive('STOP', 2, PHONE)).toBe('stop')
  expect(await open()).toEqual(stopped)
  const viewer = await staffClient(app, 'viewer')
  const [entry] = (await viewer.get('/api/suppressions')).json()
  expect(entry).toMatchObject({ source: 'sms_stop', reason: 'Replied STOP to an SMS', removable: false })
  const audited = await app.connection.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'suppression.added')
    .execute()
  expect(audited).toMatchObject([{ after: { phone: PHONE, source: 'sms_stop' } }])
})

// Covers: messages-10
it('STOP ends what was planned for the number, and shows in its broker’s timeline', async () => {
  const { db } = app.connection
  const broker = await db
    .insertInto('brokers')
    .values({ name: 'Wei Li', phone: PHONE })
    .returning('id')
    .executeTakeFirstOrThrow()
  const campaign = await db
    .insertInto('campaigns')
    .values({
      name: 'Spring',
      product: 'Flex',
      rateType: 'p.a.',
      callScript: 'Hi',
      aiPersonality: 'professional',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('enrolments')
    .values({
      campaignId: campaign.id,
      brokerId: broker.id,
      simulated: false,
      state: 'waiting',
      dueAt: at(0),
    })
    .execute()
  await receive('STOP', 1)
  const enrolment = await db.selectFrom('enrolments').select('state').executeTakeFirstOrThrow()
  expect(enrolment.state).toBe('done')
  const viewer = await staffClient(app, 'viewer')
  const timeline = (await viewer.get(`/api/brokers/${broker.id}/timeline`)).json()
  expect(timeline.map(({ description }: { description: string }) => description)).toContain(
    'Number suppressed: Replied STOP to an SMS',
  )
})

// Covers: messages-10
it('START ends opt-outs from before it, however they were made, and no entry made by hand', async () => {
  const { db } = app.connection
  const entry = { phone: PHONE, reason: 'Asked', createdAt: at(1) }
  await db
    .insertInto('suppressions')
    .values([
      { ...entry, source: 'key' },
      { ...entry, source: 'voice' },
      { ...entry, source: 'manual' },
    ])
    .execute()
  await receive('STOP', 2)
  expect(await receive('START', 3)).toBe('start')
  expect(await open()).toMatchObject([{ source: 'manual' }])
})

it('START from before an opt-out ends nothing', async () => {
  await receive('STOP', 5)
  await receive('START', 4)
  expect(await open()).toEqual(stopped)
})

it('START from before the last of several opt-outs ends nothing', async () => {
  await receive('STOP', 1)
  await receive('STOP', 5)
  await receive('START', 4)
  expect(await open()).toEqual(stopped)
  await receive('START', 6)
  expect(await open()).toEqual([])
})

// Covers: messages-10
it('the same STOP told of again after START changes nothing; a new one counts', async () => {
  await receive('STOP', 1)
  await receive('START', 2)
  await receive('STOP', 1)
  expect(await open()).toEqual([])
  await receive('STOP', 3)
  expect(await open()).toEqual(stopped)
})

// Covers: sms-twilio-writes-7
it('the same message told of twice, also later, counts once', async () => {
  const stop = sms('STOP', 1)
  await Promise.all([receiveSms(app.ctx(), stop), receiveSms(app.ctx(), stop)])
  await receive('START', 2)
  await receiveSms(app.ctx(), { ...stop, at: at(9) })
  expect(await open()).toEqual([])
  expect(await told()).toHaveLength(2)
})

it('what the vendor took for an opt-out is one, whatever its words', async () => {
  expect(await receiveSms(app.ctx(), sms('Arrête', 1, { optedOut: true }))).toBe('stop')
  expect(await open()).toEqual(stopped)
})

// Covers: sms-twilio-writes-7
it('what it says is told to staff: with every broker of the number, else with the number', async () => {
  const { db } = app.connection
  await db.deleteFrom('brokers').where('phone', '=', '+61491570157').execute()
  const shared = [
    { name: 'Ana', phone: '+61491570157' },
    { name: 'Ben', phone: '+61491570157' },
  ]
  const brokers = await db.insertInto('brokers').values(shared).returning('id').execute()
  await receive('  Call me after lunch, http://localhost:3000/s/secret fails ', 1, '0491570157')
  const words = 'SMS received: Call me after lunch, [link] fails'
  expect(await told()).toEqual(
    brokers.map(({ id }) => ({ type: 'sms_received', description: words, brokerId: id })),
  )
  const viewer = await staffClient(app, 'viewer')
  const [entry] = (await viewer.get(`/api/brokers/${brokers[0]?.id}/timeline?kind=messages`)).json()
  expect(entry).toMatchObject({ description: words })
  await db.deleteFrom('activities').execute()
  await receive('Who is this?', 2, '+61491570158')
  expect(await told()).toEqual([
    { type: 'sms_received', description: 'SMS received from 0491 570 158: Who is this?', brokerId: null },
  ])
})

it.each([
  ['nothing', '', 0],
  ['a NUL and half a pair', 'a\0b\ud800', 3],
  ['more than a message carries', '😀'.repeat(1700), 1600],
])('a text of %s is kept as far as it goes', async (_what, body, length) => {
  await receive(body, 1)
  const kept = await app.connection.db.selectFrom('inboundMessages').select('body').executeTakeFirstOrThrow()
  expect([...kept.body]).toHaveLength(length)
  expect(await told()).toHaveLength(1)
})

it('other words, and senders that are no number, change nothing', async () => {
  expect(await receive('Thanks!', 1)).toBeNull()
  expect(await receive('STOP', 2, 'INFO')).toBeNull()
  expect(await open()).toEqual([])
})

describe('an SMS that may be an opt-out', () => {
  const tasks = async (state: string) =>
    (await compliance.get(`/api/tasks?kind=opt_out_unclear&state=${state}`)).json()
  let compliance: Client
  beforeAll(async () => {
    compliance = await staffClient(app, 'compliance')
  })
  beforeEach(() => asOwner(app.databaseUrl, 'delete from tasks'))

  // Covers: calls-vapi-17
  it('holds the number and opens a task with its words, which ends when staff remove the hold', async () => {
    expect(await receive('Go away', 1)).toBe('hold')
    expect(await open()).toEqual([{ phone: PHONE, source: 'unclear', simulated: false }])
    expect(await tasks('open')).toMatchObject([{ details: 'Wrote: “Go away”', phone: PHONE }])
    const [entry] = (await compliance.get('/api/suppressions')).json()
    expect(entry).toMatchObject({ removable: true, reason: 'On hold: an SMS may be an opt-out' })
    const removed = await compliance.send('DELETE', `/api/suppressions/${entry.id}?reason=A+joke`)
    expect(removed.json()).toEqual({ removed: true })
    expect(await open()).toEqual([])
    expect(await tasks('ended')).toMatchObject([{ endedReason: 'The hold was removed.' }])
  })

  it('ends its task when a clear opt-out follows', async () => {
    await receive('Go away', 1)
    await receive('Take me off your list', 2)
    expect((await open()).map(({ source }) => source)).toEqual(['unclear', 'sms_stop'])
    expect(await tasks('ended')).toMatchObject([{ endedReason: 'They opted out.' }])
  })

  it('is lifted by START', async () => {
    await receive('Go away', 1)
    await receive('START', 2)
    expect(await open()).toEqual([])
    expect(await tasks('ended')).toMatchObject([{ endedReason: 'The hold was removed.' }])
  })

  // Covers: calls-vapi-17
  it.each([
    'Liked “Harbour Lending: your link. Reply STOP to opt out.”',
    'Out of office. To unsubscribe from our newsletter click unsubscribe.',
  ])('is not %j, which only appears in the timeline', async (body) => {
    expect(await receive(body, 1)).toBeNull()
    expect([await open(), await tasks('open')]).toEqual([[], []])
    expect((await told()).map(({ description }) => description).join()).toContain(body.slice(0, 20))
  })
})

// Covers: messages-19
it('a request for a call is a task at the named time on the sender’s clock, and no call', async () => {
  const { db } = app.connection
  const [phone, other] = ['+61491570159', '+61491570110']
  const broker = await db
    .insertInto('brokers')
    .values({ name: 'Perth', phone, region: 'WA', timezone: 'Australia/Perth' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tasks = () =>
    db
      .selectFrom('tasks')
      .select(['details', 'dueAt', 'brokerId'])
      .where('kind', '=', 'call_back')
      .where('phone', 'in', [phone, other])
      .orderBy('id')
      .execute()
  const request = sms('ring me tomorrow after 2', 1, { from: phone })
  await receiveSms(app.ctx(), request)
  const expected = {
    details: 'Asked by SMS to be called Wed 25 Nov, 2:00 pm AWST: “ring me tomorrow after 2”',
    ...{ dueAt: new Date('2026-11-25T06:00:00Z'), brokerId: broker.id },
  }
  expect(await tasks()).toEqual([expected])
  // reported again, and changed by a later message
  await receiveSms(app.ctx(), { ...request, at: at(9) })
  expect(await tasks()).toEqual([expected])
  await receive('Make that: call me Thursday at 10am', 10, phone)
  expect(await tasks()).toMatchObject([{ dueAt: new Date('2026-11-26T02:00:00Z') }])
  await receive('Stop ringing me, call me never', 11, other)
  await receive('Can someone call me?', 12, '+61491570111')
  expect(await tasks()).toHaveLength(1)
  expect(await db.selectFrom('requestedCalls').select('id').execute()).toEqual([])
})
