import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterFailure, type Failures, isOwnOrigin, LOCK_MS, lockedFor, MAX_FAILURES } from './rules.ts'

const start = new Date('2026-11-24T00:00:00Z')
const later = (ms: number): Date => new Date(start.getTime() + ms)

describe('the lock after failures', () => {
  const fail = (times: number, every: number): Failures | undefined => {
    let state: Failures | undefined
    for (let i = 0; i < times; i++) state = afterFailure(state, later(i * every))
    return state
  }

  it('falls at the tenth failure and lasts 15 minutes from then', () => {
    expect(lockedFor(fail(MAX_FAILURES - 1, 1000), later(9000))).toBe(0)
    const locked = fail(MAX_FAILURES, 1000)
    expect(lockedFor(locked, later(9000))).toBe(900)
    expect(lockedFor(locked, later(9000 + LOCK_MS - 1))).toBe(1)
    expect(lockedFor(locked, later(9000 + LOCK_MS))).toBe(0)
  })

  it('starts to count anew when the first failure is 15 minutes old', () => {
    const old = fail(9, 1000)
    expect(afterFailure(old, later(LOCK_MS))).toEqual({
      failures: 1,
      firstFailedAt: later(LOCK_MS),
      lockedUntil: null,
    })
  })

  it('lets fewer than two counts of ten through in any 15 minutes, however they are spread', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: LOCK_MS / 4 }), { maxLength: 60 }), (gaps) => {
        let state: Failures | undefined
        let at = 0
        const guesses: number[] = []
        for (const gap of gaps) {
          at += gap
          if (lockedFor(state, later(at)) > 0) continue
          guesses.push(at)
          state = afterFailure(state, later(at))
        }
        for (const first of guesses) {
          const near = guesses.filter((guess) => guess >= first && guess < first + LOCK_MS)
          expect(near.length).toBeLessThan(2 * MAX_FAILURES)
        }
      }),
    )
  })
})

describe('the origin of a change', () => {
  const publicUrl = 'https://app.lender.example'
  it.each([
    ['https://app.lender.example', true],
    ['http://10.0.0.5:3000', true],
    [undefined, true],
    ['https://evil.example', false],
    ['https://app.lender.example.evil.example', false],
    ['http://app.lender.example', false],
    ['https://app.lender.example:8443', false],
    ['null', false],
    ['garbage', false],
  ])('%s: %s', (origin, own) => {
    expect(isOwnOrigin({ origin, host: '10.0.0.5:3000', publicUrl })).toBe(own)
  })
})
