import { type RawBuilder, sql } from 'kysely'
import {
  type AvailabilityDay,
  type availability,
  HORIZON_DAYS,
  MAX_AVAILABILITY_DAYS,
} from '#contract/bookings.ts'
import { addDays, daysFromTo } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { isBusinessDay, sydneyDate, sydneyMidnight } from '#server/calendar/days.ts'
import { spokenTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { invalid } from '#server/platform/errors.ts'
import {
  type Busy,
  type Calendar,
  type Candidate,
  lastBookableDay,
  mergeSpans,
  slotsOfDays,
  twoToOffer,
} from './slots.rules.ts'
import { holdsTime } from './store.ts'

export type BdmCalendar = Calendar & Candidate

interface Row extends Omit<BdmCalendar, 'busy'> {
  /** Epoch seconds as PostgreSQL writes an array: '{1,2}'. */
  starts: string
  ends: string
}

// A query returns thousands of spans: as JSON they take PostgreSQL five times as long as plain arrays, and as Dates
// they would take the driver longer still.
const seconds = (bound: 'lower' | 'upper'): RawBuilder<string> =>
  sql`array_agg(date_part('epoch', ${sql.raw(bound)}(during))::bigint)::text`

function busyOf({ starts, ends }: Row): Busy[] {
  const [from, to] = [msOf(starts), msOf(ends)]
  return mergeSpans(from.map((start, index): Busy => [start, to[index] ?? start]))
}

const msOf = (array: string): number[] =>
  array === '{}'
    ? []
    : array
        .slice(1, -1)
        .split(',')
        .map((second) => Number(second) * 1000)

/**
 * Calendars of all active BDMs with their busy times from `from` to `to`, in one query.
 * @param except a booking to ignore, because it is being moved
 */
export async function loadCalendars(
  ctx: Ctx,
  { from, to, except = 0 }: { from: Date; to: Date; except?: number },
): Promise<BdmCalendar[]> {
  const range: RawBuilder<unknown> = sql`tstzrange(${from}, ${to})`
  const { rows } = await sql<Row>`
    select bdms.id, bdms.regions, bdms.hours, bdms.blocks,
           coalesce(taken.starts, '{}') as starts, coalesce(taken.ends, '{}') as ends, coalesce(taken.meetings, 0) as meetings
    from bdms left join (
      select bdm_id, ${seconds('lower')} as starts, ${seconds('upper')} as ends,
             count(*) filter (where meeting)::int as meetings
      from (select bdm_id, during, true as meeting from bookings
              where ${holdsTime(ctx.now())} and during && ${range} and id <> ${except}
            union all
            select bdm_id, during, false from bdm_absences where during && ${range}) spans
      group by bdm_id
    ) taken on taken.bdm_id = bdms.id
    where bdms.active order by bdms.id`.execute(ctx.db)
  return rows.map((row) => {
    const { id, regions, hours, blocks, meetings } = row
    return { id, regions, hours, blocks, meetings, busy: busyOf(row) }
  })
}

/** Slots of every day from `from` to `to`, both included; none beyond the horizon. @throws AppError invalid */
export async function viewAvailability(
  ctx: Ctx,
  { from, to }: Pick<QueryOf<typeof availability>, 'from' | 'to'>,
): Promise<AvailabilityDay[]> {
  if (to < from) throw invalid({ to: 'The last day cannot be before the first' })
  if (addDays(from, MAX_AVAILABILITY_DAYS - 1) < to) {
    throw invalid({ to: `Choose at most ${MAX_AVAILABILITY_DAYS} days` })
  }
  const calendars = await loadCalendars(ctx, {
    from: sydneyMidnight(from),
    to: sydneyMidnight(addDays(to, 1)),
  })
  const last = lastBookableDay(ctx.now())
  const days = slotsOfDays(calendars, daysFromTo(from, to), ctx.now())
  return days.map(({ date, slots }) => ({ date, slots: date <= last ? slots : [] }))
}

/** The rest of the current month, which the booking page shows first. */
export async function viewMonth(ctx: Ctx): Promise<AvailabilityDay[]> {
  const today = sydneyDate(ctx.now())
  const next = Temporal.PlainDate.from(today).with({ day: 1 }).add({ months: 1 }).toString()
  return viewAvailability(ctx, { from: today, to: addDays(next, -1) })
}

/** Searched first: nearly always holds a free time, at a tenth of the cost. */
const FIRST_DAYS = 10

export interface FreeTimes {
  calendars: BdmCalendar[]
  /** Starts at which at least one of them is free, in order. */
  starts: number[]
}

/** The next free times from the next business day on; searches further ahead if there are fewer than `wanted` soon. */
export async function nextFreeTimes(ctx: Ctx, wanted: number): Promise<FreeTimes> {
  const now = ctx.now()
  let first = addDays(sydneyDate(now), 1)
  while (!isBusinessDay(first) && first < addDays(sydneyDate(now), HORIZON_DAYS)) first = addDays(first, 1)
  let found: FreeTimes = { calendars: [], starts: [] }
  for (const days of [FIRST_DAYS, HORIZON_DAYS]) {
    const last = [addDays(first, days - 1), lastBookableDay(now)].toSorted()[0] ?? first
    const calendars = await loadCalendars(ctx, {
      from: sydneyMidnight(first),
      to: sydneyMidnight(addDays(last, 1)),
    })
    const starts = slotsOfDays(calendars, daysFromTo(first, last), now)
      .flatMap(({ slots }) => slots)
      .filter(({ available }) => available)
      .map(({ start }) => Date.parse(start))
    found = { calendars, starts }
    if (calendars.length === 0 || starts.length >= wanted) break
  }
  return found
}

/** A slot that an agent offers in a call, and how it is spoken. */
export interface MeetingSlot {
  /** ISO 8601. */
  start: string
  spoken: string
}

/** Two free times for a call to offer, or fewer if there are fewer. */
export async function viewMeetingSlots(ctx: Ctx): Promise<MeetingSlot[]> {
  const { starts } = await nextFreeTimes(ctx, 2)
  return twoToOffer(starts).map((start) => ({
    start: new Date(start).toISOString(),
    spoken: spokenTime(new Date(start)),
  }))
}
