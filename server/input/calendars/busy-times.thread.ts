import { NotACalendar } from '#server/input/calendars/read-ics.ts'
import { errorLine } from '#server/platform/startup-error.ts'
import { type BusyRequest, type BusyTimes, busyTimes } from './busy-times.ts'

export type BusyAnswer = ({ ok: true } & BusyTimes) | { ok: false; reason: string }

export function perform(request: BusyRequest): BusyAnswer {
  try {
    return { ok: true, ...busyTimes(request) }
  } catch (error) {
    const reason =
      error instanceof NotACalendar ? error.message : `It could not be read: ${errorLine(error)}.`
    return { ok: false, reason }
  }
}
