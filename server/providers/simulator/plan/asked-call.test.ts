import { describe, expect, it } from 'vitest'
import type { CallbackOffer, DialRequest } from '#server/providers/ports/voice.ts'
import { planCall, wantsCall } from './rules.ts'

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

const planOf = (callId: number, answer: CallbackOffer) =>
  planCall(request(callId), 'by-number', undefined, { words: 'Ring me after three.', offer: answer })
const linesOf = (plan: ReturnType<typeof planCall>) =>
  plan.events.flatMap(({ event }) => (event.kind === 'transcript' ? event.lines.map(({ text }) => text) : []))

describe('a simulated person who asks for a call', () => {
  // Covers: requested-calls-12
  it('names a time, hears it read back, and only a yes requests the call', () => {
    const plans = Array.from({ length: 100 }, (_, at) => planOf(at + 1, offer))
    let agreed = 0
    for (const plan of plans) {
      const lines = linesOf(plan)
      expect(lines).toContain('Ring me after three.')
      expect(lines).toContain(offer.text)
      const requested = plan.events.find(({ event }) => event.kind === 'callback_requested')
      const said = lines.some((line) => line.startsWith('Done:'))
      expect(requested !== undefined).toBe(said)
      if (requested)
        expect(requested.event).toEqual({
          kind: 'callback_requested',
          text: 'Ring me after three.',
          ...window,
        })
      agreed += requested ? 1 : 0
    }
    expect(agreed).toBeGreaterThan(60)
    expect(agreed).toBeLessThan(100)
  })

  it('gets a person where no call can be planned', () => {
    const plan = planOf(7, { kind: 'none', text: 'A person will call you back.' })
    const kinds = plan.events.map(({ event }) => event.kind)
    expect(kinds).toContain('operator')
    expect(kinds).not.toContain('callback_requested')
  })

  it('is one of a few', () => {
    const wishes = Array.from({ length: 2000 }, (_, at) =>
      wantsCall(request(at + 1, `+6125550${String(at).padStart(4, '0')}`), 'realistic'),
    )
    const count = wishes.filter((words) => words !== null).length
    expect(count).toBeGreaterThan(10)
    expect(count).toBeLessThan(60)
    expect(wantsCall(request(1), 'by-number')).not.toBeNull()
  })
})
