import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { STRICT } from '#server/calendar/legal-hours.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { homeZones, oracleOpen } from '#test/proofs/windows-oracle.ts'
import { type CampaignWindow, callingWindow } from '../calling-window.rules.ts'
import { decide } from '../decide.rules.ts'
import type { CallFacts, CallPolicy, PastDial } from '../facts.rules.ts'
import { MAX_DAYS_AHEAD, proposeTime, type Wish } from './requested-time.rules.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const START = Date.parse('2026-09-20T00:00:00Z')

const policyOf = (hours: CampaignWindow): CallPolicy => ({
  window: callingWindow(hours, STRICT),
  hours: STRICT,
  law: DELIVERED,
  provider: { name: 'simulator', simulated: true },
  dataVersions: {},
  leadMs: 0,
  bestHours: null,
  budgetUsed: null,
})

const allDay: CampaignWindow = {
  days: ['0', '1', '2', '3', '4', '5', '6'],
  start: '00:00',
  end: '23:59',
  zone: 'Australia/Sydney',
  respectLocalTime: true,
}

const factsOf = (place: CallFacts['place'], numberDials: PastDial[] = []): CallFacts => ({
  ...{ brokerId: 1, place, suspendedAt: null, held: null, heldOut: false, hoursArm: null, waitsUntil: null },
  ...{ requested: null, callBasis: 'relationship', callBasisAt: null, suppression: null, wash: null },
  number: { e164: '+61491570156', kind: 'mobile', australian: true, fictitious: true },
  ...{ numberDials, campaignDials: numberDials.slice(0, 1), numberTakenBy: null },
})

const place = fc.constantFrom<{ region: Region | null; zone: string | null }>(
  ...regions.flatMap((region) => homeZones[region].map((zone) => ({ region, zone }))),
  { region: null, zone: null },
)
const hours = fc.constantFrom<CampaignWindow>(
  allDay,
  { ...allDay, days: ['1', '2', '3', '4', '5'], start: '09:00', end: '17:00' },
  { ...allDay, days: ['2', '6'], start: '10:30', end: '12:15', respectLocalTime: false },
)
/** Minutes of half a year, which has both changes of clocks, Christmas and Easter. */
const now = fc.integer({ min: 0, max: 200 * 1440 }).map((minutes) => new Date(START + minutes * MINUTE))
const wish = fc.record({
  ahead: fc.integer({ min: -600, max: MAX_DAYS_AHEAD * 1440 }),
  minutes: fc.integer({ min: 1, max: 600 }),
})

const cases = fc.record({ place, hours, now, wish })
const wishAt = (at: Date, { ahead, minutes }: { ahead: number; minutes: number }): Wish => {
  const from = new Date(at.getTime() + ahead * MINUTE)
  return { from, to: new Date(from.getTime() + minutes * MINUTE) }
}

describe('the time that is proposed for a wish', () => {
  // Covers: requested-calls-8
  it('is open by an independent calculation, and the wished one wherever that is open', () => {
    fc.assert(
      fc.property(cases, ({ place: at, hours: window, now: when, wish: named }) => {
        const wished = wishAt(when, named)
        const proposal = proposeTime(factsOf(at), policyOf(window), wished, when)
        if (proposal.kind !== 'time') {
          // only where nothing is open for long, or the year has no table of holidays
          expect(proposal.reasons[0]?.code).toMatch(/outside_hours|too_far/)
          return
        }
        const isOpen = (instant: number) => oracleOpen(instant, at, window, true)
        const { dueAt, until, moved } = proposal
        expect(isOpen(dueAt.getTime())).toBe(true)
        expect(isOpen(until.getTime() - 1000)).toBe(true)
        expect(dueAt.getTime()).toBeGreaterThan(when.getTime())
        const earliest = Math.max(wished.from.getTime(), when.getTime() + 5 * MINUTE)
        if (earliest < wished.to.getTime() && isOpen(earliest)) {
          expect(dueAt.getTime()).toBe(earliest)
          expect(moved).toBe(false)
        }
        // nothing between the wish and a later proposal is open
        for (let step = earliest; step < dueAt.getTime(); step += 30 * MINUTE)
          expect(isOpen(step)).toBe(false)
        expect(moved).toBe(dueAt < wished.from || dueAt >= wished.to)
      }),
      { seed: 20261201, numRuns: 500 },
    )
  })

  it('agrees with the decision before the dial, at any moment of its window', () => {
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 0.999, noNaN: true }), (given, part) => {
        const policy = policyOf(given.hours)
        const facts = factsOf(given.place)
        const proposal = proposeTime(facts, policy, wishAt(given.now, given.wish), given.now)
        if (proposal.kind !== 'time') return
        const { dueAt, until } = proposal
        const at = new Date(dueAt.getTime() + Math.floor((until.getTime() - dueAt.getTime()) * part))
        const requested = { dueAt: dueAt.toISOString(), until: until.toISOString() }
        expect(decide({ ...facts, requested }, policy, at).verdict).toBe('call')
      }),
      { seed: 20261201, numRuns: 800 },
    )
  })

  // Covers: requested-calls-5
  it('obeys three dials in thirty days and one requested dial a day', () => {
    const dials = fc.array(fc.record({ daysAgo: fc.integer({ min: 0, max: 40 }), requested: fc.boolean() }), {
      maxLength: 4,
    })
    fc.assert(
      fc.property(cases, dials, (given, past) => {
        const numberDials = past
          .map(
            ({ daysAgo, requested }, at): PastDial => ({
              ...{ callId: at, at: new Date(given.now.getTime() - daysAgo * DAY).toISOString() },
              ...{ outcome: 'human', requested },
            }),
          )
          .sort((a, b) => (a.at < b.at ? 1 : -1))
        const facts = factsOf(given.place, numberDials)
        const proposal = proposeTime(facts, policyOf(given.hours), wishAt(given.now, given.wish), given.now)
        if (proposal.kind !== 'time') return
        const due = proposal.dueAt.getTime()
        const counted = numberDials.filter((dial) => Date.parse(dial.at) > due - 30 * DAY)
        expect(counted.length).toBeLessThan(3)
        const zone = given.place.zone ?? 'Australia/Sydney'
        const day = (at: number) =>
          Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString()
        const sameDay = numberDials.filter((dial) => dial.requested && day(Date.parse(dial.at)) === day(due))
        expect(sameDay).toEqual([])
      }),
      { seed: 20261201, numRuns: 800 },
    )
  })

  it('further ahead than sixty days is refused', () => {
    const at = new Date('2026-10-01T10:00:00+10:00')
    const from = new Date(at.getTime() + 61 * DAY)
    const proposal = proposeTime(
      factsOf({ region: 'NSW', zone: 'Australia/Sydney' }),
      policyOf(allDay),
      { from, to: from },
      at,
    )
    expect(proposal).toMatchObject({ kind: 'refused', reasons: [{ code: 'too_far' }] })
  })
})
