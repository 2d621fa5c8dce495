import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { personalities } from '#contract/campaigns/campaigns.ts'
import type { DialRequest } from '#server/providers/ports/voice.ts'
import { speechSeconds } from '../recording/spoken-text.ts'
import type { CallHooks } from './agent.ts'
import { answerPlan } from './answer.ts'
import { createRandom, hash32 } from './random.ts'
import { type CallPlan, endPlan, planCall } from './rules.ts'
import { scenarioOf } from './scenario.ts'

const request = (callId: number, to: string, changes: Partial<DialRequest['script']> = {}): DialRequest => ({
  callId,
  to,
  calledName: 'Priya',
  scriptVersion: 1,
  maxDurationSeconds: 600,
  script: {
    greeting: 'Hello Priya, this is Alex, an AI assistant calling for Harbour Lending. Press 0 for a person.',
    body: 'We have a new offer for your clients. It has an offset account.',
    aiPrompt: null,
    personality: 'friendly',
    instructions: null,
    operator: 'You can reach us on (02) 5550 0100.',
    menu: [
      { option: 'option_1', key: '1', text: 'Press 1 for the link.' },
      { option: 'option_2', key: '2', text: 'Press 2 for a meeting.' },
      { option: 'option_3', key: '3', text: 'Press 3 for accreditation.' },
      { option: 'option_4', key: '4', text: 'Press 4 to opt out.' },
    ],
    ...changes,
  },
})

const times = [
  { start: '2026-11-24T23:00:00.000Z', spoken: 'Wednesday 25 November at 10 am' },
  { start: '2026-11-25T03:00:00.000Z', spoken: 'Wednesday 25 November at 2 pm' },
]

const hooksWith = (offered: typeof times): CallHooks => ({
  clock: async () => ({ now: new Date('2026-11-24T01:00:00Z'), zone: 'Australia/Sydney' }),
  offerTimes: async () => offered,
  offerCallback: async () => ({ kind: 'none', text: 'A person will call you back.' }),
})
const hooks = hooksWith(times)
const plansOf = (count: number, to: string, given: CallHooks = hooks): Promise<CallPlan[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => planCall(request(i, to), 'by-number', given)))
const truthOf = (callId: number, to: string) =>
  scenarioOf('realistic', to, createRandom(hash32(`call ${callId} ${to}`)))

const endOf = (plan: CallPlan) => {
  const found = plan.events.find(({ event }) => event.kind === 'ended')
  if (found?.event.kind !== 'ended') throw new Error('a plan without an end')
  return { at: found.at, ...found.event }
}

const anyPlan = fc
  .record({
    callId: fc.integer({ min: 1, max: 1_000_000 }),
    line: fc.integer({ min: 0, max: 9999 }),
    personality: fc.constantFrom(...personalities),
    sentences: fc.integer({ min: 0, max: 80 }),
    outcomes: fc.constantFrom('realistic' as const, 'by-number' as const),
  })
  .map(({ callId, line, personality, sentences, outcomes }) => {
    const body = 'Every sentence of this script takes its time to be said. '.repeat(sentences)
    const dial = request(callId, `+6125550${String(line).padStart(4, '0')}`, { personality, body })
    return { dial, outcomes, plan: () => planCall(dial, outcomes, hooks) }
  })

describe('the plan of a simulated call', () => {
  // Covers: simulator-1
  it('is the same for the same call', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async ({ plan }) => {
        const first = await plan()
        expect(await plan()).toEqual(first)
        expect(JSON.parse(JSON.stringify(first))).toEqual(first)
      }),
      { seed: 1, numRuns: 60 },
    )
  })

  it('has its events in order, each name once, and exactly one end', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async ({ plan: make }) => {
        const plan = await make()
        const times = plan.events.map(({ at }) => at)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(new Set(plan.events.map(({ name }) => name)).size).toBe(plan.events.length)
        expect(plan.events.filter(({ event }) => event.kind === 'ended')).toHaveLength(1)
      }),
      { seed: 2, numRuns: 150 },
    )
  })

  it('records exactly as long as the call, and nothing is said that has no time', async () => {
    await fc.assert(
      fc.asyncProperty(anyPlan, async ({ plan: make }) => {
        const plan = await make()
        if (!plan.score) return
        const { durationSeconds, lines } = plan.score
        const end = endOf(plan)
        expect(durationSeconds).toBe(end.durationSeconds)
        expect(Number.isInteger(durationSeconds)).toBe(true)
        expect(durationSeconds).toBeLessThanOrEqual(600)
        expect(end.at).toBeCloseTo((plan.answeredAt ?? 0) + durationSeconds, 5)
        const agent = lines.filter((line) => line.speaker === 'agent')
        for (const [index, line] of agent.entries()) {
          const until = 'text' in line ? (line.until ?? line.at + speechSeconds(line.text)) : line.at
          expect(until).toBeLessThanOrEqual(
            Math.min(durationSeconds, agent[index + 1]?.at ?? Infinity) + 0.11,
          )
        }
      }),
      { seed: 3, numRuns: 150 },
    )
  })

  // Covers: simulator-1
  it('mixes outcomes about as brokers do', () => {
    const counts: Record<string, number> = {}
    const dials = 5000
    for (let i = 0; i < dials; i++) {
      const truth = truthOf(i, `+6135550${String(i).padStart(4, '0')}`)
      const outcome = truth.kind === 'unanswered' ? truth.outcome : truth.kind
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
    const share = (outcome: string) => (counts[outcome] ?? 0) / dials
    expect(share('answered')).toBeCloseTo(0.45, 1)
    expect(share('no_answer')).toBeCloseTo(0.3, 1)
    for (const outcome of ['voicemail', 'screened', 'busy', 'declined', 'refused']) {
      expect(share(outcome)).toBeGreaterThan(0.01)
      expect(share(outcome)).toBeLessThan(0.13)
    }
    expect(share('silent')).toBeCloseTo(0.01, 2)
    expect(Object.keys(counts)).toHaveLength(8)
  })

  // Covers: call-7
  it('keeps nothing of what was said after somebody declined the recording', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => ({ i, to: `+6175550${String(i).padStart(4, '0')}` }))
    const declining = lines.filter(({ i, to }) => {
      const truth = truthOf(i, to)
      return truth.kind === 'answered' && truth.recording === 'declined'
    })
    const plans = await Promise.all(
      declining.map(({ i, to }) => planCall(request(i, to), 'realistic', hooks)),
    )
    const declined = plans.filter(({ events }) =>
      events.some(({ event }) => event.kind === 'recording_declined'),
    )
    expect(declined.length).toBeGreaterThan(declining.length * 0.8)
    expect(declining.length).toBeGreaterThan(20)
    for (const plan of declined) {
      const at = plan.events.find(({ event }) => event.kind === 'recording_declined')?.at ?? 0
      const transcript = plan.events.find(({ event }) => event.kind === 'transcript')?.event
      if (transcript?.kind !== 'transcript') throw new Error('no transcript')
      expect(plan.score).toBeNull()
      expect(transcript.lines.every((line) => (plan.answeredAt ?? 0) + line.at <= at + 0.1)).toBe(true)
      expect(
        plan.events.some(({ event }) => event.kind === 'recording' && event.status === 'completed'),
      ).toBe(false)
    }
  })
})

describe('somebody who wants a meeting', () => {
  const choice = (plan: CallPlan) => {
    const found = plan.events.find(({ event }) => event.kind === 'option')
    if (found?.event.kind !== 'option') throw new Error('nothing was chosen')
    return { at: found.at - (plan.answeredAt ?? 0), ...found.event }
  }
  const linesOf = (plan: CallPlan) =>
    plan.score?.lines.flatMap((line) => ('text' in line ? [{ at: line.at, text: line.text }] : [])) ?? []

  // Covers: bookings-25
  it('is offered two times, names one of them, and that one is handed on once it was said', async () => {
    const named = (await plansOf(60, '+61255500002')).map((plan) => {
      const { at, slot } = choice(plan)
      const lines = linesOf(plan)
      const offer = lines.findIndex(({ text }) => text.startsWith('I can offer you Wednesday 25'))
      expect(lines[offer]?.text).toContain('10 am, or Wednesday 25 November at 2 pm, Sydney time')
      const time = times.find(({ start }) => start === slot)?.spoken ?? 'none'
      const readBack = lines.findIndex(({ text }) => text === `${time}, Sydney time. Shall I book it?`)
      const booked = lines.find(({ text }) => text.startsWith('Thank you. I will book'))
      expect(readBack).toBeGreaterThan(offer)
      expect(booked?.text).toContain(`${time} with your manager`)
      expect(at).toBeGreaterThan(lines[readBack + 1]?.at ?? Infinity)
      return slot
    })
    expect(new Set(named)).toEqual(new Set(times.map(({ start }) => start)))
  })

  // Covers: bookings-25
  it('is offered the one time that there is, and told where there is none', async () => {
    const single = await planCall(request(1, '+61255500002'), 'by-number', hooksWith(times.slice(0, 1)))
    expect(choice(single).slot).toBe('2026-11-24T23:00:00.000Z')
    const none = await planCall(request(1, '+61255500002'), 'by-number', hooksWith([]))
    expect(choice(none)).not.toHaveProperty('slot')
    const said = linesOf(none).map(({ text }) => text)
    expect(said).toContainEqual(expect.stringMatching(/^There is no free time/))
    expect(said.join(' ')).not.toMatch(/I will book/)
  })

  // Covers: bookings-24
  it('chooses nothing where the menu has no meeting, and asks for no times', async () => {
    const menu = request(1, '').script.menu.filter(({ option }) => option !== 'option_2')
    const offered: string[] = []
    const plan = await planCall(request(1, '+61255500002', { menu }), 'by-number', {
      ...hooks,
      offerTimes: async (offer) => {
        offered.push(offer)
        return times
      },
    })
    expect(offered).toEqual([])
    expect(plan.events.some(({ event }) => event.kind === 'option')).toBe(false)
  })

  // Covers: bookings-25
  it('still wants one where the call ends before a time is agreed on', async () => {
    const body = 'Every sentence of this script takes its time to be said. '.repeat(400)
    const cut = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        planCall({ ...request(i, '+61255500002', { body }), maxDurationSeconds: 150 }, 'by-number', hooks),
      ),
    )
    const chosen = cut.flatMap((plan) =>
      plan.events.flatMap(({ event }) => (event.kind === 'option' ? [event] : [])),
    )
    expect(chosen.some(({ slot }) => slot === undefined)).toBe(true)
    for (const { events } of cut) {
      const told = events.map(({ event }) => event)
      const named = told.some((event) => event.kind === 'option' && event.slot !== undefined)
      const summary = told.find((event) => event.kind === 'transcript')?.summary
      expect(summary?.includes('Wednesday')).toBe(named)
    }
    expect(cut.every((plan) => plan.score?.durationSeconds === endOf(plan).durationSeconds)).toBe(true)
  })
})

describe('a meeting that could not be booked as it was named', () => {
  const result =
    'I am sorry, 2 pm is no longer free. Your meeting is booked for Wednesday 25 November at 4 pm instead, Sydney time.'
  const stepAfterChoice = ({ events }: CallPlan) =>
    events.findIndex(({ event }) => event.kind === 'option') + 1
  const wordsOf = ({ events }: CallPlan) => {
    const told = events.find(({ event }) => event.kind === 'transcript')?.event
    return told?.kind === 'transcript' ? told.lines.map(({ text }) => text) : []
  }

  // Covers: bookings-23
  it('is said in the call, in transcript and recording, and all that follows waits for it', async () => {
    for (const plan of await plansOf(60, '+61255500002', hooksWith(times.slice(1)))) {
      const step = stepAfterChoice(plan)
      const answered = answerPlan(plan, step, { option: 'option_2', result })
      expect(wordsOf(answered).join(' ')).toContain(result)
      expect(wordsOf(answered).join(' ')).not.toContain('I will book')
      expect(answered.score?.lines.map((line) => ('text' in line ? line.text : ''))).toContain(result)
      expect(answered.events.slice(0, step)).toEqual(plan.events.slice(0, step))
      const { at, durationSeconds } = endOf(answered)
      expect(durationSeconds).toBe(answered.score?.durationSeconds)
      expect(durationSeconds).toBeGreaterThan(endOf(plan).durationSeconds)
      expect(at).toBeCloseTo((plan.answeredAt ?? 0) + durationSeconds, 5)
      const moments = answered.events.map((event) => event.at)
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    }
  })

  // Covers: bookings-23
  it('changes nothing where it was booked as named, or the call is over', async () => {
    const plan = await planCall(request(1, '+61255500002'), 'by-number', hooksWith(times.slice(1)))
    const step = stepAfterChoice(plan)
    const booked = 'Your meeting is booked for Wednesday 25 November at 2 pm, Sydney time.'
    expect(answerPlan(plan, step, { option: 'option_2', result: booked })).toBe(plan)
    expect(answerPlan(plan, plan.events.length, { option: 'option_2', result })).toBe(plan)
  })
})

describe('a link that goes another way', () => {
  const numbers = { option_1: '+61255500001', option_3: '+61255500003' } as const
  const spoken = ({ events }: CallPlan) =>
    events.flatMap(({ event }) => (event.kind === 'transcript' ? event.lines.map(({ text }) => text) : []))

  it.each(['option_1', 'option_3'] as const)('is said so in the call, %s', async (option) => {
    const plan = await planCall(request(1, numbers[option]), 'by-number')
    const step = plan.events.findIndex(({ event }) => event.kind === 'option') + 1
    const result = 'It is on its way to the email address that we have for you.'
    const answered = spoken(answerPlan(plan, step, { option, result }))
    expect(answered).toContain(`Thank you. ${result}`)
    expect(answered.join(' ')).not.toContain('text message')
  })

  it('changes nothing where it goes by text message', async () => {
    const plan = await planCall(request(1, numbers.option_1), 'by-number')
    const step = plan.events.findIndex(({ event }) => event.kind === 'option') + 1
    const result = 'The link is on its way to this number by text message.'
    expect(answerPlan(plan, step, { option: 'option_1', result })).toBe(plan)
  })
})

describe('a call that we end', () => {
  const planned = planCall(request(7, '+61255500001'), 'by-number')

  it('is cancelled before the answer', async () => {
    const ended = endPlan(await planned, 7, 1)
    expect(endOf(ended)).toMatchObject({ at: 1, outcome: 'cancelled', durationSeconds: 0 })
    expect(ended.score).toBeNull()
  })

  it('is completed after it, with what was recorded so far', async () => {
    const plan = await planned
    const now = (plan.answeredAt ?? 0) + 9.5
    const ended = endPlan(plan, 7, now)
    expect(endOf(ended)).toMatchObject({ outcome: 'human', durationSeconds: 10 })
    expect(ended.score?.durationSeconds).toBe(10)
    expect(ended.events.some(({ event }) => event.kind === 'option')).toBe(false)
    expect(ended.events.at(-1)).toMatchObject({ name: 'recording_done' })
  })

  it('stays as it is when it has ended by itself', async () => {
    const plan = await planned
    expect(endPlan(plan, 7, 900)).toBe(plan)
  })
})
