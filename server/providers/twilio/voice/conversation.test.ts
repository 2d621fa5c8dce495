import { expect, it } from 'vitest'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { nextTurn, pendingAt } from './conversation.ts'

const script = { menu: [], greeting: '', body: '', operator: '', transferTo: null } as unknown as CallScript
const offered = [
  { start: 'a', spoken: 'Wednesday 25 November at 10 am' },
  { start: 'b', spoken: 'Thursday 26 November at 4 pm' },
]
const eventOf = (step: 'slots' | 'menu', speech: string) =>
  nextTurn({ step, misses: 0 }, { digits: '', speech }, { script, offered }).event

// Covers: calls-vapi-17
it.each([
  ['slots', "I'll take four please", { slot: 'b' }],
  ['slots', 'number four', { slot: 'b' }],
  ['slots', 'neither, and please don’t call again', { option: 'option_4' }],
  ['menu', 'number four thanks', { option: 'option_4' }],
  ['menu', 'lose my number', { option: 'option_4' }],
] as const)('at the step %s reads %j as %j', (step, speech, event) => {
  expect(eventOf(step, speech)).toMatchObject({ kind: 'option', ...event })
})

it('never reads the key of the opt-out in a time that is not offered', () => {
  const [wednesday] = offered
  const words = { script, offered: wednesday ? [wednesday] : [] }
  const turn = nextTurn({ step: 'slots', misses: 0 }, { digits: '', speech: 'four' }, words)
  expect(turn.event).toBeNull()
})

const UNCLEAR = 'Go away'

// Covers: calls-vapi-18
it.each([
  'offer',
  'menu',
  'more',
  'slots',
] as const)('at the step %s asks once about words that may be an opt-out, and books nothing', (step) => {
  const heard = { digits: '', speech: UNCLEAR }
  const first = nextTurn({ step, misses: 0 }, heard, { script, offered })
  expect(first).toMatchObject({
    event: { kind: 'opt_out_unclear', text: UNCLEAR },
    asksForTimes: null,
    next: {
      kind: 'listen',
      step: 'menu',
      misses: 1,
      said: [expect.any(String), expect.stringContaining('no more calls')],
    },
  })
  expect(pendingAt(first.next)).toBeNull()
  const second = nextTurn({ step: 'menu', misses: 1 }, heard, { script, offered })
  expect(second).toMatchObject({ event: { kind: 'opt_out_unclear' }, next: { kind: 'hang_up' } })
})
