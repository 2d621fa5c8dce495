import { beforeAll, describe, expect, it } from 'vitest'
import type { DialRequest, VoiceEvent } from '#server/providers/ports/voice.ts'
import { words } from '#test/worlds/call-words.ts'
import type { CallHooks } from './agent.ts'
import { phrasings, questions, readSentences } from './phrasings.ts'
import { createRandom, hash32 } from './random.ts'
import { type CallPlan, planCall } from './rules.ts'
import { type Outcomes, type Scenario, scenarioOf } from './scenario.ts'

const times = [
  { start: '2026-11-24T23:00:00.000Z', spoken: 'Wednesday 25 November at 10 am' },
  { start: '2026-11-25T03:00:00.000Z', spoken: 'Wednesday 25 November at 2 pm' },
]
const window = { from: '2026-11-25T04:00:00.000Z', to: '2026-11-25T09:00:00.000Z' }
const hooks: CallHooks = {
  clock: async () => ({ now: new Date('2026-11-24T01:00:00Z'), zone: 'Australia/Sydney' }),
  offerTimes: async () => times,
  offerCallback: async ({ from }) =>
    from === null
      ? { kind: 'ask_again', text: 'We cannot call then. Which other time?' }
      : { kind: 'time', text: `That is ${from}. Shall I call you then?`, window },
}
const introduction = 'This is Alex, an AI assistant of Harbour Lending, calling for Priya about a home loan.'

interface Played {
  truth: Scenario
  plan: CallPlan
}

async function play(callId: number, to: string, outcomes: Outcomes): Promise<Played> {
  const request: DialRequest = {
    ...{ callId, to, calledName: 'Priya', scriptVersion: 1, maxDurationSeconds: 600 },
    script: { ...words, introduction },
  }
  const truth = scenarioOf(outcomes, to, createRandom(hash32(`call ${callId} ${to}`)))
  return { truth, plan: await planCall(request, outcomes, hooks) }
}

type EventOf<Kind extends VoiceEvent['kind']> = Extract<CallPlan['events'][number]['event'], { kind: Kind }>
function eventsOf<Kind extends VoiceEvent['kind']>({ events }: CallPlan, kind: Kind): EventOf<Kind>[] {
  return events.flatMap(({ event }) => (event.kind === kind ? [event as EventOf<Kind>] : [])) // just compared
}
const outcomeOf = (plan: CallPlan) => eventsOf(plan, 'ended')[0]?.outcome

describe('simulated speech', () => {
  const count = 600
  let calls: Played[]
  beforeAll(async () => {
    calls = await Promise.all(
      Array.from({ length: count }, (_, i) => play(i, `+6135550${String(i).padStart(4, '0')}`, 'realistic')),
    )
  }, 60_000)
  const wanting = (option: string, source: string) =>
    calls.filter(
      ({ truth }) =>
        truth.kind === 'answered' &&
        truth.behaviour.kind === 'option' &&
        truth.behaviour.option === option &&
        truth.behaviour.source === source,
    )

  // Covers: simulator-8
  it('is recognised as a person, a machine or silence from its words, at most 0.5% wrong', () => {
    const wrong = calls.filter(({ truth, plan }) => {
      const isReached = truth.kind === 'answered'
      return isReached !== (outcomeOf(plan) === 'human')
    })
    expect(wrong.length).toBeLessThanOrEqual(count * 0.005)
    const machines = calls.filter(({ truth }) => truth.kind === 'unanswered')
    for (const { plan } of machines)
      expect(eventsOf(plan, 'option').filter(({ relayed }) => !relayed)).toEqual([])
  })

  // Covers: simulator-8
  it('acts only after a yes to its read-back, except a clear opt-out', () => {
    let confirmed = 0
    for (const { plan } of calls) {
      const spoken = eventsOf(plan, 'option').filter(({ source }) => source === 'voice')
      const readings = eventsOf(plan, 'understood')
      for (const { option, slot } of spoken) {
        if (option === 'option_4' || (option === 'option_2' && slot === undefined)) continue
        const answers = readings.filter(({ answer }) => answer?.to === option && answer.is === 'confirmed')
        expect(answers.length).toBeGreaterThan(0)
        confirmed += 1
      }
    }
    expect(confirmed).toBeGreaterThan(20)
  })

  // Covers: simulator-8
  it('leads to its wish in most calls, and to no link that was not wanted', () => {
    for (const option of ['option_1', 'option_3'] as const) {
      const spoken = wanting(option, 'voice')
      const steady = spoken.filter(({ truth }) => truth.kind === 'answered' && !truth.traits.changesMind)
      const reached = steady.filter(({ plan }) =>
        eventsOf(plan, 'option').some((event) => event.option === option),
      )
      expect(reached.length).toBeGreaterThan(steady.length * 0.8)
    }
    const others = calls.filter(
      ({ truth }) => truth.kind === 'answered' && truth.behaviour.kind === 'listens',
    )
    for (const { plan } of others) expect(eventsOf(plan, 'option')).toEqual([])
  })

  it('holds noise, second thoughts and screeners, which the agent asks about', () => {
    const all = calls.map(({ plan }) => plan)
    const lines = all.flatMap((plan) => eventsOf(plan, 'transcript').flatMap((event) => event.lines))
    const said = new Set(lines.map(({ text }) => text))
    expect(phrasings.noise.filter((text) => said.has(text)).length).toBeGreaterThan(3)
    expect(said).toContain('Sorry, I did not understand that.')
    const screened = calls.filter(({ truth }) => truth.kind === 'answered' && truth.traits.isScreened)
    expect(screened.length).toBeGreaterThan(8)
    for (const { plan } of screened.filter(({ truth }) => isPerson(truth)))
      expect(eventsOf(plan, 'answered_by').map(({ who }) => who)).toContain('screener')
  })

  it('has a transcript with each reading and each read-back as a line', () => {
    for (const { plan } of calls) {
      if (eventsOf(plan, 'recording_declined').length > 0) continue
      const lines = eventsOf(plan, 'transcript').flatMap((event) => event.lines)
      for (const { text, question } of eventsOf(plan, 'understood')) {
        if (text !== '') expect(lines).toContainEqual(expect.objectContaining({ speaker: 'caller', text }))
        if (question !== null && plan.score)
          expect(lines.some((line) => question.startsWith(line.text.replace(/ …$/, '')))).toBe(true)
      }
    }
  })
})

const isPerson = (truth: Scenario): boolean =>
  truth.kind === 'answered' && truth.behaviour.kind !== 'colleague'

// Covers: simulator-1
it('never changes the result of a number in by-number', async () => {
  for (const digit of [1, 2, 3, 4])
    for (let callId = 0; callId < 25; callId++) {
      const { plan } = await play(callId, `+6125550000${digit}`.slice(0, 12), 'by-number')
      expect(eventsOf(plan, 'option').map(({ option }) => option)).toEqual([`option_${digit}`])
    }
})

describe('the phrasings', () => {
  it('are many, each once in its group', () => {
    const all = Object.entries(phrasings)
    expect(all.reduce((sum, [, sentences]) => sum + sentences.length, 0)).toBeGreaterThan(250)
    for (const [group, sentences] of all) expect(new Set(sentences).size, group).toBe(sentences.length)
    expect(questions.length).toBeGreaterThan(4)
  })

  it('are refused where a sentence has no group, or a group no sentence', () => {
    expect(() => readSentences('Hello')).toThrow('in no group')
    expect(() => readSentences('## yes\n## no\nNo.')).toThrow("no sentence for 'yes'")
    expect(() => readSentences('## yes\nYes.\n## yes\nYep.')).toThrow('two groups')
    expect([...readSentences('# A comment\n## yes\nYes.\n\nYep.')]).toEqual([['yes', ['Yes.', 'Yep.']]])
  })
})
