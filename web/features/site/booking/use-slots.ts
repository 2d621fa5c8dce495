import { useCallback, useRef, useState } from 'react'
import { type AvailabilityDay, availability, HORIZON_DAYS, type Slot } from '#contract/bookings.ts'
import { addDays, type Day, firstDayOf, lastDayOf, type Month, monthOf } from '#contract/calendar.ts'
import { call } from '#web/api/call.ts'

type DaysOfMonth = readonly AvailabilityDay[]
export type MonthState = { state: 'loading' | 'failed' } | { state: 'loaded'; days: DaysOfMonth }

export interface SlotChoice {
  today: Day
  /** The last day on which a meeting can be booked. */
  last: Day
  month: Month
  date: Day
  /** Null until one is chosen, and again when it is no longer free. */
  slot: Slot | null
  slots: readonly Slot[]
  /** Of the chosen date's month. */
  state: MonthState['state']
  /** Whether a day of the shown month has a free slot; undefined while that is not known. */
  isOffered: (day: Day) => boolean | undefined
  /** The first day after the chosen one with a free slot, as far as months are loaded. */
  nextOffered: Day | null
  showMonth: (month: Month) => void
  /** Another date clears the slot. */
  chooseDate: (day: Day) => void
  chooseSlot: (slot: Slot | null) => void
  /** Reloads the visible slots: somebody else may have booked. */
  refresh: () => Promise<void>
}

interface Options {
  today: Day
  /** What the server knew of the first month. */
  days: DaysOfMonth
  broker: number | null
}

const hasFree = (day: AvailabilityDay): boolean => day.slots.some((slot) => slot.available)

/** Which month is shown, which day and slot are chosen, and what is free then; months are loaded when first shown. */
export function useSlots({ today, days, broker }: Options): SlotChoice {
  const [months, setMonths] = useState<Record<Month, MonthState>>({
    [monthOf(today)]: { state: 'loaded', days },
  })
  const [month, setMonth] = useState(monthOf(today))
  const [date, setDate] = useState(today)
  const [start, setStart] = useState<string | null>(null)
  const newest = useRef<Record<Month, number>>({})

  const load = useCallback(
    async (wanted: Month): Promise<void> => {
      const turn = (newest.current[wanted] ?? 0) + 1
      newest.current[wanted] = turn
      const first = firstDayOf(wanted)
      const query = {
        from: first < today ? today : first,
        to: lastDayOf(wanted),
        ...(broker !== null && { broker }),
      }
      // what is known stays on screen while it is asked for again
      setMonths((all) => (all[wanted]?.state === 'loaded' ? all : { ...all, [wanted]: { state: 'loading' } }))
      const found = await call(availability, { query }).catch(() => null)
      if (newest.current[wanted] !== turn) return
      setMonths((all) => {
        if (found) return { ...all, [wanted]: { state: 'loaded', days: found } }
        return all[wanted]?.state === 'loaded' ? all : { ...all, [wanted]: { state: 'failed' } }
      })
    },
    [broker, today],
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
    .filter((day) => day.date > date && hasFree(day))
    .map((day) => day.date)
    .sort()
  return {
    today,
    last: addDays(today, HORIZON_DAYS),
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
    nextOffered: offered[0] ?? null,
    showMonth,
    chooseDate: (day) => {
      setDate(day)
      setStart(null)
      showMonth(monthOf(day))
    },
    chooseSlot: (slot) => setStart(slot?.start ?? null),
    refresh: async () => {
      await Promise.all([...new Set([month, monthOf(date)])].map(load))
    },
  }
}
