import { type RawBuilder, sql } from 'kysely'
import {
  type AvailabilityDay,
  type availability,
  HORIZON_DAYS,
  MAX_AVAILABILITY_DAYS,
  type Slot,
} from '#contract/bookings/bookings.ts'
import { addDays, daysFromTo, lastDayOf, monthOf } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { isBusinessDay, sydneyDate, sydneyMidnight, weekOf } from '#server/calendar/days.ts'
import { mergeSpans, type Span } from '#server/calendar/spans.ts'
import { isInOfficeHours } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { invalid } from '#server/platform/errors.ts'
import {
  type Candidate,
  type Diary,
  freeStarts,
  lastBookableDay,
  MEETING_MS,
  slotsOfDays,
} from './slots.rules.ts'
import { holdsTime } from './store.ts'

/** `meetings`: of the time that was loaded. Times that are held in a call are meetings too. */
export type BdmCalendar = Diary & Candidate

interface Row extends Omit<BdmCalendar, 'busy' | 'meetings' | 'meetingStarts'> {
  /** Epoch seconds as PostgreSQL writes an array: '{1,2}'. */
  starts: string
  ends: string
  meetingStarts: string
}

// A query returns thousands of spans: as JSON they take PostgreSQL five times as long as plain arrays, and as Dates
// they would take the driver longer still.
const seconds = (bound: 'lower' | 'upper', of = sql`true`): RawBuilder<string> =>
  sql`(array_agg(date_part('epoch', ${sql.raw(bound)}(during))::bigint) filter (where ${of}))::text`

function busyOf({ starts, ends }: Row): Span[] {
  const [from, to] = [msOf(starts), msOf(ends)]
  return mergeSpans(from.map((start, index): Span => [start, to[index] ?? start]))
}

const msOf = (array: string): number[] =>
  array === '{}'
    ? []
    : array
        .slice(1, -1)
        .split(',')
        .map((second) => Number(second) * 1000)

interface CalendarsOptions {
  from: Date
  to: Date
  except?: number
  callId?: number
  bdmId?: number | undefined
}

/**
 * Calendars of all active BDMs with their busy times from `from` to `to`, in one query.
 * @param except a booking to ignore, because it is being moved
 * @param callId a call whose own held times count as free
 * @param bdmId this one's alone
 */
export async function loadCalendars(
  ctx: Ctx,
  { from, to, except = 0, callId = 0, bdmId }: CalendarsOptions,
): Promise<BdmCalendar[]> {
  const range: RawBuilder<unknown> = sql`tstzrange(${from}, ${to})`
  const { rows } = await sql<Row>`
    select bdms.id, bdms.regions, bdms.hours, bdms.blocks,
           coalesce(taken.starts, '{}') as starts, coalesce(taken.ends, '{}') as ends,
           coalesce(taken.meeting_starts, '{}') as meeting_starts
    from bdms left join (
      select bdm_id, ${seconds('lower')} as starts, ${seconds('upper')} as ends,
             ${seconds('lower', sql`meeting`)} as meeting_starts
      from (select bdm_id, during, true as meeting from bookings
              where ${holdsTime(ctx.now())} and during && ${range} and id <> ${except}
            union all
            select bdm_id, during, true from reserved_times
              where held_until > ${ctx.now()} and call_id <> ${callId} and during && ${range}
            union all
            select bdm_id, during, false from bdm_absences where during && ${range}) spans
      group by bdm_id
    ) taken on taken.bdm_id = bdms.id
    where bdms.active ${bdmId === undefined ? sql`` : sql`and bdms.id = ${bdmId}`} order by bdms.id`.execute(
    ctx.db,
  )
  return rows.map((row) => {
    const { id, regions, hours, blocks } = row
    const meetingStarts = msOf(row.meetingStarts)
    return { id, regions, hours, blocks, meetings: meetingStarts.length, meetingStarts, busy: busyOf(row) }
  })
}

type DaysOptions = Pick<QueryOf<typeof availability>, 'from' | 'to'> &
  Pick<CalendarsOptions, 'except' | 'bdmId'> & {
    now?: Date
    /** Of the person: only slots within 8 am and 6 pm of their clock are offered. */
    zone?: string | null
  }

/** Slots of every day from `from` to `to`, both included; none beyond the horizon. @throws AppError invalid */
export async function viewDays(
  ctx: Ctx,
  { from, to, now = ctx.now(), zone = null, ...which }: DaysOptions,
): Promise<AvailabilityDay[]> {
  if (to < from) throw invalid({ to: 'The last day cannot be before the first' })
  if (addDays(from, MAX_AVAILABILITY_DAYS - 1) < to) {
    throw invalid({ to: `Choose at most ${MAX_AVAILABILITY_DAYS} days` })
  }
  const calendars = await loadCalendars(ctx, {
    from: sydneyMidnight(from),
    to: sydneyMidnight(addDays(to, 1)),
    ...which,
  })
  const last = lastBookableDay(now)
  const days = slotsOfDays(calendars, daysFromTo(from, to), now)
  const isOffered = ({ start }: Slot): boolean => {
    const at = Date.parse(start)
    return isInOfficeHours(at, at + MEETING_MS, zone)
  }
  return days.map(({ date, slots }) => ({ date, slots: date <= last ? slots.filter(isOffered) : [] }))
}

/** From today to the end of the first month that has a free time: the booking page's first view. */
export async function viewFirstMonths(ctx: Ctx, zone: string | null): Promise<AvailabilityDay[]> {
  const last = lastBookableDay(ctx.now())
  const days: AvailabilityDay[] = []
  for (let from = sydneyDate(ctx.now()); from <= last; from = addDays(days.at(-1)?.date ?? last, 1)) {
    const month = await viewDays(ctx, { from, to: lastDayOf(monthOf(from)), zone })
    days.push(...month)
    if (month.some(({ slots }) => slots.some(({ available }) => available))) break
  }
  return days
}

/** Searched first: nearly always holds a free time, at a tenth of the cost. */
const FIRST_DAYS = 10

export interface FreeTimesSearch {
  /** The clock that days and notice go by. */
  now: Date
  /** So many are enough: further days are searched only where there are fewer. */
  wanted: number
  /** No time before this; by default from the next business day on. */
  from?: Date | undefined
  /** A call whose own held times count as free. */
  callId?: number
  /** Of the person: times are within 8 am and 6 pm of their clock. */
  zone?: string | null
}

export interface FreeTimes {
  /** Of whole weeks. */
  calendars: BdmCalendar[]
  /** Starts at which at least one of them is free, in order. */
  starts: number[]
}

/** The next free times from the next business day on. */
export async function nextFreeTimes(ctx: Ctx, search: FreeTimesSearch): Promise<FreeTimes> {
  const { now, wanted, from, callId, zone = null } = search
  const first = firstDay(now, from)
  const earliest = from?.getTime() ?? 0
  let found: FreeTimes = { calendars: [], starts: [] }
  for (const days of [FIRST_DAYS, HORIZON_DAYS]) {
    const last = [addDays(first, days - 1), lastBookableDay(now)].toSorted()[0] ?? first
    if (last < first) break
    const range = {
      from: weekOf(sydneyMidnight(first).getTime()).from,
      to: weekOf(sydneyMidnight(last).getTime()).to,
    }
    const calendars = await loadCalendars(ctx, { ...range, ...(callId !== undefined && { callId }) })
    const starts = freeStarts(calendars, daysFromTo(first, last), now).filter(
      (start) => start >= earliest && isInOfficeHours(start, start + MEETING_MS, zone),
    )
    found = { calendars, starts }
    if (calendars.length === 0 || starts.length >= wanted) break
  }
  return found
}

/** The next business day, or the day of `from` where that is later. */
function firstDay(now: Date, from: Date | undefined): string {
  const today = sydneyDate(now)
  let first = addDays(today, 1)
  while (!isBusinessDay(first) && first < addDays(today, HORIZON_DAYS)) first = addDays(first, 1)
  return from === undefined ? first : ([first, sydneyDate(from)].toSorted()[1] ?? first)
}

/** Whether a meeting could be booked in a call now: somebody takes meetings, and has a time left. */
export async function hasFreeTime(ctx: Ctx, now: Date): Promise<boolean> {
  const { starts } = await nextFreeTimes(ctx, { now, wanted: 1 })
  return starts.length > 0
}
