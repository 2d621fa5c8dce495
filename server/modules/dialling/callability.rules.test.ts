import { expect, test } from 'vitest'
import { holidayTable } from '#server/calendar/holidays.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { ANY_HOURS, callabilityOf } from './callability.rules.ts'
import { callingWindow } from './calling-window.rules.ts'
import type { CallFacts, CallPolicy, PastDial } from './facts.rules.ts'

const hours = { respectStateHolidays: true, table: holidayTable }
const policy: CallPolicy = {
  window: callingWindow(ANY_HOURS, hours),
  hours,
  law: DELIVERED,
  provider: { name: 'simulator', simulated: true },
  dataVersions: {},
  leadMs: 0,
  bestHours: null,
  budgetUsed: null,
}
const facts: CallFacts = {
  brokerId: 1,
  place: { region: 'NSW', zone: 'Australia/Sydney' },
  ...{ suspendedAt: null, held: null, suppression: null, wash: null },
  callBasis: 'relationship',
  callBasisAt: '2026-01-05T00:00:00.000Z',
  number: { e164: '+61491570156', kind: 'mobile', australian: true, fictitious: true },
  ...{ numberDials: [], campaignDials: [], numberTakenBy: null, heldOut: false },
  ...{ hoursArm: null, waitsUntil: null, requested: null },
}
const tuesdayNoon = new Date('2026-11-24T12:00:00+11:00')
const dial = (at: string): PastDial => ({ callId: 1, at: new Date(at).toISOString(), outcome: 'no_answer' })
const answer = (change: Partial<CallFacts>, now = tuesdayNoon) => {
  const { label, reasons } = callabilityOf({ ...facts, ...change }, policy, now)
  return [label, reasons.join(' ')]
}

// Covers: brokers-11
test('within the legal hours the answer is yes, with the basis', () => {
  expect(answer({})).toEqual([
    'Yes',
    'May be called (existing relationship), inside calling hours in Sydney.',
  ])
})

// Covers: brokers-11
test('outside them it is no until they open, on the same day by the clock', () => {
  expect(answer({}, new Date('2026-11-24T20:30:00+11:00'))[0]).toBe('No until Wed 25 Nov')
  expect(answer({}, new Date('2026-11-24T07:30:00+11:00'))[0]).toBe('No until 9:00 am AEDT')
  // Saturday evening: no Sundays
  expect(answer({}, new Date('2026-11-28T18:00:00+11:00'))[0]).toBe('No until Mon 30 Nov')
})

test('after a dial today it is no until tomorrow', () => {
  expect(answer({ numberDials: [dial('2026-11-24T10:00:00+11:00')] })[0]).toBe('No until Wed 25 Nov')
})

// Covers: brokers-11
test('after three dials in 30 days it is no until the oldest of them is older', () => {
  const numberDials = ['2026-11-23', '2026-11-12', '2026-11-02'].map((day) => dial(`${day}T10:00:00+11:00`))
  const [label, why] = answer({ numberDials })
  expect(label).toBe('No until Wed 2 Dec')
  expect(why).toContain('dialled 3 times in the last 30 days')
  expect(why).toContain('May be called again from Wed 2 Dec')
})

// Covers: simulator-6
test.each([
  ['alone', {}],
  [
    'after three dials in 30 days',
    {
      numberDials: ['2026-11-23', '2026-11-12', '2026-11-02'].map((day) => dial(`${day}T10:00:00+11:00`)),
    },
  ],
])('a broker who waits for a review, %s, is on hold until reviewed', (_, change) => {
  const held = {
    reason: 'Credit representative 990123 ended on 31 October 2026',
    since: '2026-11-20T00:00:00Z',
  }
  const { answer: kind, label, reasons } = callabilityOf({ ...facts, ...change, held }, policy, tuesdayNoon)
  expect([kind, label]).toEqual(['on_hold', 'On hold until reviewed'])
  expect(reasons[0]).toContain('990123')
  const suspended = { suspendedAt: '2026-11-21T00:00:00Z', held }
  expect(answer({ ...change, ...suspended })[0]).toBe('Never')
})

// Covers: brokers-11
test.each([
  [
    'an opt-out',
    { suppression: { source: 'key', since: '2026-11-01T00:00:00Z' } },
    'Opted out by pressing 4',
  ],
  ['no basis', { callBasis: 'none' as const }, 'No basis to call'],
  ['no number', { number: null }, 'No phone number'],
  ['a suspension', { suspendedAt: '2026-11-01T00:00:00Z' }, 'Suspended since'],
])('with %s it is never, and why', (_, change, reason) => {
  const [label, why] = answer(change)
  expect(label).toBe('Never')
  expect(why).toContain(reason)
})
