import { daysBetween, SYDNEY, shortDayName } from '#contract/calendar.ts'
import type { ComplaintStatus } from '#contract/contests/complaints.ts'
import { type ContestStatus, REMIND_DAYS } from '#contract/contests/contests.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import type { Tone } from '#web/ui/tone.ts'

const tones: Record<ContestStatus | ComplaintStatus, Tone> = {
  open: 'amber',
  upheld: 'grey',
  changed: 'green',
  partly_upheld: 'green',
  not_upheld: 'grey',
  withdrawn: 'grey',
}

export const contestTone = (status: ContestStatus): Tone => tones[status]
export const complaintTone = (status: ComplaintStatus): Tone =>
  status === 'upheld' ? 'green' : tones[status]

/** 'by Tue 29 Dec', 'by Tue 1 Dec, 3 days left', '2 days late' */
export function deadline(dueOn: string, now: number): { text: string; isNear: boolean } {
  const days = daysBetween(dayIn(SYDNEY, now), dueOn)
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (days < 0) return { text: `${count} late`, isNear: true }
  const by = `by ${shortDayName(dueOn)}`
  if (days > REMIND_DAYS) return { text: by, isNear: false }
  return { text: days === 0 ? `${by}, today` : `${by}, ${count} left`, isNear: true }
}
