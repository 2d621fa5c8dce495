import { expect, it } from 'vitest'
import { failureOf, RETRY_MS, stateAfter } from './retry.rules.ts'

const START = new Date('2026-11-02T09:00:00+11:00')
const retryUntil = new Date(START.getTime() + RETRY_MS)

/** The times of all attempts at a target that never accepts. */
function attemptsOf(random: number): Date[] {
  const times: Date[] = []
  for (let at: Date | null = START; at; ) {
    times.push(at)
    const after = stateAfter({ attempts: times.length, at, retryUntil, succeeded: false, random })
    at = after.nextAttemptAt
    if (!at) expect(after.state).toBe('failed')
  }
  return times
}

// Covers: integrations-6
it('retries after 5 seconds, then with growing pauses, for exactly three days', () => {
  for (const random of [0, 0.5, 1]) {
    const times = attemptsOf(random)
    const pauses = times.slice(1).map((at, index) => at.getTime() - (times[index]?.getTime() ?? 0))
    expect(pauses[0]).toBe(5000 * (0.9 + 0.2 * random))
    expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => a - b))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(4.4 * 3_600_000)
    expect(times.at(-1)).toEqual(retryUntil)
    expect(times.length).toBeGreaterThan(20)
    expect(times.length).toBeLessThan(35)
  }
})

it('ends with the first success', () => {
  const success = { attempts: 3, at: START, retryUntil, succeeded: true, random: 0 }
  expect(stateAfter(success)).toEqual({ state: 'delivered', nextAttemptAt: null })
})

// Covers: integrations-9
it.each([
  [200, null],
  [204, null],
  [302, /redirect \(302\)/],
  [410, /status 410/],
  [503, /status 503/],
])('judges status %i', (status, failure) => {
  const sentence = failureOf(status)
  if (failure === null) expect(sentence).toBeNull()
  else expect(sentence).toMatch(failure)
})
