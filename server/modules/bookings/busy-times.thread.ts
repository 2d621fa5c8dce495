import { errorLine } from '#server/platform/startup-error.ts'
import { type BusyRequest, busyTimes, NotACalendar } from './busy-times.rules.ts'
import type { Busy } from './slots.rules.ts'

export type BusyAnswer = { ok: true; spans: Busy[] } | { ok: false; reason: string }

export function perform(request: BusyRequest): BusyAnswer {
  try {
    return { ok: true, spans: busyTimes(request) }
  } catch (error) {
    const reason =
      error instanceof NotACalendar ? error.message : `It could not be read: ${errorLine(error)}.`
    return { ok: false, reason }
  }
}
