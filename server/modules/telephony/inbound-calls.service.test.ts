import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asOwner } from '#test/test-db.ts'
import { staffClient } from '#test/worlds/client.ts'
import { createTwilioWorld, OUR_NUMBER, type TwilioWorld } from '#test/worlds/twilio-world.ts'

const OPEN = new Date('2027-11-23T10:00:00+11:00')
const CLOSED = new Date('2027-11-23T20:00:00+11:00')
const OFFICE = '+61491570299'
const CALLER = '+61491570211'
let clock = OPEN
let world: TwilioWorld
let brokerId: number
let campaignId: number

beforeAll(async () => {
  world = await createTwilioWorld({ now: () => clock })
  const { db } = world.app.connection
  const names = { legalName: 'Lumen Lending Pty Ltd', contactPhone: '0491 570 299', agentName: 'Ava' }
  await db.updateTable('organisation').set(names).execute()
  const words = {
    product: 'Premium Home Loan',
    rateType: 'p.a.',
    callScript: 'Hi',
    aiPersonality: 'friendly',
  }
  const campaign = await db
    .insertInto('campaigns')
    .values({ name: 'Spring', ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
  campaignId = campaign.id
  const broker = await db
    .insertInto('brokers')
    .values({ name: 'Wei Li', phone: CALLER, region: 'NSW', timezone: 'Australia/Sydney' })
    .returning('id')
    .executeTakeFirstOrThrow()
  brokerId = broker.id
  const version = await db
    .insertInto('campaignVersions')
    .values({ campaignId, number: 1, ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = { campaignId, campaignVersionId: version.id, brokerId, toNumber: CALLER, simulated: false }
  const ended = { status: 'no_answer', outcome: 'no_answer', finishedAt: OPEN }
  const at = (iso: string) => ({ createdAt: new Date(iso), dispatchedAt: new Date(iso) })
  await db
    .insertInto('calls')
    .values([
      { ...call, ...ended, ...at('2026-11-20T10:00:00+11:00'), provider: 'twilio' },
      { ...call, ...ended, ...at('2026-11-23T10:00:00+11:00'), provider: 'twilio', fromNumber: OUR_NUMBER },
      // neither rang there
      { ...call, ...ended, ...at('2027-11-23T09:00:00+11:00'), provider: 'simulator', simulated: true },
      {
        ...{ ...call, ...at('2027-11-23T09:30:00+11:00'), provider: 'twilio' },
        ...{ status: 'failed', outcome: 'provider_fault', finishedAt: OPEN },
      },
    ])
    .execute()
})
afterAll(() => world?.close())
beforeEach(async () => {
  clock = OPEN
  await asOwner(
    world.app.databaseUrl,
    'delete from inbound_calls; delete from activities; delete from suppressions; delete from enrolments; delete from tasks',
  )
})

const told = () =>
  world.app.connection.db
    .selectFrom('activities')
    .select(['type', 'description', 'brokerId'])
    .orderBy('id')
    .execute()
const suppressed = () =>
  world.app.connection.db.selectFrom('suppressions').select(['phone', 'source', 'simulated']).execute()

const open = () =>
  world.app.connection.db
    .selectFrom('suppressions')
    .select(['source', 'evidence'])
    .where('endedAt', 'is', null)
    .execute()

const tasks = () =>
  world.app.connection.db
    .selectFrom('tasks')
    .select(['state', 'details', 'brokerId', 'phone'])
    .orderBy('id')
    .execute()

describe('somebody who calls one of our numbers', () => {
  // Covers: sms-twilio-writes-9
  it('hears who called them, when and why, shows in the timeline once, and is asked three times at most', async () => {
    const { said, answers } = await world.twilio.callUs({ from: CALLER })
    expect(said[0]).toContain('We called this number on Monday 23 November about Premium Home Loan')
    expect([said.length, said.at(-1), new Set(answers)]).toEqual([4, 'Goodbye.', new Set([200])])
    const viewer = await staffClient(world.app, 'viewer')
    const timeline = (await viewer.get(`/api/brokers/${brokerId}/timeline?kind=calls`)).json()
    expect(timeline.map(({ description }: { description: string }) => description)).toContain(
      'Called us back about the Spring call',
    )
    expect(await told()).toHaveLength(1)
  })

  // Covers: sms-twilio-writes-10
  it.each([
    { key: '4' },
    { says: 'Please stop calling me' },
  ])('opts out with %j, at once and everywhere', async (wish) => {
    const { db } = world.app.connection
    const planned = { campaignId, brokerId, simulated: false, state: 'waiting', dueAt: CLOSED }
    await db.insertInto('enrolments').values(planned).execute()
    const { said } = await world.twilio.callUs({ from: CALLER, does: [wish] })
    expect(said.slice(1)).toEqual(['This number is off our list. We will not call it again.', 'Goodbye.'])
    expect(await suppressed()).toEqual([{ phone: CALLER, source: 'voice', simulated: false }])
    expect(await db.selectFrom('enrolments').select('state').execute()).toEqual([{ state: 'done' }])
    expect((await told()).map(({ type }) => type)).toEqual(['call_received', 'opted_out'])
    const audited = await db
      .selectFrom('auditLog')
      .select('after')
      .where('action', '=', 'suppression.added')
      .execute()
    expect(audited).toContainEqual({
      after: { phone: CALLER, source: 'voice', reason: 'Called us and asked not to be called again' },
    })
  })

  // Covers: calls-vapi-18
  it('whose words may be an opt-out gets one question; the number is on hold until they deny it', async () => {
    const ask = (...answers: { says: string }[]) =>
      world.twilio.callUs({ from: CALLER, does: [{ says: 'you lot should really stop' }, ...answers] })
    const { said } = await ask()
    expect(said.slice(1)).toEqual([expect.stringContaining('Do you want no more calls from us?'), 'Goodbye.'])
    expect(await open()).toEqual([
      { source: 'unclear', evidence: expect.objectContaining({ text: 'you lot should really stop' }) },
    ])
    expect(await tasks()).toMatchObject([
      { state: 'open', details: 'Said in a call: “you lot should really stop”' },
    ])
    await asOwner(
      world.app.databaseUrl,
      'delete from inbound_calls; delete from suppressions; delete from tasks',
    )
    await ask({ says: 'No' })
    expect(await open()).toEqual([])
    await ask({ says: 'yes' })
    expect(await open()).toContainEqual({
      source: 'voice',
      evidence: expect.objectContaining({ text: 'yes' }),
    })
  })

  it.each([
    "I'm not sure who called me",
    "I'm not on my phone",
  ])('who says %j stays callable', async (text) => {
    await world.twilio.callUs({ from: CALLER, does: [{ says: text }] })
    expect(await open()).toEqual([])
  })

  // Covers: sms-twilio-writes-10
  it('is put through to a person while somebody is there', async () => {
    const call = await world.twilio.callUs({ from: CALLER, does: [{ key: '0' }] })
    expect(call.dialled).toEqual([OFFICE])
    expect(call.whispered).toEqual([
      expect.stringMatching(/^Wei Li asks for a person about /),
      'Press 1 to accept.',
    ])
    expect((await told()).map(({ type }) => type)).toEqual(['call_received'])
    expect(await tasks()).toEqual([])
  })

  // Covers: sms-twilio-writes-10
  it.each([
    'no-answer',
    'busy',
    'failed',
    'mailbox',
  ] as const)('is called back where nobody takes over: %s', async (transfer) => {
    const call = await world.twilio.callUs({ from: CALLER, does: [{ says: 'operator' }], transfer })
    expect(call.dialled).toEqual([OFFICE])
    expect(call.said.at(-1)).toContain('I have asked for a person to call you back. Goodbye.')
    expect((await told()).at(-1)).toEqual({
      type: 'call_back_requested',
      description: 'Called us back about the Spring call and asked for a person: call back',
      brokerId,
    })
    expect(await tasks()).toEqual([
      { state: 'open', details: 'Rang us and asked for a person.', brokerId, phone: CALLER },
    ])
  })

  // Covers: sms-twilio-writes-10
  it('is called back, and nobody rung, when nobody is there; they may opt out and ask for a person', async () => {
    clock = CLOSED
    const call = await world.twilio.callUs({ from: CALLER, does: [{ key: '4' }, { key: '0' }] })
    expect(call.dialled).toEqual([])
    expect((await told()).map(({ type }) => type)).toEqual([
      'call_received',
      'opted_out',
      'call_back_requested',
    ])
  })

  // Covers: waits-for-person-1
  it('is a task where nobody is there, though they only listened; an opt-out in it ends it', async () => {
    clock = CLOSED
    await world.twilio.callUs({ from: CALLER })
    expect(await tasks()).toMatchObject([
      { state: 'open', details: 'Rang us and heard the recorded message only.', brokerId },
    ])
    await world.twilio.callUs({ from: CALLER, does: [{ key: '4' }] })
    expect(await tasks()).toMatchObject([{ state: 'ended' }])
  })

  it('that presses something else is asked again', async () => {
    const { said } = await world.twilio.callUs({ from: CALLER, does: [{ key: '7' }, { key: '4' }] })
    expect(said[1]).toBe('Sorry, I did not understand that.')
    expect(await suppressed()).toHaveLength(1)
  })

  // Covers: sms-twilio-writes-9
  it('with a number of nobody is told neutrally, and what they ask for names the number', async () => {
    clock = CLOSED
    const stranger = '+61491570212'
    const { said } = await world.twilio.callUs({ from: stranger, does: [{ key: '0' }] })
    expect(said[0]).toContain('If we called you, it was about home-loan offers')
    expect(await told()).toEqual([
      {
        type: 'call_back_requested',
        description: '0491 570 212 called us and asked for a person: call back',
        brokerId: null,
      },
    ])
    expect(await tasks()).toMatchObject([{ state: 'open', brokerId: null, phone: stranger }])
  })

  // Covers: sms-twilio-writes-9
  it.each([
    '+266696687',
    'anonymous',
    '',
  ])('with a withheld number (%j) is told how to stop our calls, and leaves no trace', async (from) => {
    clock = CLOSED
    const { said } = await world.twilio.callUs({ from, does: [{ key: '4' }, { key: '0' }] })
    expect(said[1]).toContain('could not be taken off our list')
    expect([await told(), await suppressed()]).toEqual([[], []])
  })

  // Covers: sms-twilio-writes-10
  it('is answered the same when their callbacks come again, also after START', async () => {
    const call = { from: CALLER, sid: 'CA0001', does: [{ key: '4' }] }
    const first = await world.twilio.callUs(call)
    await world.app.connection.db.updateTable('suppressions').set({ endedAt: OPEN }).execute()
    clock = CLOSED
    const second = await world.twilio.callUs(call)
    expect(second.said).toEqual(first.said)
    const open = await world.app.connection.db
      .selectFrom('suppressions')
      .select('id')
      .where('endedAt', 'is', null)
      .execute()
    expect([open.length, (await told()).length]).toEqual([0, 2])
  })

  // Covers: sms-twilio-writes-11
  it('is never put through to our own number, nor to themselves', async () => {
    const { db } = world.app.connection
    const organisation = (contactPhone: string) =>
      db.updateTable('organisation').set({ contactPhone }).execute()
    await organisation(OUR_NUMBER)
    expect((await world.twilio.callUs({ from: CALLER, does: [{ key: '0' }] })).dialled).toEqual([])
    await organisation('0491 570 299')
    expect((await world.twilio.callUs({ from: OFFICE, does: [{ key: '0' }] })).dialled).toEqual([])
  })
})
