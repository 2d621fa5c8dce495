import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLegal, STRICT } from '#server/calendar/legal-hours.ts'
import type { Place } from '#server/calendar/places.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import type { Ranking } from './best-hours.rules.ts'
import { betterHour, hoursArmOf } from './better-hour.rules.ts'
import { callingWindow } from './calling-window.rules.ts'
import { decide } from './decide.rules.ts'
import type { CallFacts, CallPolicy } from './facts.rules.ts'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** 'Tue 10' */
const hourOf = (text: string): number => DAYS.indexOf(text.slice(0, 3)) * 24 + Number(text.slice(4))
const preferring = (...hours: string[]): Ranking => {
  const preferred = new Set(hours.map(hourOf))
  return { groups: [], of: (region, line) => (region && line === 'mobile' ? preferred : new Set()) }
}
const policy = (ranking: Ranking, changes: Partial<CallPolicy> = {}): CallPolicy => ({
  window: callingWindow(
    {
      days: ['1', '2', '3', '4', '5'],
      ...{ start: '09:00', end: '17:00', zone: 'Australia/Sydney', respectLocalTime: true },
    },
    STRICT,
  ),
  hours: STRICT,
  law: DELIVERED,
  provider: { name: 'simulator', simulated: true },
  dataVersions: {},
  leadMs: 0,
  budgetUsed: null,
  bestHours: { ranking, control: { percent: 20, seed: 1 } },
  ...changes,
})
const sydney: Place = { region: 'NSW', zone: 'Australia/Sydney' }
const melbourne: Place = { region: 'VIC', zone: 'Australia/Melbourne' }
const perth: Place = { region: 'WA', zone: 'Australia/Perth' }
const facts = (changes: Partial<CallFacts> = {}): CallFacts => ({
  brokerId: 1,
  place: sydney,
  ...{ suspendedAt: null, held: null, heldOut: false, callBasis: 'relationship', callBasisAt: null },
  number: { e164: '+61491570156', kind: 'mobile', australian: true, fictitious: true },
  ...{ suppression: null, wash: null, numberDials: [], campaignDials: [], numberTakenBy: null },
  ...{ hoursArm: 'preferred', waitsUntil: null, requested: null },
  ...changes,
})
/** Tuesday noon in Sydney. */
const noon = new Date('2026-11-24T12:00:00+11:00')
const waits = (ranking: Ranking, changes: Partial<CallFacts> = {}, now = noon) => {
  return betterHour(facts(changes), policy(ranking), now)?.getTime() ?? null
}
const at = (text: string): number => Date.parse(text)

describe('a broker who may be called now', () => {
  // Covers: best-hours-2, decision-best-hours
  it('waits for the start of the next preferred hour of today, and is called in one', () => {
    expect(waits(preferring('Tue 16', 'Tue 14', 'Wed 10'))).toBe(at('2026-11-24T14:00:00+11:00'))
    expect(waits(preferring('Tue 12', 'Tue 14'))).toBeNull()
  })

  // Covers: best-hours-4
  it('is told why and until when', () => {
    expect(decide(facts(), policy(preferring('Tue 14')), noon)).toMatchObject({
      verdict: 'later',
      notBefore: new Date('2026-11-24T14:00:00+11:00'),
      reasons: [
        {
          code: 'better_hour',
          text: 'Waits until Tue 24 Nov, 2:00 pm AEDT for an hour in which NSW mobiles are answered more often.',
        },
      ],
    })
  })

  // Covers: best-hours-2
  it('waits for one of the next two calling days where none is left today, and no longer', () => {
    expect(waits(preferring('Tue 10', 'Wed 15'))).toBe(at('2026-11-25T15:00:00+11:00'))
    expect(waits(preferring('Thu 9'))).toBe(at('2026-11-26T09:00:00+11:00'))
    expect(waits(preferring('Fri 9'))).toBeNull()
    // Friday afternoon: Monday and Tuesday are the next two
    const friday = new Date('2026-11-27T15:00:00+11:00')
    expect(waits(preferring('Tue 9'), {}, friday)).toBe(at('2026-12-01T09:00:00+11:00'))
    expect(waits(preferring('Wed 9'), {}, friday)).toBeNull()
  })

  // Covers: best-hours-2
  it('waits by the clock of their own place', () => {
    // 9 am in Perth
    const both = preferring('Tue 10', 'Tue 14')
    expect(waits(both, { place: perth })).toBe(at('2026-11-24T10:00:00+08:00'))
    expect(waits(both)).toBe(at('2026-11-24T14:00:00+11:00'))
  })

  // Covers: best-hours-2
  it('waits over a change to daylight saving until that hour by the new clock', () => {
    const before = new Date('2026-10-02T16:00:00+10:00')
    expect(waits(preferring('Mon 10'), { place: melbourne }, before)).toBe(at('2026-10-05T10:00:00+11:00'))
  })

  // Covers: best-hours-2
  it('does not wait for an hour of a public holiday', () => {
    // Labour Day in New South Wales, none in Victoria
    const before = new Date('2026-10-02T16:00:00+10:00')
    expect(waits(preferring('Mon 10', 'Tue 11'), {}, before)).toBe(at('2026-10-06T11:00:00+11:00'))
  })

  // Covers: best-hours-2
  it('does not wait for an hour outside the hours of the campaign or the law', () => {
    expect(waits(preferring('Tue 18', 'Tue 21', 'Sat 10', 'Sun 10'))).toBeNull()
  })

  it('does not wait for the last moment of an hour, when the dial would come after it', () => {
    const closing = callingWindow(
      {
        days: ['2', '3'],
        ...{ start: '09:00', end: '14:05', zone: 'Australia/Sydney', respectLocalTime: true },
      },
      STRICT,
    )
    const late = policy(preferring('Tue 14', 'Wed 10'), { window: closing, leadMs: 10 * 60_000 })
    expect(betterHour(facts(), late, noon)).toEqual(new Date('2026-11-25T10:00:00+11:00'))
  })

  it('is called where their place or number has no preferred hours, or they are called as without', () => {
    const ranking = preferring('Tue 14')
    expect(waits(ranking, { place: { region: 'NSW', zone: null } })).toBeNull()
    expect(waits(ranking, { place: { region: null, zone: 'Australia/Sydney' } })).toBeNull()
    const number = { e164: '+61255501234', kind: 'fixed', australian: true, fictitious: true } as const
    expect(waits(ranking, { number })).toBeNull()
    expect(waits(ranking, { hoursArm: 'any' })).toBeNull()
    expect(waits(ranking, { hoursArm: null })).toBeNull()
    expect(betterHour(facts(), policy(ranking, { bestHours: null }), noon)).toBeNull()
  })

  it('is called now if they may not be called any more by then', () => {
    const wash = { listed: false, washedOn: '2026-10-26' }
    const ranking = preferring('Wed 14')
    expect(decide(facts({ callBasis: 'none', wash }), policy(ranking), noon).verdict).toBe('call')
    const newer = { listed: false, washedOn: '2026-11-20' }
    expect(decide(facts({ callBasis: 'none', wash: newer }), policy(ranking), noon).verdict).toBe('later')
  })
})

describe('an attempt waits once', () => {
  const waitsUntil = '2026-11-24T04:00:00.000Z' // 3 pm
  // Covers: best-hours-3
  it('until its hour has come, and is dialled at the next legal moment after it', () => {
    expect(waits(preferring('Tue 15'), { waitsUntil })).toBe(at('2026-11-24T15:00:00+11:00'))
    const missed = new Date('2026-11-24T16:30:00+11:00')
    expect(waits(preferring('Tue 15', 'Wed 15'), { waitsUntil }, missed)).toBeNull()
    expect(waits(preferring('Wed 15'), { waitsUntil }, new Date(waitsUntil))).toBeNull()
  })

  // Covers: best-hours-3
  it('and its hour can come forward, but is never put off', () => {
    expect(waits(preferring('Tue 14', 'Tue 15'), { waitsUntil })).toBe(at('2026-11-24T14:00:00+11:00'))
    expect(waits(preferring('Tue 16'), { waitsUntil })).toBeNull()
  })
})

// Covers: best-hours-2
it('a retry waits within the other half of the day alone', () => {
  const dial = { callId: 1, at: '2026-11-23T10:00:00+11:00', outcome: 'no_answer' } as const
  const again = { campaignDials: [dial], numberDials: [dial] }
  const afternoon = new Date('2026-11-24T13:30:00+11:00')
  expect(waits(preferring('Tue 16', 'Wed 10', 'Wed 14'), again, afternoon)).toBe(
    at('2026-11-24T16:00:00+11:00'),
  )
  expect(waits(preferring('Wed 10', 'Wed 14'), again, afternoon)).toBe(at('2026-11-25T14:00:00+11:00'))
  expect(waits(preferring('Wed 10'), again, afternoon)).toBeNull()
})

// Covers: best-hours-2
it('whoever waits may be called when it is over, and nothing refused becomes callable', () => {
  const places = [sydney, melbourne, perth, { region: 'NSW', zone: 'Australia/Broken_Hill' } as const]
  const instants = fc
    .integer({ min: 0, max: 400 * 24 * 60 })
    .map((minutes) => new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000))
  fc.assert(
    fc.property(
      instants,
      fc.constantFrom(...places),
      fc.uniqueArray(fc.integer({ min: 0, max: 167 })),
      fc.boolean(),
      (now, place, hours, retry) => {
        const ranking: Ranking = { groups: [], of: () => new Set(hours) }
        const dialled = { callId: 1, at: '2025-12-20T10:00:00Z', outcome: 'no_answer' } as const
        const who = facts({ place, campaignDials: retry ? [dialled] : [] })
        const without = decide(who, policy(ranking, { bestHours: null }), now)
        const decision = decide(who, policy(ranking), now)
        const then = without.verdict === 'call' ? decision.notBefore : null
        if (!then) {
          expect(decision).toEqual(without)
          return
        }
        expect(then.getTime()).toBeGreaterThan(now.getTime())
        expect(isLegal(then, place)).toBe(true)
        const waitsUntil = then.toISOString()
        expect(decide({ ...who, waitsUntil }, policy(ranking), then).verdict).toBe('call')
      },
    ),
    { numRuns: 1500, seed: 20_261_124 },
  )
})

// Covers: best-hours-4
it('one in five is called as without, the same ones for a seed and others for another', () => {
  const arms = (seed: number) =>
    Array.from({ length: 10_000 }, (_, id) => hoursArmOf({ percent: 20, seed }, id + 1))
  const any = arms(5).filter((arm) => arm === 'any').length
  expect(Math.abs(any - 2000)).toBeLessThan(160)
  expect(arms(5)).toEqual(arms(5))
  expect(arms(5)).not.toEqual(arms(6))
})
