import { useCallback, useRef, useState } from 'react'
import { type AvailabilityDay, availability, HORIZON_DAYS, type Slot } from '#contract/bookings/bookings.ts'
import { addDays, type Day, firstDayOf, lastDayOf, type Month, monthOf } from '#contract/calendar.ts'
import { call } from '#web/api/call.ts'

type DaysOfMonth = readonly AvailabilityDay[]
export type MonthState = { state: 'loading' | 'failed' } | { state: 'loaded'; days: DaysOfMonth }

export interface SlotChoice {
  today: Day
  /** The last day on which a meeting can be booked. */
  last: Day
  /** No day of the whole bookable range has a free slot, according to the server. */
  hasNone: boolean
  month: Month
  date: Day
  /** Null until one is chosen, and again when it is no longer free. */
  slot: Slot | null
  slots: readonly Slot[]
  /** Of the chosen date's month. */
  state: MonthState['state']
  /** Whether a day of the shown month has a free slot; undefined while the month is loading. */
  isOffered: (day: Day) => boolean | undefined
  /** The first day after this one with a free slot, as far as months are loaded. */
  nextOffered: (after: Day) => Day | null
  /** The first days with free slots, each with its first ones, as far as months are loaded. */
  nextFree: readonly { date: Day; slots: readonly Slot[] }[]
  showMonth: (month: Month) => void
  /** Another date clears the slot. */
  chooseDate: (day: Day) => void
  chooseSlot: (slot: Slot | null) => void
  /** The day of a meeting that is moved, where it is within the bookable range. */
  showDay: (day: Day) => void
  /** The choice on this page before it was reloaded. */
  restore: (day: Day, start: string | null) => void
  /** Reloads the visible slots: somebody else may have booked. */
  refresh: () => Promise<void>
}

interface Options {
  today: Day
  /** The server's data for the first months, up to one that has a free slot. */
  days: DaysOfMonth
  /** The signed link that opened the page: the server offers the times of that person. */
  link: { broker?: number; key?: string; token?: string }
}

const hasFree = (day: AvailabilityDay): boolean => day.slots.some((slot) => slot.available)

const SHOWN_DAYS = 3
const SHOWN_TIMES = 3

/** @param offered days with free slots, in order */
const firstFree = (offered: DaysOfMonth): { date: Day; slots: Slot[] }[] =>
  offered.slice(0, SHOWN_DAYS).map(({ date, slots }) => ({
    date,
    slots: slots.filter(({ available }) => available).slice(0, SHOWN_TIMES),
  }))

/** The month of today counts as loaded even where it has no day left. */
function monthsOf(days: DaysOfMonth, today: Day): Record<Month, MonthState> {
  const known: Record<Month, MonthState> = { [monthOf(today)]: { state: 'loaded', days: [] } }
  for (const [month, own] of Map.groupBy(days, ({ date }) => monthOf(date))) {
    known[month] = { state: 'loaded', days: own }
  }
  return known
}

/** The shown month, the chosen day and slot, and the free times; months are loaded when first shown. */
export function useSlots({ today, days, link: { broker, key, token } }: Options): SlotChoice {
  const first = days.find(hasFree)?.date ?? today
  // the server looks through the months up to one with a free slot
  const hasNone = !days.some(hasFree)
  const [months, setMonths] = useState(() => monthsOf(days, today))
  const [month, setMonth] = useState(monthOf(first))
  const [date, setDate] = useState(first)
  const [start, setStart] = useState<string | null>(null)
  const newest = useRef<Record<Month, number>>({})

  const load = useCallback(
    async (wanted: Month): Promise<void> => {
      const turn = (newest.current[wanted] ?? 0) + 1
      newest.current[wanted] = turn
      const from = firstDayOf(wanted)
      const query = {
        from: from < today ? today : from,
        to: lastDayOf(wanted),
        ...{ broker, key, token },
      }
      // loaded days stay on screen while the month is refetched
      setMonths((all) => (all[wanted]?.state === 'loaded' ? all : { ...all, [wanted]: { state: 'loading' } }))
      const found = await call(availability, { query }).catch(() => null)
      if (newest.current[wanted] !== turn) return
      setMonths((all) => {
        if (found) return { ...all, [wanted]: { state: 'loaded', days: found } }
        return all[wanted]?.state === 'loaded' ? all : { ...all, [wanted]: { state: 'failed' } }
      })
    },
    [broker, key, token, today],
  )
  const showMonth = (wanted: Month): void => {
    setMonth(wanted)
    const known = months[wanted]?.state
    if (known !== 'loaded' && known !== 'loading') void load(wanted)
  }
  const stateOf = (wanted: Month): MonthState => months[wanted] ?? { state: 'loading' }
  const dayOf = (day: Day): AvailabilityDay | undefined => {
    const known = stateOf(monthOf(day))
    return known.state === 'loaded' ? known.days.find((each) => each.date === day) : undefined
  }
  const slots = dayOf(date)?.slots ?? []
  const offered = Object.values(months)
    .flatMap((known) => (known.state === 'loaded' ? known.days : []))
    .filter(hasFree)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const nextOffered = (after: Day): Day | null => offered.find(({ date }) => date > after)?.date ?? null
  const choose = (day: Day, chosen: string | null): void => {
    if (day < today || day > addDays(today, HORIZON_DAYS)) return
    setDate(day)
    setStart(chosen)
    showMonth(monthOf(day))
  }
  return {
    today,
    last: addDays(today, HORIZON_DAYS),
    hasNone,
    month,
    date,
    slot: slots.find((slot) => slot.start === start && slot.available) ?? null,
    slots,
    state: stateOf(monthOf(date)).state,
    isOffered: (day) => {
      if (stateOf(monthOf(day)).state !== 'loaded') return undefined
      const known = dayOf(day)
      return known !== undefined && hasFree(known)
    },
    nextOffered,
    nextFree: firstFree(offered),
    showMonth,
    chooseDate: (day) => {
      setDate(day)
      setStart(null)
      showMonth(monthOf(day))
    },
    chooseSlot: (slot) => setStart(slot?.start ?? null),
    showDay: (day) => choose(day, null),
    restore: choose,
    refresh: async () => {
      await Promise.all([...new Set([month, monthOf(date)])].map(load))
    },
  }
}
