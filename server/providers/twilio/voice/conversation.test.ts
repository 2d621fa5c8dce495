import { expect, it } from 'vitest'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { nextTurn } from './conversation.ts'

const script = { menu: [], greeting: '', body: '', operator: '', transferTo: null } as unknown as CallScript
const offered = [
  { start: 'a', spoken: 'Wednesday 25 November at 10 am' },
  { start: 'b', spoken: 'Thursday 26 November at 4 pm' },
]
const eventOf = (step: 'slots' | 'menu', speech: string) =>
  nextTurn({ step, misses: 0 }, { digits: '', speech }, { script, offered }).event

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
