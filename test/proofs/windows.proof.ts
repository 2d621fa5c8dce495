// Long proof of the calling windows: random places, campaigns and instants against an independent oracle.
// Run: node test/proofs/windows.proof.ts [cases] [seed]
import fc from 'fast-check'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { timezones } from '#contract/campaigns/campaigns.ts'
import { isLegal, nextLegal } from '#server/calendar/legal-hours.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import { type CampaignWindow, callingWindow, sameDay } from '#server/modules/dialling/calling-window.rules.ts'
import {
  clocksByPostcode,
  homeZones,
  type OraclePlace,
  oracleInsideHours,
  oracleLegal,
  oracleOpen,
} from './windows-oracle.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const from = Date.UTC(2026, 0, 2)
const to = Date.UTC(2027, 11, 20)

// Clock changes, holidays and their neighbours are met far more often than by chance.
const interesting = [
  '2026-04-04T16:00Z',
  '2026-10-03T16:00Z',
  '2027-04-03T16:00Z',
  '2027-10-02T16:00Z',
  '2026-04-03T00:00Z',
  '2026-04-25T00:00Z',
  '2026-04-27T00:00Z',
  '2026-11-03T00:00Z',
  '2026-12-24T08:00Z',
  '2026-12-28T00:00Z',
  '2026-12-31T09:00Z',
  '2027-01-26T00:00Z',
  '2027-03-29T00:00Z',
  '2027-04-26T00:00Z',
].map((text) => Date.parse(text))

const instants = fc.oneof(
  fc.integer({ min: from, max: to }),
  fc
    .tuple(fc.constantFrom(...interesting), fc.integer({ min: -60 * HOUR, max: 60 * HOUR }))
    .map(([at, offset]) => at + offset),
  // whole and half hours, and the millisecond before
  fc
    .tuple(
      fc.integer({ min: Math.ceil(from / (30 * MINUTE)), max: to / (30 * MINUTE) }),
      fc.constantFrom(0, -1),
    )
    .map(([slot, offset]) => slot * 30 * MINUTE + offset),
)

const places: fc.Arbitrary<OraclePlace> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom<Region>(...regions)
      .chain((region) => fc.constantFrom(...homeZones[region]).map((zone) => ({ region, zone }))),
  },
  { weight: 1, arbitrary: fc.constant({ region: null, zone: null }) },
  { weight: 1, arbitrary: fc.constantFrom<Region>(...regions).map((region) => ({ region, zone: null })) },
)

const time = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )
const campaigns: fc.Arbitrary<CampaignWindow> = fc
  .record({
    days: fc.subarray(['0', '1', '2', '3', '4', '5', '6'], { minLength: 1 }),
    start: time,
    end: time,
    zone: fc.constantFrom(...timezones.map(({ value }) => value)),
    respectLocalTime: fc.boolean(),
  })
  .map((window) => (window.start < window.end ? window : { ...window, start: '09:00', end: '17:00' }))

const cases = fc.record({
  place: places,
  window: fc.oneof(
    fc.constant<CampaignWindow>({
      days: ['1', '2', '3', '4', '5'],
      start: '09:00',
      end: '17:00',
      zone: 'Australia/Sydney',
      respectLocalTime: true,
    }),
    campaigns,
  ),
  respectStateHolidays: fc.boolean(),
  at: instants,
  /** Where between `at` and the answer to look for an opening that was missed. */
  probe: fc.double({ min: 0, max: 0.999_999, noNaN: true }),
})

type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never

/** Throws, with the smallest case found, where rules and oracle differ. @param path where a run found a fault */
export function proveWindows(runs: number, seed: number, path?: string): void {
  fc.assert(fc.property(cases, check), { numRuns: runs, seed, path })
}

const ofPostcodes = fc.record({
  postcode: fc.constantFrom(...Object.keys(clocksByPostcode)),
  region: fc.constantFrom<Region | null>(null, ...regions),
  // by the quarter of an hour, half of them in July and half in January
  at: fc
    .tuple(
      fc.constantFrom(Date.UTC(2027, 0, 1), Date.UTC(2027, 6, 1)),
      fc.integer({ min: 0, max: 31 * 96 - 1 }),
    )
    .map(([month, quarter]) => month + quarter * 15 * MINUTE),
})

/** Throws where a broker with one of these postcodes could be called outside the hours of one of its localities. */
export function provePostcodes(runs: number, seed: number): void {
  fc.assert(
    fc.property(ofPostcodes, ({ postcode, region, at }) => {
      const legal = isLegal(new Date(at), { region, zone: zoneFor(region, postcode) })
      return !legal || oracleInsideHours(at, postcode, region)
    }),
    { numRuns: runs, seed },
  )
  // 3 pm in Sydney is inside the hours of every locality
  const open = Date.UTC(2027, 6, 14, 5)
  for (const postcode of Object.keys(clocksByPostcode)) {
    equal(isLegal(new Date(open), { region: null, zone: zoneFor(null, postcode) }), true, postcode)
  }
}

function check({ place, window, respectStateHolidays, at, probe }: Case): boolean {
  const policy = { respectStateHolidays }
  const calling = callingWindow(window, policy)
  const open = (instant: number) => oracleOpen(instant, place, window, respectStateHolidays)
  const now = new Date(at)
  equal(isLegal(now, place, policy), oracleLegal(at, place, respectStateHolidays), 'isLegal')
  equal(calling.isOpen(now, place), open(at), 'isOpen')

  const legal = nextLegal(now, place, policy)?.getTime()
  if (legal === undefined) throw new Error('no legal hour found')
  equal(oracleLegal(legal, place, respectStateHolidays), true, 'nextLegal is legal')
  equal(legal === at || !oracleLegal(legal - 1, place, respectStateHolidays), true, 'nextLegal is the first')

  const next = calling.next(now, place)?.getTime()
  if (next === undefined) return true
  equal(open(next), true, 'next is open')
  equal(next === at || !open(next - 1), true, 'next begins there')
  equal(next > at && open(at + Math.floor(probe * (next - at))), false, 'nothing open before next')

  const retry = calling.nextRetry(now, new Date(next), place)
  if (!retry) {
    // hours that open in one week a year, between two countries' clock changes, may need more than the year ahead
    const again = calling.next(new Date(next + DAY), place)?.getTime()
    equal(again === undefined || again - next > 360 * DAY, true, 'a window that opens again has both halves')
    return true
  }
  equal(open(retry.getTime()), true, 'retry is open')
  // the one day of an unknown place is the date that all its zones share in their permitted hours
  equal(sameDay(new Date(next), retry, place) || retry.getTime() <= next, false, 'retry is on a later day')
  return true
}

function equal(actual: boolean, expected: boolean, what: string): void {
  if (actual !== expected) throw new Error(`${what}: rules say ${actual}, oracle says ${expected}`)
}

if (import.meta.main) {
  const runs = Number(process.argv[2] ?? 1_000_000)
  const seed = Number(process.argv[3] ?? 20_261_121)
  const start = performance.now()
  proveWindows(runs, seed)
  provePostcodes(runs, seed)
  const seconds = (performance.now() - start) / 1000
  process.stdout.write(
    `windows: ${runs} cases agree with the oracle (seed ${seed}, ${seconds.toFixed(1)} s)\n`,
  )
}
