interface Hours {
  days: readonly string[]
  /** HH:MM */
  start: string
  end: string
}

const WEEKDAY_OPEN = '09:00'
const WEEKDAY_CLOSE = '20:00'
const SATURDAY_CLOSE = '17:00'

/** Warnings for the hours outside the legal calling hours; empty if there are none. */
export function lostHours({ days, start, end }: Hours): string[] {
  const lost: string[] = []
  if (days.includes('0')) lost.push('Nobody is called on Sundays.')
  if (start < WEEKDAY_OPEN) lost.push('Nobody is called before 9:00 am.')
  const onWeekdays = days.some((day) => day >= '1' && day <= '5')
  if (onWeekdays && end > WEEKDAY_CLOSE) lost.push('Nobody is called after 8:00 pm.')
  if (days.includes('6') && end > SATURDAY_CLOSE) lost.push('Nobody is called after 5:00 pm on Saturdays.')
  return lost
}
