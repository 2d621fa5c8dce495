import { retryAfterSeconds } from '../live/fault.ts'
import { CalendarFault } from '../ports/calendars.ts'

/** Without a time of its own the service is left alone for this long. */
const BUSY_MS = 60_000

/** The sentences for faults of one service. */
export interface ServiceFaults {
  revoked(): CalendarFault
  busy(retryAfter: string | null): CalendarFault
  unreachable(why: string): CalendarFault
  /** An answer that is none of the service. */
  strange(): CalendarFault
  changed(): CalendarFault
  /** @param code the service's own, e.g. ErrorAccessDenied */
  refused(code: string): CalendarFault
}

/** @param service e.g. Microsoft */
export function serviceFaults(service: string): ServiceFaults {
  return {
    revoked: () =>
      new CalendarFault(
        'revoked',
        `${service} no longer lets Brokerline use this calendar. Connect it again.`,
      ),
    busy: (retryAfter) => {
      const seconds = retryAfterSeconds(retryAfter, new Date())
      return new CalendarFault('busy', `${service} is limiting requests. Brokerline tries again later.`, {
        retryAfterMs: seconds === null ? BUSY_MS : seconds * 1000,
      })
    },
    unreachable: (why) => new CalendarFault('unreachable', `${service} cannot be used right now: ${why}`),
    strange: () =>
      new CalendarFault('unreachable', `${service} cannot be used right now: its answer cannot be read.`),
    changed: () =>
      new CalendarFault(
        'changed',
        `The entry was changed or deleted in the calendar of ${service} in the meantime.`,
      ),
    refused: (code) =>
      new CalendarFault('refused', `${service} refused the request${code && ` (${code.slice(0, 80)})`}.`),
  }
}
