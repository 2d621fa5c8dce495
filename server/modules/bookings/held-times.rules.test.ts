import { describe, expect, it } from 'vitest'
import { heldUntil, saidStart, secondChoices } from './held-times.rules.ts'

const HOUR = 3_600_000
const now = new Date('2026-11-23T10:00:00+11:00')

describe('a time held for a call', () => {
  it.each([
    ['at the real speed longer than any call', 1, 16 * 60],
    ['at sixty times the speed a sixtieth of that, with a minute for us', 60, 75],
    ['at six hundred times', 600, 61.5],
    ['where the clock stands nearly still a day', 1e-9, 24 * 3600 + 60],
  ] as const)('is held %s', (_, speed, seconds) => {
    expect((heldUntil(now, speed).getTime() - now.getTime()) / 1000).toBe(seconds)
  })

  it('has a second one well apart, or else the next', () => {
    const at = (hour: number) => hour * HOUR
    expect(secondChoices([at(9), at(10), at(14), at(16)], at(9))).toEqual([at(14), at(16), at(10)])
    expect(secondChoices([at(9), at(10), at(14)], at(10))).toEqual([at(14)])
    expect(secondChoices([at(9)], at(9))).toEqual([])
  })
})

describe('the time that a provider says was named', () => {
  const named = (slot: string | null) => saidStart(slot, { calledAt: now, now })

  it('is one that a call can have offered', () => {
    expect(named('2026-11-24T09:00:00+11:00')).toEqual(new Date('2026-11-24T09:00:00+11:00'))
  })

  it.each([
    ['nothing', null],
    ['no time', 'tomorrow at nine'],
    ['before the call', '2026-11-23T09:00:00+11:00'],
    ['a Sunday', '2026-11-29T09:00:00+11:00'],
    ['a holiday', '2026-12-25T09:00:00+11:00'],
    ['years ahead', '2030-01-02T09:00:00+11:00'],
  ])('is none where it is %s', (_, slot) => {
    expect(named(slot)).toBeNull()
  })
})
