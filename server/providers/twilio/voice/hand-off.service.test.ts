import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeScript } from '#server/providers/live/scripts.ts'
import { type Act, type Phone, personWho } from '#test/doubles/twilio/calls-lines.ts'
import { signedCallback } from '#test/doubles/twilio/state.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { words } from '#test/worlds/call-words.ts'
import { staffClient } from '#test/worlds/client.ts'
import { createTwilioCalls, type TwilioCalls } from '#test/worlds/twilio-calls.ts'
import { ACCOUNT_SID, AUTH_TOKEN, PUBLIC_URL } from '#test/worlds/twilio-world.ts'

/** A Tuesday in Sydney. */
const TEN = new Date('2026-11-24T10:00:00+11:00')
const OWN = '+61491570265'
const REGION = '+61491570266'
const DESK = '+61491570267'

let world: TwilioCalls
let now = TEN
let brokerId: number
beforeAll(async () => {
  world = await createTwilioCalls({ now: () => now })
  const own = await addBdm(world.app, { name: 'Dana Cole', phone: OWN, blocks: [] })
  await addBdm(world.app, { name: 'Eli Tran', phone: REGION, blocks: [], regions: ['NSW'] })
  const { id } = await world.db
    .insertInto('brokers')
    .values({
      name: 'Priya Nair',
      company: 'Harbour Finance',
      region: 'NSW',
      bdmId: own,
      timezone: 'Australia/Sydney',
      callBasis: 'express',
    })
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

async function brokersCall(to = world.number(1)) {
  const callId = await world.callTo(to)
  await world.db.updateTable('brokers').set({ phone: to }).where('id', '=', brokerId).execute()
  await world.db.updateTable('calls').set({ brokerId }).where('id', '=', callId).execute()
  return { callId, to }
}

async function callWith(acts: Act[], phones: Record<string, Phone> = {}) {
  const { callId, to } = await brokersCall()
  world.twilio.calls.setLine(to, { ...personWho(...acts), phone: (phone) => phones[phone] ?? 'no-answer' })
  const answer = await world.voice.dial(world.request(callId, to))
  if (answer.kind !== 'accepted') throw new Error(`the dial was ${answer.kind}`)
  await world.twilio.settled()
  const played = world.twilio.calls.calls.find((call) => call.to === to)
  if (!played) throw new Error('nothing was dialled')
  expect(played.problems).toEqual([])
  const operatorEvents = (await world.events(callId)).filter(({ kind }) => kind === 'operator')
  return { callId, played, operatorEvents, handOff: await handOffOf(callId), call: await world.call(callId) }
}

async function handOffOf(callId: number) {
  const { rows } = await sql<{ state: string; rings: [string, string, string | null][] }>`
    select state, (select coalesce(json_agg(json_build_array(r.name, r.state, r.ended_by) order by r.position), '[]')
      from hand_off_rings r where r.hand_off_id = h.id) as rings
    from hand_offs h where call_id = ${callId} order by id`.execute(world.db)
  return rows.at(-1)
}

const tasks = async (callId: number) => {
  const { rows } = await sql<{ kind: string }>`select kind from tasks
    where subject_type = 'call' and subject_id = ${callId} and state <> 'ended'`.execute(world.db)
  return rows.map(({ kind }) => kind)
}

/** One callback of Twilio, and our answer. */
async function callback(address: string, fields: Record<string, string>) {
  const { url, headers, body } = signedCallback(address, { AccountSid: ACCOUNT_SID, ...fields }, AUTH_TOKEN)
  const path = url.replace(PUBLIC_URL, '')
  return (await world.app.server.inject({ method: 'POST', url: path, headers, payload: body })).body
}

/** The first turn of a hand-off, by key 0. */
async function pressesZero() {
  const { callId, to } = await brokersCall()
  await storeScript(world.db, world.request(callId, to))
  const sid = `CA${String(callId).padStart(32, '7')}`
  const address = `${PUBLIC_URL}/api/webhooks/twilio/choice?call=${callId}&step=menu&turn=3&misses=0`
  const press = () => callback(address, { CallSid: sid, Digits: '0' })
  return { callId, sid, press }
}
const attribute = (xml: string, name: string) =>
  (new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '').replaceAll('&amp;', '&').replace(/#.*/, '')

describe('a broker who asks for a person', () => {
  // Covers: calls-twilio-11, calls-twilio-16
  it('is put through to their own BDM, who hears the name and presses 1', async () => {
    const said = 'Can I talk to someone about rates?'
    const { played, operatorEvents, handOff, callId, call } = await callWith([{ says: said }], {
      [OWN]: 'accepts',
    })
    expect(played.phones).toEqual([
      {
        to: OWN,
        bridged: true,
        heard: [
          `Priya Nair of Harbour Finance about Premium home loan: ${said.replace('?', '.')}`,
          'Press 1 to accept.',
        ],
      },
    ])
    expect(operatorEvents).toMatchObject([{ connected: true, by: 'Dana Cole' }])
    expect(handOff).toMatchObject({ state: 'accepted' })
    expect(call).toMatchObject({ outcome: 'human' })
    expect(await tasks(callId)).toEqual([])
  })

  it.each([
    ['no-answer', 'failed', 'no_answer'],
    ['busy', 'failed', 'engaged'],
    ['failed', 'failed', 'unreachable'],
    ['declines', 'declined', 'declined'],
    ['hangs_up', 'declined', 'hung_up'],
    ['mailbox', 'failed', 'no_key'],
  ] as const)('is put through to the next phone where one is %s', async (phone, state, end) => {
    const first = await callWith([{ key: '0' }], { [OWN]: phone, [REGION]: 'accepts' })
    expect(first.operatorEvents).toMatchObject([{ connected: true, by: 'Eli Tran' }])
    expect(first.handOff?.rings.slice(0, 2)).toEqual([
      ['Dana Cole', state, end],
      ['Eli Tran', 'accepted', null],
    ])
    const none = await callWith([{ key: '0' }, 'silence'], { [OWN]: phone, [REGION]: phone, [DESK]: phone })
    expect(none.played.phones.map(({ to }) => to)).toEqual([OWN, REGION, DESK])
    expect(none.played.phones.some(({ bridged }) => bridged)).toBe(false)
    expect(none.operatorEvents).toMatchObject([{ connected: false }])
    expect(none.handOff?.state).toBe(state)
    expect(await tasks(none.callId)).toEqual(['call_back'])
    expect(none.played.said).toContain('Nobody can take your call right now.')
    expect(none.played.said).toContain('Or say when we should call you.')
  })

  // Covers: calls-twilio-19
  it('is shown with the phones that rang, in the call, the task and the timeline', async () => {
    const missed = await callWith([{ key: '0' }, 'silence'], { [OWN]: 'busy', [REGION]: 'mailbox' })
    const { rows } = await sql<{ details: string }>`select details from tasks
      where kind = 'call_back' and subject_id = ${missed.callId}`.execute(world.db)
    expect(rows[0]?.details).toBe(
      'Asked to speak to a person in the Test call. Dana Cole was busy. Eli Tran answered, 1 was not pressed. ' +
        'Harbour Lending did not answer.',
    )
    const taken = await callWith([{ key: '0' }], { [OWN]: 'declines', [REGION]: 'accepts' })
    const client = await staffClient(world.app, 'lender')
    expect((await client.get(`/api/calls/${taken.callId}`)).json().handOffs).toMatchObject([
      {
        state: 'accepted',
        rings: [
          { role: 'bdm', name: 'Dana Cole', state: 'declined', end: 'declined' },
          { role: 'region', name: 'Eli Tran', state: 'accepted', end: null },
        ],
      },
    ])
    const timeline = (await client.get(`/api/brokers/${brokerId}/timeline`)).body
    expect(timeline).toContain('Eli Tran accepted the test call')
  })

  // Covers: calls-twilio-17
  it('may book a meeting where no phone accepts', async () => {
    const { call } = await callWith(['silence', { key: '0' }, { key: '2' }, { key: '1' }])
    expect(call).toMatchObject({ response: 'option_2' })
  })

  // Covers: calls-twilio-11
  it('is called back outside the hours of all phones', async () => {
    now = new Date('2026-11-24T20:00:00+11:00')
    const { played, callId, handOff } = await callWith([{ key: '0' }])
    expect(played.phones).toEqual([])
    expect(played.said).toContain(words.operator)
    expect(handOff).toEqual({ state: 'failed', rings: [] })
    expect(await tasks(callId)).toEqual(['call_back'])
  })
})

describe('a hand-off', () => {
  // Covers: calls-twilio-18
  it('answers a repeated callback with the same phone, and any other process continues it', async () => {
    const { callId, sid, press } = await pressesZero()
    const dial = await press()
    expect(dial).toContain(`>${OWN}</Number>`)
    expect(dial).toContain('answerOnBridge="true"')
    now = new Date(TEN.getTime() + 3000)
    expect((await press()).replace(/timeout="\d+"/, '')).toBe(dial.replace(/timeout="\d+"/, ''))
    now = new Date(TEN.getTime() + 9000)
    const end = attribute(dial, 'action')
    const noAnswer = { CallSid: sid, DialCallStatus: 'no-answer', CallStatus: 'in-progress' }
    const second = await callback(end, noAnswer)
    expect(second).toContain(`>${REGION}</Number>`)
    expect(await callback(end, noAnswer)).toContain(`>${REGION}</Number>`)
    const { rows } = await sql`select 1 from hand_off_rings where state = 'ringing' and hand_off_id in
      (select id from hand_offs where call_id = ${callId})`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  // Covers: calls-twilio-17
  it('rings no phone after 25 seconds', async () => {
    const { sid, press } = await pressesZero()
    const dial = await press()
    now = new Date(TEN.getTime() + 21_000)
    const after = await callback(attribute(dial, 'action'), { CallSid: sid, DialCallStatus: 'busy' })
    expect(after).not.toContain('<Dial')
    expect(after).toContain('Nobody can take your call right now.')
  })

  it('is accepted once, and not by a phone that stopped ringing', async () => {
    const { callId, sid, press } = await pressesZero()
    const first = await press()
    const other = { CallSid: `CA${'9'.repeat(32)}` }
    const key = attribute(await callback(attribute(first, 'url'), other), 'action')
    await callback(attribute(first, 'action'), { CallSid: sid, DialCallStatus: 'no-answer' })
    expect(await callback(key, { ...other, Digits: '1' })).toContain('<Hangup')
    expect(await callback(attribute(first, 'url'), other)).toContain('<Hangup')
    expect((await handOffOf(callId))?.state).toBe('ringing')
  })

  it('goes on to the next phone where the lines of an accepted call were not connected', async () => {
    const { sid, press } = await pressesZero()
    const first = await press()
    const other = { CallSid: `CA${'8'.repeat(32)}` }
    const key = attribute(await callback(attribute(first, 'url'), other), 'action')
    expect(await callback(key, { ...other, Digits: '1' })).toContain('<Response/>')
    expect(await callback(key, { ...other, Digits: '1' })).toContain('<Response/>')
    const lost = { CallSid: sid, DialCallStatus: 'completed', DialBridged: 'false' }
    expect(await callback(attribute(first, 'action'), lost)).toContain(`>${REGION}</Number>`)
  })

  it('ends with the call: the phones that ring are not accepted any more', async () => {
    const { callId, sid, press } = await pressesZero()
    const first = await press()
    const status = `${PUBLIC_URL}/api/webhooks/twilio/status?call=${callId}`
    await callback(status, { CallSid: sid, CallStatus: 'completed', CallDuration: '20', AnsweredBy: 'human' })
    expect(await handOffOf(callId)).toMatchObject({
      state: 'failed',
      rings: [
        ['Dana Cole', 'failed', 'caller_left'],
        ['Eli Tran', 'failed', 'caller_left'],
        ['Harbour Lending', 'failed', 'caller_left'],
      ],
    })
    expect(await callback(attribute(first, 'url'), { CallSid: `CA${'6'.repeat(32)}` })).toContain('<Hangup')
    expect(await tasks(callId)).toEqual(['call_back'])
  })

  it('hangs up on a phone of another call', async () => {
    const [one, two] = [await pressesZero(), await pressesZero()]
    const ring = /ring=([\d-]+)/.exec(await one.press())?.[1]
    await two.press()
    const address = `${PUBLIC_URL}/api/webhooks/twilio/whisper?call=${two.callId}&ring=${ring}`
    expect(await callback(address, { CallSid: `CA${'5'.repeat(32)}` })).toContain('<Hangup')
  })
})
