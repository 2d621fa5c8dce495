import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { heldOf } from '#server/modules/bookings/held-times.store.ts'
import { isFictitious } from '#server/modules/brokers/fictitious-numbers.rules.ts'
import type { Fault, Seen } from '#test/doubles/double.ts'
import type { Line } from '#test/doubles/vapi/lines.ts'
import { VAPI_NUMBER } from '#test/doubles/vapi/vapi.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { words } from '#test/worlds/call-words.ts'
import { staffClient } from '#test/worlds/client.ts'
import { createVapiWorld, VAPI_KEY, VAPI_SECRET, type VapiWorld } from '#test/worlds/vapi-world.ts'

let world: VapiWorld
let tens = 20
beforeAll(async () => {
  world = await createVapiWorld({ double: { speed: 2000 } })
})
afterAll(() => world?.close())
beforeEach(async () => {
  world.vapi.setFault(undefined)
  world.vapi.setTrip(undefined)
  world.vapi.calls.letAll()
  await world.db.deleteFrom('vendorStates').execute()
})

/** Never given before. */
const number = (digit: number): string => {
  const next = `+61491570${tens++}${digit}`
  return isFictitious(next) ? number(digit) : next
}
const isDial = ({ method, path }: Seen): boolean => method === 'POST' && path === '/call'
const dials = (): Seen[] => world.vapi.seen.filter(isDial)
const person: Line = { rings: 'answered', hears: 'person', acts: [], ends: 'customer-ended-call' }

async function dialWith(fault: Fault | undefined, to = number(9)) {
  world.vapi.setFault((seen) => (isDial(seen) ? fault : undefined))
  const callId = await world.callTo(to)
  const before = dials().length
  const answer = await world.voice.dial(world.request(callId, to))
  return { callId, answer, asked: dials().length - before }
}

/** A whole call. */
async function talk(acts: Line['acts'], ends: Line['ends'] = 'customer-ended-call') {
  const to = number(1)
  world.vapi.calls.setLine(to, { ...person, acts, ends })
  const call = await world.dial(to)
  await world.vapi.settled()
  expect(world.vapi.state.problems).toEqual([])
  const played = world.vapi.calls.calls.find(({ id }) => id === call.providerCallId)
  if (!played) throw new Error('it was played')
  return { ...call, to, played }
}

const tool = (name: string, given: Record<string, unknown> = {}) => ({
  says: 'Please.',
  tool: { name, arguments: given },
  ...(given.confirmed === true && { consents: true as const }),
})
async function startsOf(callId: number): Promise<string[]> {
  const { rows } = await sql<{ start: Date }>`select lower(during) as start from bookings
    where call_id = ${callId}`.execute(world.db)
  return rows.map(({ start }) => start.toISOString())
}
const resultsOf = (lines: readonly Record<string, unknown>[]): unknown[] =>
  lines.filter(({ role }) => role === 'tool_call_result').map(({ result }) => result)

describe('a dial', () => {
  // Covers: calls-vapi-1
  it('asks once, by our key, with our id where callbacks and look-ups find it', async () => {
    const { callId, answer, asked } = await dialWith(undefined)
    expect(asked).toBe(1)
    expect(answer).toMatchObject({ kind: 'accepted', from: VAPI_NUMBER.number })
    const seen = dials().at(-1)
    expect(seen?.headers).toMatchObject({
      authorization: `Bearer ${VAPI_KEY}`,
      'content-type': 'application/json',
    })
    const body: unknown = JSON.parse(seen?.body.toString() ?? '')
    expect(body).toMatchObject({
      phoneNumberId: VAPI_NUMBER.id,
      customer: { externalId: String(callId) },
      assistantOverrides: {
        metadata: { callId },
        server: { url: `https://calls.brokerline.example/api/webhooks/vapi?call=${callId}` },
      },
    })
    // Vapi has no such properties: neither an idempotency key nor metadata of the call
    expect(Object.keys(body as object).toSorted()).toEqual([
      'assistant',
      'assistantOverrides',
      'customer',
      'name',
      'phoneNumberId',
    ])
  })

  // Covers: calls-vapi-19
  it('speaks as it is set in Settings, from the next call on', async () => {
    const [admin, lender] = [await staffClient(world.app, 'admin'), await staffClient(world.app, 'lender')]
    const change = (body: object, who = admin) => who.send('PATCH', '/api/voice-settings', body)
    const assistant = async () => {
      await dialWith(undefined)
      return JSON.parse(dials().at(-1)?.body.toString() ?? '').assistant
    }
    expect(await assistant()).toMatchObject({ voice: { voiceId: expect.stringMatching(/^en-AU-/) } })
    expect((await change({ voice: 'en-AU-TinaNeural' }, lender)).statusCode).toBe(403)
    const unknown = await change({ voice: 'Rohan', model: 'gpt-5.4' })
    expect([unknown.statusCode, unknown.json().fields]).toEqual([400, { voice: 'Choose one of the list' }])
    const saved = await change({ voice: 'en-AU-TinaNeural', ambience: 'office' })
    expect(saved.json(), saved.body).toMatchObject({ voice: 'en-AU-TinaNeural', model: 'gpt-5.4-mini' })
    expect(await assistant()).toMatchObject({
      voice: { provider: 'azure', voiceId: 'en-AU-TinaNeural' },
      model: { model: 'gpt-5.4-mini' },
      backgroundSound: 'office',
    })
    expect((await lender.get('/api/voice-settings')).json().ambience).toBe('office')
  })

  // Covers: calls-vapi-1
  it.each<Fault>([
    'broken',
    'broken_after',
    'cut',
    'reset',
  ])('that Vapi answers with "%s" is ambiguous, and never repeated', async (fault) => {
    const { callId, answer, asked } = await dialWith(fault)
    expect(answer.kind).toBe('ambiguous')
    expect(asked).toBe(1)
    world.vapi.setFault(undefined)
    const found = await world.voice.lookup({ callId, providerCallId: null })
    // done all the same it is found by our id
    expect(found.kind).toBe(fault === 'broken_after' || fault === 'cut' ? 'found' : 'absent')
  })

  // Covers: calls-vapi-1
  it('that comes too soon for Vapi is not taken, and nothing is asked until it may be', async () => {
    const { answer, asked } = await dialWith('busy')
    expect(answer).toMatchObject({ kind: 'not_taken' })
    expect(asked).toBe(1)
    expect(await world.voice.restsUntil()).not.toBeNull()
    const { answer: next, asked: more } = await dialWith(undefined)
    expect(next).toMatchObject({ kind: 'not_taken' })
    expect(more).toBe(0)
  })

  // Covers: calls-vapi-1
  it('over the number of calls at once is not taken and tried later', async () => {
    world.vapi.calls.setConcurrency(0)
    const { answer } = await dialWith(undefined)
    world.vapi.calls.setConcurrency(Number.POSITIVE_INFINITY)
    expect(answer).toMatchObject({ kind: 'not_taken' })
    expect(await world.voice.restsUntil()).not.toBeNull()
  })

  // Covers: calls-vapi-12
  it.each([
    [401, 'Invalid Key.', 'does not accept our key'],
    [402, 'Wallet Balance is -0.2.', 'credit'],
    [403, 'This organisation is suspended.', 'suspended'],
    [400, "Couldn't Find Phone Number ID.", 'number we call from'],
    [400, 'The number is unverified.', 'not verified'],
    [400, 'Not on a trial account.', 'trial account'],
    [400, 'International calls are not supported.', 'Import an Australian number'],
  ])('answered %i %j says in one sentence what to do', async (status, message, sentence) => {
    const to = number(1)
    world.vapi.calls.setLine(to, { ...person, refused: { status, message } })
    const { answer } = await dialWith(undefined, to)
    expect(answer).toMatchObject({
      kind: 'refused',
      outcome: 'provider_fault',
      message: expect.stringContaining(sentence),
    })
  })

  it('to a fictitious number reaches nobody', async () => {
    const { answer, asked } = await dialWith(undefined, '+61491570156')
    expect(answer).toMatchObject({ kind: 'refused', outcome: 'invalid_number' })
    expect(asked).toBe(0)
  })

  // Covers: calls-vapi-2
  it('has one and the same assistant for everybody of a version', async () => {
    await dialWith(undefined)
    await dialWith(undefined)
    const [one, two] = dials()
      .slice(-2)
      .map(({ body }) => (JSON.parse(body.toString()) as { assistant: object }).assistant)
    expect(one).toEqual(two)
  })
})

describe('what a person asks the voice for', () => {
  // Covers: calls-vapi-4
  it('is done within the turn, and said as it really came out', async () => {
    const link = await talk([tool('choose_option', { option: '1', confirmed: true })])
    expect(resultsOf(link.played.lines)).toEqual([expect.stringMatching(/link/)])
    const stop = await talk([tool('choose_option', { option: 4, by: 'key' })])
    expect(resultsOf(stop.played.lines)).toEqual(['Done: we will not call this number again.'])
    expect(await world.call(stop.callId)).toMatchObject({ response: 'option_4', outcome: 'human' })
    const suppressed = await world.db
      .selectFrom('suppressions')
      .select(['source', 'simulated'])
      .where('phone', '=', stop.to)
      .execute()
    expect(suppressed).toEqual([{ source: 'key', simulated: false }])
  })

  // Covers: calls-vapi-4
  it('holds the times that it offers, books the one that was named, says which, and invents none', async () => {
    await addBdm(world.app)
    const booked = await talk([tool('choose_option', { option: 2, confirmed: true })])
    const [times, result] = resultsOf(booked.played.lines).map(String)
    const [, spoken = '', slot = ''] = /^(.+?) \[([^\]]+)\]/.exec(times ?? '') ?? []
    expect(result).toMatch(new RegExp(`^Your meeting is booked for ${spoken}, Sydney time\\.`))
    expect((await world.events(booked.callId)).find(({ kind }) => kind === 'option')).toMatchObject({ slot })
    expect(await startsOf(booked.callId)).toEqual([slot])
    expect(await heldOf(world.app.ctx(), booked.callId)).toEqual([])
    const invented = await talk([tool('choose_option', { option: 2, slot: '2030-01-01T00:00:00Z' })])
    const option = (await world.events(invented.callId)).find(({ kind }) => kind === 'option')
    expect(option).not.toHaveProperty('slot')
  })

  // Covers: calls-vapi-4
  it('keeps two other times where none suited, lets go when they hang up, and hears a lost choice', async () => {
    await addBdm(world.app)
    const undecided = await talk([tool('free_meeting_times'), tool('free_meeting_times')])
    const [first = '', second = ''] = resultsOf(undecided.played.lines).map(String)
    const startsIn = (text: string) => [...text.matchAll(/\[([^\]]+)\]/g)].map(([, start = '']) => start)
    expect(startsIn(first)).toHaveLength(2)
    expect(startsIn(second)[0]).toSatisfy((start: string) => start > (startsIn(first)[1] ?? ''))
    expect(await heldOf(world.app.ctx(), undecided.callId)).toEqual([])
    // the tool call that names a time never arrives: the report at the end shows it
    world.vapi.setTrip(({ body }) => {
      const { type, toolWithToolCallList: tools } = JSON.parse(body).message
      return type === 'tool-calls' && tools[0].name === 'choose_option' ? 'lost' : 'once'
    })
    const lost = await talk([
      { ...tool('choose_option', { option: 2, confirmed: true }), says: 'Yes please.' },
    ])
    world.vapi.setTrip(undefined)
    const [times = ''] = resultsOf(lost.played.lines).map(String)
    expect(await startsOf(lost.callId)).toEqual(startsIn(times).slice(0, 1))
  })

  // Covers: calls-vapi-4
  it('has no meeting where the menu has none: none is offered, noted or booked', async () => {
    await addBdm(world.app)
    const to = number(1)
    const acts = [tool('free_meeting_times'), tool('choose_option', { option: 2, slot: 'Monday' })]
    world.vapi.calls.setLine(to, { ...person, acts })
    const menu = words.menu.filter(({ option }) => option !== 'option_2')
    const { callId, providerCallId } = await world.dial(to, { script: { menu } })
    await world.vapi.settled()
    const played = world.vapi.calls.calls.find(({ id }) => id === providerCallId)
    expect(played?.request.assistantOverrides?.variableValues?.menu).not.toMatch(/meeting/i)
    const [none, refused] = resultsOf(played?.lines ?? []).map(String)
    expect(none).toMatch(/^There is no time to be named/)
    expect(refused).toMatch(/menu of this call does not have that option/)
    expect((await world.events(callId)).filter(({ kind }) => kind === 'option')).toEqual([])
    expect(await startsOf(callId)).toEqual([])
  })

  // Covers: calls-vapi-4
  it('for a person is noted for a call back and answered with where we have the number from', async () => {
    const { callId, played } = await talk([tool('ask_for_person')])
    expect(resultsOf(played.lines)).toEqual(['You can reach us on (02) 5550 0100.'])
    expect(await world.events(callId)).toContainEqual(expect.objectContaining({ kind: 'operator' }))
  })

  // Covers: calls-vapi-6
  it('not to be recorded is obeyed: nothing is fetched, and Vapi deletes what it has', async () => {
    const { callId, providerCallId, played } = await talk([tool('stop_recording')])
    expect(played.deleted).toBe(true)
    expect(await world.call(callId)).toMatchObject({ outcome: 'human', recordingStatus: 'missing' })
    await expect(world.voice.recording({ callId, ref: providerCallId })).rejects.toThrow(
      'declined this recording',
    )
  })

  // Covers: calls-vapi-6
  it('not to be recorded is obeyed by Vapi in the end: its report comes again until it has deleted', async () => {
    let failures = 2
    world.vapi.setFault(({ method }) => (method === 'DELETE' && failures-- > 0 ? 'broken' : undefined))
    const { callId, played } = await talk([tool('stop_recording')])
    expect(failures).toBeLessThan(0)
    expect(played.deleted).toBe(true)
    expect(await world.call(callId)).toMatchObject({ outcome: 'human', recordingStatus: 'missing' })
  })

  // Covers: calls-vapi-4
  it('by a tool that is not ours, or without sense, is answered all the same', async () => {
    const { callId } = await world.dial(number(9))
    await world.vapi.settled()
    const { providerCallId } = await world.call(callId)
    const answer = await world.post(
      {
        type: 'tool-calls',
        call: { id: providerCallId },
        timestamp: Date.parse('2026-01-01T00:00:00Z'), // before its end
        toolCallList: [
          { id: 'a', name: 'fly_away', parameters: {} },
          { id: 'b', function: { name: 'choose_option', arguments: 'no json' } },
          { noId: true },
        ],
      },
      { call: callId },
    )
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({
      results: [
        { toolCallId: 'a', name: 'fly_away', result: expect.any(String) },
        { toolCallId: 'b', name: 'choose_option', result: expect.stringContaining('none of the four') },
      ],
    })
    expect((await world.call(callId)).response).toBeNull()
  })

  // Covers: calls-vapi-5, confirmed-4
  it('by saying stop is obeyed also where the voice does not', async () => {
    const { callId, to } = await talk([{ says: 'Please stop calling me.' }])
    expect(await world.call(callId)).toMatchObject({ response: 'option_4' })
    expect(
      await world.db.selectFrom('suppressions').select('evidence').where('phone', '=', to).execute(),
    ).toEqual([
      { evidence: expect.objectContaining({ text: 'Please stop calling me.', rule: expect.any(String) }) },
    ])
  })

  // Covers: calls-vapi-6
  it('in a voicemail’s place leaves nothing: no message, no transcript, no recording, here or there', async () => {
    const to = number(7)
    const { callId, providerCallId } = await world.dial(to)
    await world.vapi.settled()
    expect(await world.call(callId)).toMatchObject({
      outcome: 'voicemail',
      transcript: [],
      recordingStatus: 'failed',
    })
    expect(world.vapi.calls.calls.find(({ id }) => id === providerCallId)?.deleted).toBe(true)
  })
})

describe('messages of Vapi', () => {
  // Covers: calls-vapi-9
  it('that come twice, or in any order, do everything once and end the same', async () => {
    world.vapi.setTrip(() => (tens++ % 2 === 0 ? 'twice' : 'late'))
    const { callId } = await talk([tool('choose_option', { option: 4 })])
    expect(await world.call(callId)).toMatchObject({
      status: 'completed',
      outcome: 'human',
      response: 'option_4',
    })
    const events = await world.events(callId)
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length)
    expect(events.filter(({ kind }) => kind === 'option')).toHaveLength(1)
  })

  // Covers: calls-vapi-9
  it('that are lost are made up for by asking, the choice too', async () => {
    world.vapi.setTrip(() => 'lost')
    const { callId } = await talk([
      {
        ...tool('choose_option', { option: 3, confirmed: true }),
        says: 'Yes, start my accreditation please.',
      },
    ])
    expect(await world.events(callId)).toEqual([])
    const found = await world.voice.lookup({ callId, providerCallId: null })
    if (found.kind !== 'found') throw new Error(found.kind)
    expect(found.from).toBe(VAPI_NUMBER.number)
    expect(found.events.map(({ kind }) => kind).toSorted()).toEqual(
      ['answered', 'cost', 'ended', 'option', 'recording', 'transcript'].toSorted(),
    )
  })

  // Covers: calls-vapi-9
  it('name a call whose answer was lost', async () => {
    const { callId, answer } = await dialWith('broken_after', number(9))
    expect(answer.kind).toBe('ambiguous')
    await world.vapi.settled()
    expect(await world.call(callId)).toMatchObject({ outcome: 'human', providerCallId: expect.any(String) })
  })

  // Covers: calls-vapi-10
  it('bring transcript, summary and cost with them', async () => {
    const { callId } = await talk([{ says: 'No thank you.' }])
    expect(await world.call(callId)).toMatchObject({
      summary: 'The agent spoke about the offer.',
      cost: '0.1234',
      costCurrency: 'USD',
      recordingRef: expect.any(String),
      transcript: expect.arrayContaining([
        expect.objectContaining({ speaker: 'caller', text: 'No thank you.' }),
      ]),
    })
  })

  // Covers: calls-vapi-9
  it('that name our call by Vapi’s name of it alone are heard', async () => {
    world.vapi.setTrip(() => 'lost')
    const { callId, providerCallId } = await talk([])
    const startedAt = new Date().toISOString()
    const call = { id: providerCallId, startedAt, endedAt: startedAt }
    await world.post({ type: 'end-of-call-report', endedReason: 'customer-ended-call', call })
    expect(await world.call(callId)).toMatchObject({ outcome: 'human' })
  })

  // Covers: calls-vapi-9
  it('of a call that is not ours, or another’s, are well received and change nothing', async () => {
    const { callId, providerCallId } = await world.dial(number(0))
    await world.vapi.settled()
    const before = await world.events(callId)
    const report = {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      startedAt: new Date().toISOString(),
    }
    for (const [call, options] of [
      [{ id: randomUUID() }, {}],
      [{ id: randomUUID() }, { call: callId }],
      [{ id: randomUUID(), customer: { externalId: String(callId) } }, {}],
      [{ id: providerCallId }, { call: 999_999_999 }],
    ] as const)
      expect((await world.post({ ...report, call }, options)).status).toBe(200)
    expect((await world.post({ type: 'hang' })).status).toBe(200)
    expect(await world.events(callId)).toEqual(before)
  })

  // Covers: calls-vapi-8
  it('that nobody signed are refused and counted, and nothing else of them is kept', async () => {
    const { callId, providerCallId } = await world.dial(number(0))
    await world.vapi.settled()
    const before = await world.events(callId)
    const message = {
      type: 'tool-calls',
      call: { id: providerCallId },
      toolCallList: [tool('choose_option')],
    }
    const secret = { 'x-vapi-secret': `${VAPI_SECRET}x` }
    const forged: Record<string, string>[] = [{}, secret, { authorization: 'Bearer x' }]
    for (const headers of forged)
      expect((await world.post(message, { call: callId, headers })).status).toBe(403)
    const counted = await world.db.selectFrom('refusedCallbacks').select(['vendor', 'times']).execute()
    expect(counted).toEqual([{ vendor: 'vapi', times: 3 }])
    expect(await world.events(callId)).toEqual(before)
  })
})

describe('a call', () => {
  // Covers: calls-vapi-9
  it('is asked for by another installation of the same account under the same number: it is not ours', async () => {
    const { callId, answer } = await dialWith(undefined)
    const played = world.vapi.calls.calls.at(-1)
    if (answer.kind !== 'accepted' || !played?.request.assistantOverrides) throw new Error('it was dialled')
    played.request.assistantOverrides.metadata = { callId, key: 'of-another' }
    expect(await world.voice.lookup({ callId, providerCallId: null })).toEqual({ kind: 'absent' })
  })

  it('cannot be said to be absent while Vapi does not answer', async () => {
    const { callId } = await dialWith(undefined)
    for (const fault of ['broken', 'reset', 'busy'] as const) {
      await world.db.deleteFrom('vendorStates').execute()
      world.vapi.setFault(() => fault)
      expect((await world.voice.lookup({ callId, providerCallId: null })).kind).toBe('unavailable')
    }
  })

  // Covers: calls-vapi-11
  it('is ended at Vapi’s control address, also while Vapi rests, and never by deleting it', async () => {
    const to = number(5)
    world.vapi.calls.holdLines()
    const call = await world.dial(to)
    await world.db
      .updateTable('vendorStates')
      .set({ failures: 5, restsUntil: new Date(Date.now() + 60_000) })
      .execute()
    expect(await world.voice.restsUntil()).not.toBeNull()
    await world.voice.end(call)
    world.vapi.calls.letAll()
    await world.vapi.settled()
    expect(await world.call(call.callId)).toMatchObject({ outcome: 'cancelled' })
    const orders = world.vapi.seen.filter(({ path }) => path.includes(call.providerCallId))
    expect(orders.map(({ method }) => method)).not.toContain('DELETE')
    expect(JSON.parse(orders.at(-1)?.body.toString() ?? '')).toEqual({ type: 'end-call' })
  })

  // Covers: calls-vapi-10
  it('has its recording from Vapi alone: our key goes to no other server', async () => {
    const { callId, providerCallId } = await talk([])
    const recording = await world.voice.recording({ callId, ref: providerCallId })
    expect(recording.bytes).toBeGreaterThan(1000)
    const [asked, file] = world.vapi.seen.slice(-2)
    expect(asked?.headers.authorization).toBe(`Bearer ${VAPI_KEY}`)
    expect(file?.path).toMatch(/^\/recordings\//)
    expect(file?.headers).not.toHaveProperty('authorization')
  })
})

describe('somebody who calls our number', () => {
  // Covers: calls-vapi-13
  it('hears who called and why, opts out or is called back, and is not recorded', async () => {
    const connected = await world.app.providers.vendors.vapi?.numbers.connect(VAPI_NUMBER.id)
    expect(connected).toMatchObject({ connected: true, inUse: true })
    const from = number(1)
    const tools = ['ask_for_call_back', 'opt_out', 'opt_out']
    const heard = await world.vapi.numbers.callIn(VAPI_NUMBER.id, { from, tools })
    expect(world.vapi.state.problems).toEqual([])
    expect(heard.greeting).toMatch(/call/i)
    expect(heard.assistant?.artifactPlan).toMatchObject({ recordingEnabled: false })
    expect(heard.answers).toHaveLength(3)
    expect(heard.answers[1]).toBe(heard.answers[2])
    const suppressed = await world.db
      .selectFrom('suppressions')
      .select('id')
      .where('phone', '=', from)
      .execute()
    expect(suppressed).toHaveLength(1)
  })

  // Covers: calls-vapi-13
  it('with a withheld number is answered too', async () => {
    const heard = await world.vapi.numbers.callIn(VAPI_NUMBER.id, { from: null, tools: [] })
    expect(heard.greeting).toMatch(/call/i)
  })
})
