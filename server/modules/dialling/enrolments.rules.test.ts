import { describe, expect, test } from 'vitest'
import { type CallOutcome, callOutcomes } from '#contract/calls/calls.ts'
import { STRICT } from '#server/calendar/legal-hours.ts'
import { callingWindow } from './calling-window.rules.ts'
import { attemptsOf, enrolmentAfter, failureBurst, mayBeRetried } from './enrolments.rules.ts'

const window = callingWindow(
  {
    days: ['1', '2', '3', '4', '5'],
    start: '09:00',
    end: '17:00',
    zone: 'Australia/Sydney',
    respectLocalTime: true,
  },
  STRICT,
)
const now = new Date('2026-11-24T12:00:00+11:00')
const place = { region: 'VIC', zone: 'Australia/Melbourne' } as const
const after = (...outcomes: CallOutcome[]) =>
  enrolmentAfter(
    outcomes.map((outcome, index) => ({
      attempt: index + 1,
      outcome,
      withdrawn: false,
      at: new Date(`2026-11-${20 + 2 * index}T10:00:00+11:00`),
    })),
    { window, place, now },
  )

// Covers: call-1
test.each(callOutcomes)('after one dial that ended as %s', (outcome) => {
  const again = ['no_answer', 'voicemail', 'screened', 'silent', 'busy', 'provider_fault'].includes(outcome)
  expect(after(outcome)).toEqual(
    again
      ? { state: 'waiting', dueAt: new Date('2026-11-24T13:00:00+11:00') }
      : { state: 'done', endedReason: outcome, reached: outcome === 'human' },
  )
})

// Covers: decision-retry
test('three dials are the most', () => {
  expect(after('no_answer', 'busy').state).toBe('waiting')
  expect(after('no_answer', 'provider_fault', 'busy')).toEqual({
    state: 'done',
    endedReason: 'busy',
    reached: false,
  })
})

test('a conversation that became known late ends it', () => {
  expect(after('human', 'no_answer')).toEqual({ state: 'done', endedReason: 'human', reached: true })
})

describe('a dial that no provider took', () => {
  const at = (minute: number) => new Date(now.getTime() + minute * 60_000)
  const dial = (attempt: number, minute: number, outcome: CallOutcome, withdrawn = false) => ({
    ...{ attempt, outcome, withdrawn },
    at: at(minute),
  })
  const stateAfter = (...dials: ReturnType<typeof dial>[]) => enrolmentAfter(dials, { window, place, now })
  const inVain = (attempt: number, minute: number) => dial(attempt, minute, 'provider_fault', true)

  // Covers: call-3
  test('goes back to its place, and is an attempt of nobody', () => {
    expect(stateAfter(inVain(1, 0))).toEqual({ state: 'waiting', dueAt: at(0) })
    const two = [dial(1, 0, 'no_answer'), dial(2, 10, 'busy')]
    expect(stateAfter(...two, inVain(3, 20))).toEqual({ state: 'waiting', dueAt: at(20) })
    expect(attemptsOf([...two, inVain(3, 20)])).toBe(2)
    // the third real one is the last, however many were in vain before
    expect(stateAfter(...two, inVain(3, 20), inVain(3, 30), dial(3, 40, 'busy'))).toMatchObject({
      state: 'done',
      endedReason: 'busy',
    })
  })

  // Covers: call-3
  test('waits longer after each further one in a row', () => {
    const minutes = [1, 2, 3, 4, 5, 6].map((count) => {
      const dials = Array.from({ length: count }, (_, n) => inVain(1, 100 * n))
      const state = stateAfter(...dials)
      return state.state === 'waiting' && (state.dueAt.getTime() - at(100 * (count - 1)).getTime()) / 60_000
    })
    expect(minutes).toEqual([0, 1, 5, 15, 60, 60])
    expect(stateAfter(inVain(1, 0), inVain(1, 1), dial(1, 2, 'busy'), inVain(2, 3))).toEqual({
      state: 'waiting',
      dueAt: at(3),
    })
  })

  // Covers: call-3
  test('does not open what a conversation has ended', () => {
    expect(stateAfter(dial(1, 0, 'human'), inVain(2, 10))).toMatchObject({ state: 'done', reached: true })
    expect(mayBeRetried([dial(1, 0, 'human'), inVain(2, 10)])).toBe(false)
    expect(mayBeRetried([inVain(1, 0)])).toBe(true)
  })
})

// Covers: called-when-16
test('half of the last twenty failing is a burst; less, fewer or cancelled calls are not', () => {
  const list = (failed: number, outcome: CallOutcome, total = 20) =>
    Array.from({ length: total }, (_, index): CallOutcome => (index < failed ? outcome : 'human'))
  expect(failureBurst(list(10, 'provider_fault'))).toBe(10)
  expect(failureBurst(list(10, 'unknown', 40))).toBe(10)
  expect(failureBurst(list(9, 'provider_fault'))).toBeNull()
  expect(failureBurst(list(19, 'provider_fault', 19))).toBeNull()
  expect(failureBurst(list(20, 'cancelled'))).toBeNull()
  expect(failureBurst(list(20, 'busy'))).toBeNull()
  expect(failureBurst([...list(9, 'provider_fault', 9), ...Array<null>(11).fill(null)])).toBeNull()
})
