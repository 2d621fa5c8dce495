import {
  type CalendarChanges,
  type CalendarEntry,
  CalendarFault,
  type CalendarFaultKind,
  type CalendarLink,
  type CalendarMeeting,
  type Calendars,
} from '#server/providers/ports/calendars.ts'
import type { PersonCalendar } from '../doubles/calendars/person-calendar.ts'
import type { Fault } from '../doubles/double.ts'

/** The tests' interface to a service in addition to the port: it plays the service and the person. */
export interface CalendarHarness {
  calendars: Calendars
  /** Of a person who has connected their calendar: a fresh one for each call. */
  link(): CalendarLink
  /** Of the person. */
  email: string
  hands: PersonCalendar['hands']
  /** All that is in the calendar, by the service's own record. */
  present(): { id: string; from: Date; to: Date; title: string }[]
  /** Empties the calendar. */
  clear(): void
  /** The person takes the permission away. */
  revoke(): void
  setFault(fault: Fault | null): void
  /** Requests since the start. */
  requests(): number
  close(): Promise<void>
}

/** Of a service that keeps cursors, and answers with pages of JSON. */
export interface PagedHarness extends CalendarHarness {
  /** The service forgets its cursors. */
  forgetCursors(): void
  /** The service answers reads with this text. */
  answerReads(text: string | null): void
  /** Each page of a read leads to a further one. */
  neverEnd(on: boolean): void
}

export const at = (text: string): Date => new Date(text)
export const WINDOW = { from: at('2026-11-29T13:00:00Z'), to: at('2027-01-30T13:00:00Z') }
export const MEETING: CalendarMeeting = {
  uid: 'booking-7@brokerline.example',
  start: at('2026-12-03T22:00:00Z'),
  end: at('2026-12-03T23:00:00Z'),
  title: 'Meeting with Priya Shah',
  description: 'Product discussion\nhttps://brokerline.example/m/abc',
  videoLink: null,
}

/** The harness of a suite, once it exists. */
export type Harness = () => CalendarHarness

/** What the cases do with the calendar. */
export function stepsOf(harness: Harness) {
  const read = (
    link: CalendarLink,
    cursor: string | null = null,
    options: { window?: typeof WINDOW; tentativeIsBusy?: boolean } = {},
  ) =>
    harness().calendars.changes(link, {
      cursor,
      window: WINDOW,
      email: harness().email,
      tentativeIsBusy: true,
      ...options,
    })
  const timesOf = (entries: readonly CalendarEntry[]): string[][] =>
    entries
      // some services give entries of the person a UID too
      .filter(({ isFree, meetingUid }) => !isFree || meetingUid?.startsWith('booking-'))
      .flatMap(({ spans }) => spans.map(({ from, to }) => [from.toISOString(), to.toISOString()]))
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b))
  const put = (
    link: CalendarLink,
    change: Partial<CalendarMeeting> = {},
    kept: { id: string; etag: string } | null = null,
  ) => harness().calendars.putMeeting(link, { ...MEETING, ...change }, kept)
  /** A repeated write may find the entry, or say that there is one. @returns null for the latter */
  const putAgain = (link: CalendarLink, change: Partial<CalendarMeeting> = {}) =>
    put(link, change).catch((error: unknown) => {
      if (error instanceof CalendarFault && error.kind === 'changed') return null
      throw error
    })
  const entryOf = ({ changed }: CalendarChanges, uid = MEETING.uid): CalendarEntry => {
    const own = changed.filter(({ meetingUid }) => meetingUid === uid)
    if (own.length !== 1 || !own[0]) throw new Error(`${own.length} entries of the meeting`)
    return own[0]
  }
  const faultOf = async (work: Promise<unknown>): Promise<CalendarFault> => {
    const error = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof CalendarFault)) throw new Error(`no fault of the calendar, but ${error}`)
    return error
  }
  const kindOf = async (work: Promise<unknown>): Promise<CalendarFaultKind> => (await faultOf(work)).kind
  return { read, timesOf, put, putAgain, entryOf, faultOf, kindOf }
}

/** The entries after a further read. */
export function merge(
  before: readonly CalendarEntry[],
  { isWhole, changed, removed }: CalendarChanges,
): CalendarEntry[] {
  const entries = new Map(isWhole ? [] : before.map((entry) => [entry.id, entry]))
  for (const id of removed) entries.delete(id)
  for (const entry of changed) entries.set(entry.id, entry)
  return [...entries.values()]
}
