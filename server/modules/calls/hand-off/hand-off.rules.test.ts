import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handOffMoves, handOffStates, ringEnds } from '#contract/calls/hand-offs.ts'
import {
  answerOf,
  handOffState,
  introduction,
  MIN_RING_SECONDS,
  mayMove,
  ringSeconds,
  secondsLeft,
  stateOfEnd,
  WAIT_SECONDS,
} from './hand-off.rules.ts'

describe('the states of a hand-off', () => {
  it('reach no state after a decline or a failure', () => {
    expect([handOffMoves.declined, handOffMoves.failed]).toEqual([[], []])
    expect(handOffStates.filter((state) => mayMove(state, 'accepted'))).toEqual(['ringing'])
  })

  it('allow every end of a phone that rings', () => {
    for (const end of ringEnds) expect(mayMove('ringing', stateOfEnd(end))).toBe(true)
  })

  it.each([
    [[], 'failed'],
    [['failed', 'requested'], 'requested'],
    [['failed', 'ringing', 'requested'], 'ringing'],
    [['declined', 'failed', 'failed'], 'declined'],
    [['failed', 'failed'], 'failed'],
    [['declined', 'accepted', 'requested'], 'accepted'],
  ] as const)('of phones %j give %s', (states, expected) => {
    expect(handOffState(states.map((state) => ({ state })))).toBe(expected)
  })

  it('are accepted by the key 1 alone', () => {
    expect(answerOf('1')).toBe('accepted')
    for (const key of ['0', '2', '9', '*', '#', '11']) expect(answerOf(key)).toBe('declined')
    expect(answerOf('')).toBe('no_key')
  })
})

describe('the time for which phones ring', () => {
  it.each([
    [0, 1, 20],
    [0, 2, 12],
    [0, 3, 8],
    [8_500, 2, 8],
    [17_000, 1, 8],
    [20_000, 1, 5],
    [20_100, 1, null],
    [40_000, 3, null],
    [0, 0, null],
  ])('after %i ms with %i left is %s s', (waited, waiting, expected) => {
    expect(ringSeconds(waited, waiting)).toBe(expected)
  })

  it('is the rest of the share where a step is repeated', () => {
    expect(secondsLeft(0, 0, 2)).toBe(8)
    expect(secondsLeft(0, 3000, 2)).toBe(5)
    expect(secondsLeft(8000, 9500, 1)).toBe(7)
    expect(secondsLeft(8000, 60_000, 0)).toBe(1)
  })

  it('never exceeds the wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 5 }), (waited, waiting) => {
        const seconds = ringSeconds(waited, waiting)
        if (seconds === null) return
        expect(seconds).toBeGreaterThanOrEqual(MIN_RING_SECONDS)
        expect(waited / 1000 + seconds).toBeLessThanOrEqual(WAIT_SECONDS)
      }),
    )
  })
})

describe('the sentence for the person who answers', () => {
  const caller = { name: 'Priya Nair', company: 'Harbour Finance', product: 'Premium home loan', said: '' }

  it('names the person, their company and their question', () => {
    expect(introduction(caller)).toBe(
      'Priya Nair of Harbour Finance asks for a person about Premium home loan.',
    )
    expect(introduction({ ...caller, said: 'Can I talk to someone about rates?' })).toBe(
      'Priya Nair of Harbour Finance about Premium home loan: Can I talk to someone about rates.',
    )
  })

  it('leaves out the missing, and is one line of a bounded length', () => {
    expect(introduction({ ...caller, company: null, product: null })).toBe('Priya Nair asks for a person.')
    expect(introduction({ name: null, company: null, product: null, said: '' })).toBe(
      'Somebody we called asks for a person.',
    )
    expect(introduction({ name: null, company: null, product: null, said: '', isInbound: true })).toBe(
      'A caller asks for a person.',
    )
    const long = introduction({ ...caller, said: `hm\n${'blah '.repeat(100)}` })
    expect(long).not.toContain('\n')
    expect(long.length).toBeLessThan(150)
  })
})
