import { describe, expect, it } from 'vitest'
import type { CallbackOffer, DialRequest } from '#server/providers/ports/voice.ts'
import { createRandom, hash32 } from './random.ts'
import { type CallPlan, planCall } from './rules.ts'
import { scenarioOf } from './scenario.ts'

const CALLBACK_NUMBER = '+61255509115'
const request = (callId: number, to = CALLBACK_NUMBER): DialRequest => ({
  ...{ callId, to, calledName: 'Priya', scriptVersion: 1, maxDurationSeconds: 600 },
  script: {
    ...{ greeting: 'Hello Priya.', body: 'A new offer.', aiPrompt: null, personality: 'friendly' },
    ...{ instructions: null, operator: 'Ring us.', transferTo: null, menu: [] },
  },
})
const window = { from: '2026-11-25T04:00:00.000Z', to: '2026-11-25T09:00:00.000Z' }
const offer: CallbackOffer = { kind: 'time', text: 'That is 3 pm. Shall I call you then?', window }

const plansOf = (count: number, answer: CallbackOffer) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      planCall(request(at + 1), 'by-number', {
        clock: async () => ({ now: new Date('2026-11-24T01:00:00Z'), zone: 'Australia/Sydney' }),
        offerTimes: null,
        offerCallback: async () => answer,
      }),
    ),
  )
const linesOf = (plan: CallPlan) =>
  plan.events.flatMap(({ event }) => (event.kind === 'transcript' ? event.lines.map(({ text }) => text) : []))

describe('a simulated person who asks for a call', () => {
  // Covers: requested-calls-12
  it('names a time, hears it read back, and only a yes requests the call', async () => {
    let agreed = 0
    for (const plan of await plansOf(100, offer)) {
      const lines = linesOf(plan)
      const requested = plan.events.find(({ event }) => event.kind === 'callback_requested')
      expect(requested !== undefined).toBe(lines.some((line) => line.startsWith('Done:')))
      if (!requested) continue
      expect(requested.event).toMatchObject({ kind: 'callback_requested', ...window })
      const values = plan.events.flatMap(({ event }) => (event.kind === 'understood' ? [event.value] : []))
      expect(requested.event.kind === 'callback_requested' && values.includes(requested.event.text)).toBe(
        true,
      )
      expect(lines.indexOf(offer.text)).toBeGreaterThan(0)
      agreed += 1
    }
    expect(agreed).toBeGreaterThan(60)
    expect(agreed).toBeLessThan(100)
  })

  it('gets a person where no call can be planned', async () => {
    const plans = await plansOf(20, { kind: 'none', text: 'A person will call you back.' })
    const kinds = plans.map(({ events }) => events.map(({ event }) => event.kind))
    expect(kinds.filter((each) => each.includes('operator')).length).toBeGreaterThan(14)
    expect(kinds.some((each) => each.includes('callback_requested'))).toBe(false)
  })

  it('is one of a few', () => {
    const wishes = Array.from({ length: 2000 }, (_, at) => {
      const to = `+6125550${String(at).padStart(4, '0')}`
      return scenarioOf('realistic', to, createRandom(hash32(`call ${at + 1} ${to}`)))
    })
    const count = wishes.filter(
      (each) => each.kind === 'answered' && each.behaviour.kind === 'asks_for_call',
    ).length
    expect(count).toBeGreaterThan(10)
    expect(count).toBeLessThan(60)
  })
})
