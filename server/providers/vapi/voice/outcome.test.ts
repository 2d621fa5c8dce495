import { describe, expect, it } from 'vitest'
import { readMessage, toolCallsIn } from '../message.ts'
import { awaitsReason, eventsOfCall } from './events.ts'
import { outcomeOf } from './outcome.ts'
import { asksToStop } from './stop-words.ts'
import { optionIn } from './tool-arguments.ts'

const clock = { now: new Date('2026-11-23T01:00:00Z'), zone: 'Australia/Sydney' }
const facts = { declined: false, offered: [], menu: null, clock, calledName: null, answerer: null }

describe('a call that Vapi ended', () => {
  // Covers: calls-vapi-7
  it.each([
    ['customer-ended-call', 'human'],
    ['customer-ended-call-before-warm-transfer', 'human'],
    ['assistant-ended-call', 'human'],
    ['assistant-said-end-call-phrase', 'human'],
    ['assistant-forwarded-call', 'human'],
    ['exceeded-max-duration', 'human'],
    ['silence-timed-out', 'human'],
    ['call.in-progress.twilio-completed-call', 'human'],
    ['manually-canceled', 'human'],
    ['some-reason-of-next-year', 'human'],
    ['voicemail', 'voicemail'],
    ['pipeline-error-openai-llm-failed', 'unknown'],
    ['call.in-progress.error-vapifault-worker-died', 'unknown'],
    ['worker-shutdown', 'unknown'],
  ])('after the answer for %s ended as %s', (endedReason, outcome) => {
    expect(
      outcomeOf({ endedReason, started: true, hasSpeech: true, chose: false, answerer: null }).outcome,
    ).toBe(outcome)
  })

  // Covers: calls-vapi-16
  it.each([
    ['customer-ended-call', 'human'],
    ['silence-timed-out', 'silent'],
    ['assistant-ended-call', 'silent'],
    ['manually-canceled', 'cancelled'],
    ['some-reason-of-next-year', 'unknown'],
    ['worker-shutdown', 'unknown'],
  ])('set up, but with nobody heard, for %s ended as %s', (endedReason, outcome) => {
    const end = outcomeOf({ endedReason, started: true, hasSpeech: false, chose: false, answerer: null })
    expect(end.outcome).toBe(outcome)
  })

  // Covers: calls-vapi-7
  it.each([
    ['customer-did-not-answer', 'no_answer'],
    ['customer-busy', 'busy'],
    ['voicemail', 'voicemail'],
    ['manually-canceled', 'cancelled'],
    ['twilio-reported-customer-misdialed', 'invalid_number'],
    ['twilio-failed-to-connect-call', 'provider_fault'],
    ['assistant-not-found', 'provider_fault'],
    ['call.start.error-get-phone-number', 'provider_fault'],
    ['call.start.error-vapi-number-international', 'provider_fault'],
    ['call.ringing.error-sip-inbound-call-failed-to-connect', 'provider_fault'],
    ['some-reason-of-next-year', 'unknown'],
    ['', 'unknown'],
  ])('before any answer for %s ended as %s', (endedReason, outcome) => {
    const end = outcomeOf({ endedReason, started: false, hasSpeech: false, chose: false, answerer: null })
    expect(end.outcome).toBe(outcome)
    // a fault has a message with its cause
    expect(end.message !== null).toBe(['provider_fault', 'invalid_number', 'unknown'].includes(outcome))
  })

  // Covers: calls-vapi-7
  it('in a fault after somebody chose was a conversation', () => {
    const endedReason = 'pipeline-error-openai-llm-failed'
    expect(
      outcomeOf({ endedReason, started: true, hasSpeech: true, chose: true, answerer: null }).outcome,
    ).toBe('human')
  })

  it('with a reason that is no word names it to nobody', () => {
    const { message } = outcomeOf({
      endedReason: '<script>',
      started: false,
      hasSpeech: false,
      chose: false,
      answerer: null,
    })
    expect(message).not.toContain('script')
  })
})

describe('what is known of a call that ended', () => {
  const call = {
    id: 'v1',
    endedReason: 'customer-ended-call',
    startedAt: '2026-11-24T01:00:00Z',
    endedAt: '2026-11-24T01:00:42Z',
    cost: 0.05,
    artifact: {
      recording: undefined,
      presignedMonoUrl: 'https://storage.vapi.ai/x.mp3?secret',
      messages: [
        { role: 'system', message: 'Rules' },
        { role: 'bot', message: ' Hello. ', secondsFromStart: 0.44 },
        { role: 'user', message: 'Yes?', secondsFromStart: 3 },
      ],
    },
    analysis: { summary: 'Spoke.' },
  }
  const kinds = (events: readonly { kind: string }[]) => events.map(({ kind }) => kind)

  // Covers: calls-vapi-16
  it('holds a wish to stop that stands in its transcript alone', () => {
    const said = (message: string, role = 'user') => ({
      ...call,
      artifact: { ...call.artifact, messages: [{ role, message, secondsFromStart: 3 }] },
    })
    const optionsOf = (of: typeof call) => eventsOfCall(of, facts).filter(({ kind }) => kind === 'option')
    expect(optionsOf(said('Please stop calling me.'))).toMatchObject([
      { key: 'vapi:v1:said-stop', option: 'option_4', source: 'voice' },
    ])
    expect(optionsOf(said('Say stop at any time.', 'bot'))).toEqual([])
    expect(optionsOf(said('I can stop by tomorrow.'))).toEqual([])
  })

  // Covers: calls-vapi-18
  it('holds the words that may be an opt-out, at their time', () => {
    const lines = [
      { role: 'user', message: 'Go away', secondsFromStart: 3 },
      { role: 'bot', message: 'Do you want no more calls?', secondsFromStart: 6 },
    ]
    const of = { ...call, artifact: { ...call.artifact, messages: lines } }
    const events = eventsOfCall(of, facts)
    expect(events.filter(({ kind }) => kind === 'option' || kind === 'opt_out_unclear')).toEqual([
      {
        ...{ key: 'vapi:v1:said-unclear', kind: 'opt_out_unclear', text: 'Go away' },
        at: new Date('2026-11-24T01:00:03Z'),
      },
    ])
  })

  it('is told with transcript, summary, cost in dollars and how long it lasted, and no address of its recording', () => {
    const events = eventsOfCall(call, facts)
    expect(kinds(events)).toEqual(['answered', 'transcript', 'recording', 'ended', 'cost'])
    expect(events).toContainEqual(
      expect.objectContaining({
        lines: [
          { at: 0.4, speaker: 'agent', text: 'Hello.' },
          { at: 3, speaker: 'caller', text: 'Yes?' },
        ],
        summary: 'Spoke.',
      }),
    )
    expect(events).toContainEqual(expect.objectContaining({ kind: 'ended', durationSeconds: 42 }))
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'cost', amount: '0.0500', currency: 'USD' }),
    )
    expect(JSON.stringify(events)).not.toContain('storage')
  })

  // Covers: calls-vapi-9
  it('is no repeat of an earlier answer that knew less', () => {
    const endOf = (of: object) => eventsOfCall({ ...call, ...of }, facts).find(({ kind }) => kind === 'ended')
    const early = endOf({
      endedReason: undefined,
      status: 'ended',
      startedAt: undefined,
      artifact: undefined,
    })
    const late = endOf({})
    expect([early, late]).toMatchObject([{ outcome: 'unknown' }, { outcome: 'human' }])
    expect(early?.key).not.toBe(late?.key)
    expect(endOf({ status: 'ended' })?.key).toBe(late?.key)
  })

  // Covers: calls-vapi-9
  it('waits for the reason of the end, though not for ever', () => {
    const ended = { ...call, status: 'ended', endedReason: undefined }
    const later = (seconds: number) => new Date(Date.parse(call.endedAt) + seconds * 1000)
    expect(awaitsReason(ended, later(2))).toBe(true)
    expect(awaitsReason({ ...ended, endedAt: undefined }, later(2))).toBe(true)
    expect(awaitsReason(ended, later(600))).toBe(false)
    expect(awaitsReason({ ...ended, endedReason: call.endedReason }, later(2))).toBe(false)
    expect(awaitsReason({ ...ended, status: 'in-progress' }, later(2))).toBe(false)
  })

  it('has no recording where the person did not want one, and nothing of what a machine said', () => {
    expect(kinds(eventsOfCall(call, { ...facts, declined: true }))).not.toContain('recording')
    const machine = eventsOfCall({ ...call, endedReason: 'voicemail' }, facts)
    expect(kinds(machine)).toEqual(['ended', 'cost', 'recording'])
    expect(machine.at(-1)).toMatchObject({ status: 'failed', ref: null })
  })

  it('holds a choice whose tool call we never answered, and not one that we did', () => {
    const choice = (id: string, option: string) => ({
      role: 'tool_calls',
      toolCalls: [{ id, function: { name: 'choose_option', arguments: JSON.stringify({ option }) } }],
    })
    const answered = { role: 'tool_call_result', toolCallId: 'a', result: 'Done.' }
    const messages = [choice('a', '1'), answered, choice('b', '4')]
    const events = eventsOfCall({ ...call, artifact: { ...call.artifact, messages } }, facts)
    expect(events.filter(({ kind }) => kind === 'option')).toMatchObject([{ option: 'option_4' }])
  })

  // Covers: calls-vapi-21
  it('takes no such choice that the menu does not have, except an opt-out', () => {
    const optionsOf = (option: number) => {
      const given = JSON.stringify({ option })
      const toolCalls = [{ id: 'a', function: { name: 'choose_option', arguments: given } }]
      const messages = [
        { role: 'user', message: 'Hello?' },
        { role: 'tool_calls', toolCalls },
      ]
      const events = eventsOfCall(
        { ...call, artifact: { ...call.artifact, messages } },
        { ...facts, menu: ['option_1'] },
      )
      return events.flatMap((event) => (event.kind === 'option' ? [event.option] : []))
    }
    expect([optionsOf(2), optionsOf(4)]).toEqual([[], ['option_4']])
  })

  // Covers: bookings-23, calls-vapi-21
  it('holds the time that was named in such a choice, where the call had offered it', () => {
    const offered = [
      { start: '2026-11-23T22:00:00.000Z', spoken: 'Tuesday 24 November at 9 am' },
      { start: '2026-11-24T03:00:00.000Z', spoken: 'Tuesday 24 November at 2 pm' },
    ]
    const slotOf = (slot: string, said = 'Yes please.') => {
      const given = JSON.stringify({ option: 2, slot, confirmed: true })
      const toolCalls = [{ id: 'a', function: { name: 'choose_option', arguments: given } }]
      const messages = [
        { role: 'bot', message: 'Tuesday 24 November at 2 pm, Sydney time. Shall I book it?' },
        { role: 'user', message: said },
        { role: 'tool_calls', toolCalls },
      ]
      const artifact = { ...call.artifact, messages }
      const events = eventsOfCall({ ...call, artifact }, { ...facts, offered })
      return events.flatMap((event) => (event.kind === 'option' ? [event.slot] : []))
    }
    expect(slotOf('[2026-11-24T03:00:00.000Z]')).toEqual(['2026-11-24T03:00:00.000Z'])
    expect(slotOf('Tuesday 24 November at 2 pm')).toEqual(['2026-11-24T03:00:00.000Z'])
    expect(slotOf('2026-11-25T03:00:00.000Z')).toEqual([undefined])
    // the report of the model is compared with the words of both
    for (const said of ['No, three pm', 'Neither, sorry.', 'What is the rate?'])
      expect(slotOf('[2026-11-24T03:00:00.000Z]', said)).toEqual([undefined])
    expect(slotOf('[2026-11-23T22:00:00.000Z]')).toEqual([undefined])
  })

  it('has the words of a plain transcript where there are no messages', () => {
    const artifact = { recording: undefined, transcript: 'AI: Hello.\nUser: Yes?\nnoise' }
    expect(eventsOfCall({ ...call, artifact }, facts)).toContainEqual(
      expect.objectContaining({
        lines: [
          { at: 0, speaker: 'agent', text: 'Hello.' },
          { at: 0, speaker: 'caller', text: 'Yes?' },
        ],
      }),
    )
  })

  // Covers: calls-vapi-7
  it('asks for a call back where nobody took the call over', () => {
    const events = eventsOfCall({ ...call, endedReason: 'call.forwarding.operator-busy' }, facts)
    expect(kinds(events)).toContain('operator')
  })
})

// Covers: calls-vapi-4
it.each([
  [
    'a string of JSON in the function',
    { id: 't1', function: { name: 'choose_option', arguments: '{"option":2}' } },
  ],
  ['arguments beside the name', { id: 't1', name: 'choose_option', arguments: { option: 2 } }],
  ['parameters beside the name', { id: 't1', name: 'choose_option', parameters: { option: 2 } }],
])('reads a tool call with %s, in a list or with its tool', (_, call) => {
  const expected = [{ id: 't1', name: 'choose_option', arguments: { option: 2 } }]
  const read = (message: object) => {
    const told = readMessage(Buffer.from(JSON.stringify({ message: { type: 'tool-calls', ...message } })))
    return told && toolCallsIn(told)
  }
  expect(read({ toolCallList: [call] })).toEqual(expected)
  expect(read({ toolCalls: [call, call] })).toEqual(expected)
  expect(read({ toolWithToolCallList: [{ name: 'choose_option', toolCall: call }] })).toEqual(expected)
})

it.each([
  ['', null],
  ['null', null],
  ['[]', null],
  ['{"message":{"type":5}}', null],
  ['{"message":{"type":"hang","call":7,"timestamp":"x"}}', { type: 'hang' }],
])('takes the body %j for what it is', (body, expected) => {
  const read = readMessage(Buffer.from(body))
  if (expected) expect(read).toMatchObject(expected)
  else expect(read).toBeNull()
})

it.each([
  ['1', 'option_1'],
  [4, 'option_4'],
  ['option_2', 'option_2'],
  ['Option 3', 'option_3'],
  ['5', null],
  ['', null],
  [null, null],
  [{}, null],
])('takes %j for %s', (given, option) => {
  expect(optionIn(given)).toBe(option)
})

// Covers: calls-vapi-5
it.each([
  'Stop.',
  'stop stop',
  'Please, stop calling.',
  'No, don’t call me again!',
  'Take me off your list, please.',
  'I want to opt out',
  'Can you remove my number?',
])('hears that %j asks not to be called', (said) => {
  expect(asksToStop(said)).toBe(true)
})

// Covers: calls-vapi-5
it.each([
  'We stop by on Tuesdays.',
  'Can you stop the recording?',
  'Yes, text me the link.',
  'Call me again on Monday.',
  '',
])('does not take %j for that', (said) => {
  expect(asksToStop(said)).toBe(false)
})
