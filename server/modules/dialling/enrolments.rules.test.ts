import { expect, test } from 'vitest'
import { type CallOutcome, callOutcomes } from '#contract/calls.ts'
import { STRICT } from '#server/calendar/legal-hours.ts'
import { callingWindow } from './calling-window.rules.ts'
import { enrolmentAfter, failureBurst } from './enrolments.rules.ts'

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
      at: new Date(`2026-11-${20 + 2 * index}T10:00:00+11:00`),
    })),
    { window, place, now },
  )

test.each(callOutcomes)('after one dial that ended as %s', (outcome) => {
  const again = ['no_answer', 'voicemail', 'busy', 'provider_fault'].includes(outcome)
  expect(after(outcome)).toEqual(
    again
      ? { state: 'waiting', dueAt: new Date('2026-11-24T13:00:00+11:00') }
      : { state: 'done', endedReason: outcome, reached: outcome === 'human' },
  )
})

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
