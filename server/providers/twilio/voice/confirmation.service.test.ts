import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallDetails } from '#contract/calls/calls.ts'
import { type Act, personWho } from '#test/doubles/twilio/calls-lines.ts'
import { addBdm, addBroker } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { createTwilioCalls, type TwilioCalls } from '#test/worlds/twilio-calls.ts'

let world: TwilioCalls
let compliance: Client
beforeAll(async () => {
  world = await createTwilioCalls()
  await addBdm(world.app)
  compliance = await staffClient(world.app, 'compliance')
})
afterAll(() => world?.close())

const says = (...texts: string[]): Act[] => texts.map((text) => ({ says: text }))

/** A call to a person who listens to the greeting, and its result. */
async function resultOf(acts: readonly Act[]) {
  const to = world.number(1)
  world.twilio.calls.setLine(to, personWho('silence', ...acts))
  const brokerId = await addBroker(world.app, { phone: to })
  const callId = await world.callTo(to)
  await world.db.updateTable('calls').set({ brokerId }).where('id', '=', callId).execute()
  await world.voice.dial(world.request(callId, to))
  await world.twilio.settled()
  const { db } = world
  const call: CallDetails = (await compliance.get(`/api/calls/${callId}`)).json()
  const messages = await db.selectFrom('messages').select('occasion').where('callId', '=', callId).execute()
  const [suppression] = (await compliance.get(`/api/suppressions?q=${encodeURIComponent(to)}`)).json()
  const booked = await db.selectFrom('bookings').select('saidStart').where('callId', '=', callId).execute()
  const tasks = await db.selectFrom('tasks').select(['kind', 'details']).where('phone', '=', to).execute()
  const planned = await db
    .selectFrom('requestedCalls')
    .select(['state', 'words'])
    .where('askedInCallId', '=', callId)
    .execute()
  const played = world.twilio.calls.calls.find((each) => each.to === to)
  return { call, messages, suppression, bookings: booked.length, tasks, planned, said: played?.said ?? [] }
}

const offers = (said: readonly string[]): number =>
  said.filter((text) => text.includes('I can offer you')).length

describe('a time in speech', () => {
  // Covers: confirmed-1
  it.each([
    ['No, neither suits me', "No, I don't want a meeting"],
    ['do you have any other times?'],
    ['hang on a second'],
    ['I am busy in the morning'],
    ['three pm'],
    ['ten thirty'],
    ['the second one', 'no'],
    ['the first one', 'no wait'],
    ['the first one', 'banana', 'banana'],
  ])('is not booked where the person says %j %j', async (...texts) => {
    const { call, bookings, suppression } = await resultOf(says('a meeting please', ...texts))
    expect({ bookings, suppression }).toEqual({ bookings: 0, suppression: undefined })
    expect(call.transcript.filter(({ speaker }) => speaker === 'caller').map(({ text }) => text)).toEqual([
      'a meeting please',
      ...texts,
    ])
  })

  // Covers: confirmed-1
  it.each([
    'three pm',
    'ten thirty',
    'No, neither suits me',
  ])('other than the offered ones (%j) gets other times', async (text) => {
    expect(offers((await resultOf([...says('a meeting please', text), 'hangs_up'])).said)).toBe(2)
  })

  // Covers: confirmed-1, confirmed-3
  it.each([
    [['the second one'], 'yes please'],
    [['the first one', 'no, the second one'], 'Yes.'],
    [['banana', 'the first one'], 'yeah, that is fine'],
  ])('is booked after %j and the yes to its read-back, once', async (texts, yes) => {
    const { call, bookings, said } = await resultOf(says('a meeting please', ...texts, yes))
    expect(bookings).toBe(1)
    expect(call.response).toBe('option_2')
    const question = call.transcript.findLast(({ text }) => text.endsWith('Shall I book it?'))
    expect(question).toMatchObject({ speaker: 'agent', confirmation: 'confirmed' })
    expect(said.join(' ')).toContain('Your meeting is booked for')
    expect(call.transcript.find(({ text }) => text === texts.at(-1))?.understood).toMatchObject({
      meaning: 'names a time',
      evidence: [{ rule: expect.any(String), words: expect.any(String) }],
    })
  })
})

describe('a read-back without an answer', () => {
  // Covers: confirmed-2
  it.each<[string, Act[], string, string]>([
    ['text me the link', ['hangs_up'], 'call_back', 'Asked for the link to the offer'],
    ['start my accreditation', ['silence', 'silence'], 'call_back', 'Asked to start the accreditation'],
  ])('of %j sends nothing and is a task', async (wish, after, kind, details) => {
    const { call, messages, tasks } = await resultOf([...says(wish), ...after])
    expect({ messages, response: call.response }).toEqual({ messages: [], response: null })
    expect(tasks).toEqual([{ kind, details: expect.stringContaining(details) }])
    expect(call.transcript.at(-1)).toMatchObject({ speaker: 'agent', confirmation: 'unanswered' })
  })

  // Covers: confirmed-2
  it('of a time books nothing, sends the booking link and is a task', async () => {
    const { bookings, messages, tasks } = await resultOf([...says('a meeting', 'the first one'), 'hangs_up'])
    expect(bookings).toBe(0)
    expect(messages).toMatchObject([{ occasion: expect.stringMatching(/:option_2$/) }])
    expect(tasks).toMatchObject([{ kind: 'meeting_wanted' }])
  })
})

describe('a wished call', () => {
  // Covers: confirmed-1
  it('is planned after a yes to the time that was read back, and stops nothing', async () => {
    const result = await resultOf(says('Not now, call me tomorrow', 'Yes please'))
    expect(result).toMatchObject({
      planned: [{ state: 'planned', words: 'tomorrow' }],
      suppression: undefined,
    })
    const [wish, question, yes] = result.call.transcript
    expect(wish).toMatchObject({ understood: { meaning: 'wants to be called later', value: 'tomorrow' } })
    expect(question).toMatchObject({
      ...{ speaker: 'agent', text: expect.stringContaining('Shall I call you then?') },
      confirmation: 'confirmed',
    })
    expect(yes?.text).toBe('Yes please')
    expect(result.said.join(' ')).toContain('we will call you on')
  })

  // Covers: confirmed-2
  it('without an answer to its read-back is not planned, and is a task', async () => {
    const { planned, tasks } = await resultOf([...says('call me back tomorrow'), 'hangs_up'])
    expect(planned).toEqual([])
    expect(tasks).toEqual([
      { kind: 'call_back', details: expect.stringContaining('Asked to be called later') },
    ])
  })
})

describe('an opt-out in speech', () => {
  // Covers: confirmed-4
  it.each([
    'lose my number',
    'no more phone calls please',
    'quit calling me',
  ])('acts immediately for %j, with its evidence', async (text) => {
    const { call, suppression } = await resultOf(says(text))
    expect(call.response).toBe('option_4')
    expect(suppression).toMatchObject({
      source: 'voice',
      removable: true,
      evidence: { text, rule: expect.any(String), second: expect.any(Number) },
    })
  })

  // Covers: calls-vapi-18
  it('that is unclear holds the number where the person hangs up, and nothing where they say no', async () => {
    const left = await resultOf([...says('you lot should really stop'), 'hangs_up'])
    expect(left.suppression).toMatchObject({
      source: 'unclear',
      evidence: { text: 'you lot should really stop' },
    })
    expect(left.tasks).toMatchObject([{ kind: 'opt_out_unclear' }])
    const denied = await resultOf([...says('you lot should really stop', 'No'), 'hangs_up'])
    expect(denied).toMatchObject({ suppression: undefined, tasks: [] })
    const doubtful = await resultOf([...says('you lot should really stop', 'No, that is fine'), 'hangs_up'])
    expect(doubtful.suppression).toMatchObject({ source: 'unclear' })
    const affirmed = await resultOf(says('you lot should really stop', 'yes'))
    expect(affirmed.suppression).toMatchObject({ source: 'voice' })
  })
})
