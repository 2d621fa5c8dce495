import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Act, anyPerson, type Line } from '#test/doubles/twilio/calls-lines.ts'
import { until } from '#test/test-app.ts'
import { words } from '#test/worlds/call-words.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { createTwilioCalls, type TwilioCalls } from '#test/worlds/twilio-calls.ts'

const introduction =
  'This is Alex, an AI assistant of Harbour Lending, calling for Priya with an offer for mortgage brokers: a home loan.'
const script = { introduction, transferTo: '+61255500199' }

let world: TwilioCalls
let admin: Client
let clock = Date.parse('2026-11-24T02:00:00Z')
beforeAll(async () => {
  world = await createTwilioCalls({ now: () => new Date(clock) })
  admin = await staffClient(world.app, 'admin')
})
afterAll(() => world?.close())

/** A line that acts in this order, one act in ten seconds, then stays silent. */
function lineWho(detected: Line['detected'], ...acts: Act[]): Line {
  return {
    ...anyPerson,
    detected,
    does({ count }) {
      clock += 10_000
      return acts[count - 1] ?? 'silence'
    },
  }
}

async function callTo(line: Line) {
  const to = world.number(1)
  world.twilio.calls.setLine(to, line)
  const { callId } = await world.dial(to, script)
  await world.twilio.settled()
  const played = world.twilio.calls.calls.find((call) => call.to === to)
  if (!played) throw new Error('nothing was dialled')
  expect(played.problems).toEqual([])
  const events = await world.events(callId)
  const wishes = events.filter(({ kind }) =>
    ['option', 'operator', 'recording_declined', 'callback'].includes(kind),
  )
  return { callId, played, events, wishes, call: await world.call(callId) }
}

const APPLE = 'Hi, if you record your name and reason for calling, I will see if this person is available.'
const GOOGLE =
  "Hi, I'm Call Assist by Google. I'm recording this call. Can I ask what it's about before I connect you?"
const SAMSUNG =
  "Hello, you've reached a Bixby text call. I'll turn what you say into text for the person you're calling."
const machine = { as: 'machine_start', afterSeconds: 4 }

// Covers: who-answered-1
describe('a call screener', () => {
  it.each([
    APPLE,
    GOOGLE,
    SAMSUNG,
  ])('gets one sentence, and the person behind it the greeting: %s', async (says) => {
    const { call, played, events } = await callTo(
      lineWho(
        null,
        { says },
        { says: 'Thanks, please stay on the line.' },
        { says: 'Hello, this is Priya.' },
        'silence',
        {
          key: '1',
        },
      ),
    )
    expect(played.said.slice(0, 3)).toEqual([words.greeting, introduction, words.greeting])
    expect(call).toMatchObject({ status: 'completed', outcome: 'human', response: 'option_1' })
    expect(call.recordingStatus).toBe('completed')
    expect(events.filter(({ kind }) => kind === 'answered_by')).toMatchObject([
      { who: 'screener', text: says },
      { who: 'screener' },
      { who: 'person' },
    ])
  })

  it.each([
    null,
    machine,
    { as: 'human', afterSeconds: 2 },
  ])('is waited on for 40 seconds, then ended as screened, for any result of the detector: %j', async (detected) => {
    const { call, played, wishes } = await callTo(
      lineWho(detected, { says: APPLE }, { says: 'Thanks, please stay on the line.' }),
    )
    expect(call).toMatchObject({ status: 'no_answer', outcome: 'screened', response: null })
    expect(played.said.filter((text) => text === introduction).length).toBeGreaterThan(0)
    expect([wishes, played.phones]).toEqual([[], []])
    expect(call.recordingStatus).toBe('missing')
    expect(played.recordings.every(({ deleted }) => deleted)).toBe(true)
    // the question, then waits of ten seconds
    expect(played.asked).toBeLessThan(12)
  })

  it('is not put through to staff, and its words are no wishes', async () => {
    const { wishes, played, call } = await callTo(
      lineWho(
        null,
        { says: 'Before I put you through to a person, say your name and why you are calling.' },
        { says: 'Is this about a meeting? Please text me the details.' },
        { says: 'Marketing calls are not accepted by this service.' },
      ),
    )
    expect([wishes, played.phones]).toEqual([[], []])
    expect(call.outcome).toBe('screened')
  })

  it('passes on the opt-out of its owner', async () => {
    const { call, wishes } = await callTo(
      lineWho(null, { says: APPLE }, { says: 'The person you are calling asks not to be contacted again.' }),
    )
    expect(wishes).toMatchObject([{ kind: 'option', option: 'option_4', relayed: true }])
    expect(call).toMatchObject({ status: 'no_answer', outcome: 'screened', response: 'option_4' })
  })
})

describe('the detector', () => {
  // Covers: calls-twilio-13
  it('that takes a person’s long greeting for a machine ends no call: they hear the greeting again', async () => {
    let isDetected = false
    const to = world.number(1)
    world.twilio.calls.setLine(to, {
      ...anyPerson,
      detected: { as: 'machine_start', afterSeconds: 2 },
      does: ({ text }) => {
        // once our greeting is cut off
        if (text === '') isDetected = true
        return isDetected ? { says: 'Hello? Is anybody there?' } : 'silence'
      },
    })
    const { callId } = await world.dial(to, script)
    await world.twilio.settled()
    expect(await world.call(callId)).toMatchObject({ status: 'completed', outcome: 'human' })
    const played = world.twilio.calls.calls.find((call) => call.to === to)
    expect(played?.said.filter((text) => text === words.greeting).length).toBeGreaterThan(1)
  })
})

// Covers: who-answered-5
it('a carrier’s challenge is waited on, ends as screened, and becomes a task about our number', async () => {
  const { call, wishes, callId } = await callTo(
    lineWho(null, { says: 'To connect your call enter the two digits you hear: four seven.' }),
  )
  expect(call).toMatchObject({ status: 'no_answer', outcome: 'screened', response: null })
  expect(wishes).toEqual([])
  await until('the task is open', async () => {
    const tasks = await (await admin.get('/api/tasks?kind=number_challenged')).json()
    return tasks.length === 1 && tasks[0].subject.id === callId
  })
})

it('a colleague hears who calls, is waited on, and the person called hears the greeting', async () => {
  const { call, played } = await callTo(
    lineWho(
      null,
      { says: "She's with a client, can I get her to ring you?" },
      { says: 'Let me see if she is free.' },
      {
        says: 'Priya speaking.',
      },
    ),
  )
  expect(played.said.slice(0, 3)).toEqual([words.greeting, introduction, words.greeting])
  expect(call).toMatchObject({ outcome: 'human' })
})
