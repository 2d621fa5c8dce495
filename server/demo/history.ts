import { addDays } from '#contract/calendar.ts'
import { localDate, type Place } from '#server/calendar/places.ts'
import type { CallingWindow } from '#server/modules/dialling/calling-window.rules.ts'
import type { Random } from '#server/platform/random.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Calls start within steps of this length. */
const STEP_MS = 5 * MINUTE_MS
/** A call and its consequences are within the same week. */
const MARGIN_MS = 15 * MINUTE_MS

/**
 * Last digits by which the simulator plays an outcome: 0 rings out, 1–4 the menu options, 5 no response, 6 busy,
 * 7 voicemail, 9 hangs up in the greeting. `screened`: a call screener puts no call through.
 */
export type Ending = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 9 | 'screened'

export interface PastCall {
  /** Index into the demo world's brokers. */
  person: number
  /** Index into its campaigns. */
  campaign: number
  at: Date
  ending: Ending
}

/** The ending of an opt-out: later calls leave these brokers out. */
const OPT_OUT = 4
/** Indexes of the campaigns that called in the week before, and in the last week. */
const BEFORE = 2
const LAST = [3, 4]

type Endings = readonly (readonly [Ending, number])[]

/**
 * How the calls of one week ended. The two weeks are laid out so that on the day of loading the dashboard reads
 * 12% up (200 → 224 calls), 5.2% up (90 of 200 → 106 of 224 responses), 2.1% down (47 → 46 meetings) and
 * 8.7% up (23 → 25 accreditations).
 */
const weekBefore: Endings = [
  [1, 15],
  [2, 47],
  [3, 23],
  [4, 5],
  [5, 30],
  [9, 9],
  [0, 40],
  ['screened', 4],
  [6, 9],
  [7, 18],
]
const lastWeek: Endings = [
  [1, 26],
  [2, 46],
  [3, 25],
  [4, 9],
  [5, 34],
  [9, 9],
  [0, 41],
  ['screened', 5],
  [6, 9],
  [7, 20],
]

/** How the calls of each campaign of earlier months ended, oldest campaign first. */
const earlierMonths: readonly { from: number; to: number; endings: Endings }[] = [
  {
    from: 120,
    to: 68,
    endings: [
      [1, 7],
      [2, 15],
      [3, 8],
      [4, 3],
      [5, 15],
      [9, 5],
      [0, 22],
      [6, 4],
      [7, 9],
    ],
  },
  {
    from: 66,
    to: 16,
    endings: [
      [1, 10],
      [2, 19],
      [3, 11],
      [4, 3],
      [5, 14],
      [9, 4],
      [0, 20],
      [6, 4],
      [7, 9],
    ],
  },
]

/** Number of brokers that the history needs; later ones were never called. */
export const CALLED_PEOPLE = 250

export interface PastPlan {
  now: Date
  /** Where the brokers are, and since when the lender has them. */
  places: readonly (Place & { since: Date })[]
  /** When each campaign calls. */
  windows: readonly CallingWindow[]
}

/**
 * The calls of the last four months, oldest first, each at a time when its campaign may call that broker. A broker has at most
 * three calls: one in earlier months and one in each of the last two weeks. No call is so near to the end of its week
 * that a passing day would move it out, so the figures of the dashboard hold for the whole day of loading.
 */
export function pastCalls(random: Random, plan: PastPlan): PastCall[] {
  const people = Array.from({ length: CALLED_PEOPLE }, (_, index) => index)
  const ago = (days: number): number => plan.now.getTime() - days * DAY_MS
  const calls: PastCall[] = []
  const called = new Set<number>()
  const optedOut = new Set<number>()
  const add = (undated: readonly Undated[], period: Period): void => {
    calls.push(...onDays(random, undated, plan, period))
    for (const { person, ending } of undated) {
      called.add(person)
      if (ending === OPT_OUT) optedOut.add(person)
    }
  }
  for (const [campaign, { endings, from, to }] of earlierMonths.entries()) {
    const callable = people.filter((person) => {
      const since = plan.places[person]?.since
      return since && since.getTime() < ago(from) && !called.has(person)
    })
    const undated = spread(random, { endings, people: random.shuffled(callable), campaigns: [campaign] })
    add(undated, { from: ago(from), to: ago(to) })
  }
  const callable = () => random.shuffled(people.filter((person) => !optedOut.has(person)))
  add(spread(random, { endings: weekBefore, people: callable(), campaigns: [BEFORE] }), {
    from: ago(13),
    to: ago(7) - MARGIN_MS,
  })
  add(spread(random, { endings: lastWeek, people: callable(), campaigns: LAST }), {
    from: ago(6),
    to: ago(0) - MARGIN_MS,
  })
  return calls.sort((a, b) => a.at.getTime() - b.at.getTime())
}

type Undated = Omit<PastCall, 'at'>

function spread(
  random: Random,
  plan: { endings: Endings; people: number[]; campaigns: number[] },
): Undated[] {
  const endings = random.shuffled(
    plan.endings.flatMap(([ending, count]) => Array<Ending>(count).fill(ending)),
  )
  return endings.map((ending, index) => {
    const person = plan.people[index]
    if (person === undefined) throw new Error('the demo world has too few brokers for its history')
    return { person, ending, campaign: random.pick(plan.campaigns) }
  })
}

interface Period {
  from: number
  to: number
}

/** Gives each call a time within the period at which its campaign may call that broker. */
function onDays(random: Random, calls: readonly Undated[], plan: PastPlan, period: Period): PastCall[] {
  const found = new Map<string, number[]>()
  const momentsOf = ({ person, campaign }: Undated): number[] => {
    const place = plan.places[person]
    const window = plan.windows[campaign]
    if (!place || !window) throw new Error('the demo world lacks a broker or a campaign of its history')
    const key = `${campaign} ${place.region} ${place.zone}`
    const moments = found.get(key) ?? openMoments(window, place, period)
    found.set(key, moments)
    return moments
  }
  return calls.map((call) => {
    const moments = momentsOf(call)
    // only holidays, or a year without a holiday table: the call is still placed in the period
    const start = moments.length > 0 ? random.pick(moments) : (period.from + period.to) / 2
    return { ...call, at: new Date(start + random.below(STEP_MS)) }
  })
}

function openMoments(window: CallingWindow, place: Place, { from, to }: Period): number[] {
  const moments: number[] = []
  const last = localDate(to, place)
  for (let date = localDate(from, place); date <= last; date = addDays(date, 1)) {
    for (const [open, close] of window.day(place, date)) {
      const end = Math.min(close, to)
      for (let at = Math.max(open, from); at + STEP_MS <= end; at += STEP_MS) moments.push(at)
    }
  }
  return moments
}
