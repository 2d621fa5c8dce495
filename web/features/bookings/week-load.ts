import type { BdmCalendar } from '#contract/bookings/bdm-calendars.ts'

/** How many times of a BDM's week are booked, of those that could be. */
export interface WeekLoad {
  booked: number
  times: number
}

const AWAY: readonly BdmCalendar['slots'][number]['by'][] = ['leave', 'busy', 'block']

/** Times during leave or a block are not counted, unless a meeting is booked in them. */
export function weekLoad({ slots, meetings }: Pick<BdmCalendar, 'slots' | 'meetings'>): WeekLoad {
  const open = slots.filter(({ by }) => !AWAY.includes(by)).length
  return { booked: meetings.length, times: Math.max(open, meetings.length) }
}
