import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeScript } from '#server/providers/live/scripts.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'
import { ACCEPTED } from './hand-off.ts'

/** A Tuesday in Sydney. */
const TEN = new Date('2026-11-24T10:00:00+11:00')
const OWN = '+61491570265'
const DESK = '+61491570267'

let world: VapiWorld
let now = TEN
let brokerId: number
beforeAll(async () => {
  world = await createVapiWorld({ app: { now: () => now } })
  const bdmId = await addBdm(world.app, { name: 'Dana Cole', phone: OWN, blocks: [] })
  const { id } = await world.db
    .insertInto('brokers')
    .values({ name: 'Priya Nair', company: 'Harbour Finance', region: 'NSW', bdmId })
    .returning('id')
    .executeTakeFirstOrThrow()
  brokerId = id
  await sql`update organisation set contact_phone = ${DESK}, trading_name = 'Harbour Lending'`.execute(
    world.db,
  )
})
afterAll(() => world?.close())
beforeEach(() => {
  now = TEN
})

let calls = 0
async function liveCall() {
  calls += 1
  const to = `+614915703${String(calls).padStart(2, '0')}`
  const callId = await world.callTo(to)
  await world.db.updateTable('calls').set({ brokerId }).where('id', '=', callId).execute()
  await storeScript(world.db, world.request(callId, to))
  const call = { id: `vapi-hand-off-${calls}`, type: 'outboundPhoneCall', startedAt: TEN.toISOString() }
  const post = async (message: object, artifact: object = {}) =>
    JSON.parse(
      (
        await world.post(
          { timestamp: now.getTime(), call: { ...call, artifact }, ...message },
          { call: callId },
        )
      ).body || '{}',
    )
  const transfer = (artifact: object = {}) =>
    post({ type: 'transfer-destination-request' }, { ...said('Can I talk to a person?'), ...artifact })
  return { callId, post, transfer }
}
const said = (message: string) => ({ messages: [{ role: 'user', message }] })
const rings = async (callId: number) => {
  const { rows } = await sql<{ name: string; state: string; end: string | null }>`
    select name, r.state, ended_by as end from hand_off_rings r join hand_offs h on h.id = hand_off_id
    where call_id = ${callId} order by position`.execute(world.db)
  return rows.map(({ name, state, end }) => [name, state, end])
}
const operatorEvents = async (callId: number) =>
  (await world.events(callId)).filter(({ kind }) => kind === 'operator')

describe('a transfer', () => {
  // Covers: calls-vapi-20
  it('goes to the own BDM, with an introduction, and is accepted once Vapi has connected them', async () => {
    const { callId, post, transfer } = await liveCall()
    const { destination } = await transfer(said('Can I talk to a person about rates?'))
    expect(destination).toMatchObject({
      number: OWN,
      transferPlan: {
        mode: 'warm-transfer-experimental',
        fallbackPlan: { endCallEnabled: false },
        transferAssistant: {
          firstMessage:
            'Priya Nair of Harbour Finance about Premium home loan: Can I talk to a person about rates. To take the call, say: accept.',
        },
      },
    })
    await post({ type: 'status-update', status: 'forwarding' })
    await post({ type: 'status-update', status: 'forwarding' })
    expect((await rings(callId))[0]).toEqual(['Dana Cole', 'accepted', null])
    expect(await operatorEvents(callId)).toContainEqual(
      expect.objectContaining({ connected: true, by: 'Dana Cole' }),
    )
  })

  // Covers: calls-vapi-20
  it('goes to the next phone when it is requested again, and to no phone after 25 seconds', async () => {
    const { callId, transfer } = await liveCall()
    const first = await transfer()
    expect(await transfer()).toEqual(first)
    now = new Date(TEN.getTime() + 12_000)
    const second = await transfer({ transfers: [{ status: 'voicemail' }] })
    expect(second.destination).toMatchObject({ number: DESK })
    now = new Date(TEN.getTime() + 26_000)
    const none = await transfer({ transfers: [{ status: 'voicemail' }, { status: 'no-answer' }] })
    expect(none).toMatchObject({ error: expect.stringMatching(/^Nobody is free/) })
    expect(await rings(callId)).toEqual([
      ['Dana Cole', 'failed', 'no_key'],
      ['Harbour Lending', 'failed', 'no_answer'],
    ])
    expect(await operatorEvents(callId)).toHaveLength(1)
  })

  // Covers: calls-vapi-22
  it.each([
    ['without a request', [['user', 'What is the rate?']], /^They have not asked for a person/],
    ['after a request of the agent only', [['bot', 'I would like a person.']], /^They have not asked/],
    [
      'after a refused offer',
      [
        ['bot', 'Shall I put you through to a person?'],
        ['user', 'No thanks.'],
      ],
      /^They have not asked/,
    ],
    [
      'after an opt-out',
      [
        ['user', 'A person, please.'],
        ['user', 'Stop calling me.'],
      ],
      /no more calls/,
    ],
  ] as const)('is refused %s, and rings no phone', async (_, words, expected) => {
    const { callId, transfer } = await liveCall()
    const messages = words.map(([role, message]) => ({ role, message }))
    expect(await transfer({ messages })).toEqual({ error: expect.stringMatching(expected) })
    expect(await rings(callId)).toEqual([])
  })

  // Covers: calls-vapi-22
  it.each([
    [[['user', "User's Keypad Entry: 0"]]],
    [[['user', 'Operator']]],
    [
      [
        ['bot', 'Shall I put you through to a person?'],
        ['user', 'Yes please.'],
      ],
    ],
    [
      [
        ['user', 'I want to speak to a human.'],
        ['bot', 'Of course.'],
        ['user', 'Thanks.'],
      ],
    ],
  ] as const)('follows a request of the person: %j', async (words) => {
    const { transfer } = await liveCall()
    const messages = words.map(([role, message]) => ({ role, message }))
    expect(await transfer({ messages })).toMatchObject({ destination: { number: OWN } })
  })

  // Covers: calls-vapi-22
  it('is refused after the end, and while a machine is on the line', async () => {
    const ended = await liveCall()
    await ended.post(
      { type: 'end-of-call-report', endedReason: 'customer-ended-call', endedAt: now.toISOString() },
      { messages: [{ role: 'user', message: 'Hello?' }] },
    )
    now = new Date(TEN.getTime() + 5000)
    expect(await ended.transfer()).toEqual({ error: expect.stringMatching(/^This call has ended/) })
    const machine = await liveCall()
    await machine.post({
      ...{ type: 'transcript', role: 'user', transcriptType: 'final' },
      transcript: 'Please leave a message after the tone.',
    })
    expect(await machine.transfer()).toEqual({ error: expect.stringMatching(/^A machine is on the line/) })
  })

  it('becomes a task where the person hangs up while a phone rings', async () => {
    const { callId, post, transfer } = await liveCall()
    await transfer()
    const ended = {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      endedAt: now.toISOString(),
    }
    await post(ended, { messages: [{ role: 'user', message: 'A person, please.' }] })
    expect(await rings(callId)).toContainEqual(['Dana Cole', 'failed', 'caller_left'])
    const { rows } =
      await sql`select 1 from tasks where kind = 'call_back' and subject_id = ${callId}`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  // Covers: calls-vapi-20
  it.each([
    ['accept', true],
    ['I accept the call, thank you.', true],
    ["User's Keypad Entry: 1", true],
    ['Yes', false],
    ['You have reached the voicemail of Dana Cole. Leave a message after the tone.', false],
    ['To accept this call, press one.', false],
    ['We accept messages until five.', false],
    ["User's Keypad Entry: 12", false],
    ['I do not accept', false],
  ])('is accepted by %j: %s', (utterance, expected) => {
    expect(new RegExp(ACCEPTED, 'i').test(utterance)).toBe(expected)
  })
})

describe('a transfer of a caller', () => {
  const request = async (...messages: [role: string, message: string][]) => {
    const call = {
      ...{ id: `vapi-caller-${calls++}`, type: 'inboundPhoneCall', customer: { number: '+61491570399' } },
      ...{ phoneNumber: { number: '+61255500123' } },
      artifact: { messages: messages.map(([role, message]) => ({ role, message })) },
    }
    const message = { type: 'transfer-destination-request', timestamp: now.getTime(), call }
    return JSON.parse((await world.post(message)).body)
  }

  // Covers: calls-vapi-22
  it('goes to the desk with an introduction, where the caller asked for a person', async () => {
    expect(await request(['user', 'Can I talk to somebody?'])).toMatchObject({
      destination: {
        number: DESK,
        transferPlan: {
          mode: 'warm-transfer-experimental',
          transferAssistant: { firstMessage: 'A caller asks for a person. To take the call, say: accept.' },
        },
      },
    })
  })

  // Covers: calls-vapi-22
  it('is refused where they did not ask, where they opted out since, and outside the hours', async () => {
    expect(await request(['user', 'Who is this?'])).toMatchObject({
      error: expect.stringMatching(/not asked/),
    })
    expect(await request(['user', 'A person, please.'], ['user', 'Stop calling me.'])).toMatchObject({
      error: expect.stringMatching(/not asked/),
    })
    now = new Date('2026-11-24T20:00:00+11:00')
    expect(await request(['user', 'A person, please.'])).toMatchObject({
      error: expect.stringMatching(/^Nobody is free/),
    })
  })
})
