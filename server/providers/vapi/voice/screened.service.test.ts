import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFictitious } from '#server/modules/brokers/fictitious-numbers.rules.ts'
import type { Line } from '#test/doubles/vapi/lines.ts'
import { createVapiWorld, type VapiWorld } from '#test/worlds/vapi-world.ts'
import { eventsOfCall } from './events.ts'

const clock = { now: new Date('2026-11-24T01:00:00Z'), zone: 'Australia/Sydney' }
let world: VapiWorld
let tens = 60
beforeAll(async () => {
  world = await createVapiWorld({ double: { speed: 2000 } })
})
afterAll(() => world?.close())

const number = (): string => {
  const next = `+61491570${tens++}1`
  return isFictitious(next) ? number() : next
}

async function talk(acts: Line['acts'], ends: Line['ends'] = 'assistant-ended-call') {
  const to = number()
  world.vapi.calls.setLine(to, { rings: 'answered', hears: 'person', acts, ends })
  const { callId, providerCallId } = await world.dial(to)
  await world.vapi.settled()
  expect(world.vapi.state.problems).toEqual([])
  const played = world.vapi.calls.calls.find(({ id }) => id === providerCallId)
  const results = played?.lines.flatMap(({ result }) => (typeof result === 'string' ? [result] : [])) ?? []
  const events = await world.events(callId)
  const wishes = events.filter(({ kind }) => kind === 'option' || kind === 'operator')
  return { call: await world.call(callId), results, wishes, played }
}

const APPLE = 'Hi, if you record your name and reason for calling, I will see if this person is available.'
const report = (who: string, says = 'Hello?') => ({
  says,
  tool: { name: 'report_answerer', arguments: { who, words: says } },
})
const wish = (option: number, says = 'Yes please.') => ({
  says,
  tool: { name: 'choose_option', arguments: { option, by: 'voice', confirmed: true } },
})

// Covers: who-answered-3
it('no words of a reported screener are a wish, and nothing of the call is kept', async () => {
  const { call, wishes, played } = await talk([
    report('screener', APPLE),
    wish(1, 'Is this about sending a link?'),
    { says: 'please leave a message', tool: { name: 'ask_for_person', arguments: {} } },
  ])
  expect(wishes).toEqual([])
  expect(call).toMatchObject({ status: 'no_answer', outcome: 'screened', response: null, transcript: [] })
  expect(played?.deleted).toBe(true)
})

// Covers: who-answered-3
it('a reported screener gets one sentence and is waited on; a person who joins the line has wishes', async () => {
  const { call, results } = await talk([
    report('screener', APPLE),
    wish(3, 'Is this about an accreditation?'),
    report('person', 'Hello, this is Priya.'),
    { ...wish(1, 'Yes, text me the link please.'), consents: true },
  ])
  expect(results[0]).toMatch(
    /^Say exactly this and nothing else: .* Then say nothing and wait up to 40 seconds/,
  )
  expect(results[1]).toMatch(/^Nothing was recorded/)
  expect(results[2]).toMatch(/^Repeat your first sentences word for word/)
  expect(call).toMatchObject({ status: 'completed', outcome: 'human', response: 'option_1' })
})

// Covers: who-answered-3
it.each([
  ['a screener that the model does not report', [{ says: APPLE }], 'customer-ended-call', 'screened'],
  ['a screener that Vapi takes for a voicemail', [{ says: APPLE }], 'voicemail', 'screened'],
  [
    'a mailbox that Vapi does not recognise',
    [{ says: 'You have reached the voicemail of Priya. Leave a message after the tone.' }],
    'assistant-ended-call',
    'voicemail',
  ],
  ['silence until Vapi ends the call', [], 'silence-timed-out', 'silent'],
  ['a person who says their name', [{ says: 'Priya speaking' }], 'customer-ended-call', 'human'],
] as const)('the report shows the answerer: %s', async (_, acts, ends, outcome) => {
  const { call, wishes } = await talk(acts, ends)
  expect([call.outcome, wishes]).toEqual([outcome, []])
})

// Covers: who-answered-3
it('an opt-out that a screener passes on counts, without a conversation', async () => {
  const { call, wishes } = await talk([
    { says: APPLE },
    { says: 'The person you are calling asks not to be contacted again.' },
  ])
  expect(call).toMatchObject({ outcome: 'screened', response: 'option_4' })
  expect(wishes.every((event) => 'relayed' in event && event.relayed === true)).toBe(true)
})

// Covers: who-answered-3
it('Vapi’s analysis decides only where the words are unclassified', () => {
  const of = (message: string, answeredBy: string) =>
    eventsOfCall(
      {
        ...{ id: 'v1', endedReason: 'customer-ended-call', startedAt: '2026-11-24T01:00:00Z' },
        ...{ endedAt: '2026-11-24T01:00:20Z', analysis: { structuredData: { answeredBy } } },
        artifact: { recording: undefined, messages: [{ role: 'user', message, secondsFromStart: 3 }] },
      },
      { declined: false, offered: [], menu: null, clock, calledName: 'Priya', answerer: null },
    ).find((event) => event.kind === 'ended')
  expect(of('the table wobbled again', 'screener')).toMatchObject({ outcome: 'screened' })
  expect(of('Hello, Priya speaking', 'machine')).toMatchObject({ outcome: 'human' })
})
