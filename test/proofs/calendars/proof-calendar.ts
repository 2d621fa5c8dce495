import type { NewConnection } from '#server/modules/calendars/connect.ts'
import type { Announcement, Calendars } from '#server/providers/ports/calendars.ts'

/** An entry as the person sees it in their own program. */
export interface SeenEntry {
  ref: string
  /** `CalendarMeeting.uid` of a meeting's entry; null: the person's own. */
  uid: string | null
  start: Date
  end: Date
}

/** What the person does in their own program, without our adapter. */
export interface CalendarHands {
  entries(): Promise<SeenEntry[]>
  /** @param weekly repeated every week at the same time in Sydney, without an end */
  add(entry: { start: Date; end: Date; weekly: boolean }): Promise<void>
  /** Of one that is not repeated. */
  move(ref: string, start: Date, end: Date): Promise<void>
  remove(ref: string): Promise<void>
}

/** A calendar of a service, as the proof plays it. */
export interface ProofCalendar {
  connection: NewConnection
  hands: CalendarHands
  /** The announcements since the last call, in order; a service that announces nothing has none. */
  announced(): Announcement[]
  /** Deletes all entries. */
  clear(): Promise<void>
}

/** A service with two calendars of two people. */
export interface ProofService {
  adapter: Calendars
  calendars: readonly [ProofCalendar, ProofCalendar]
  /** It announces changes, so that it is read less often. */
  announces: boolean
  close(): Promise<void>
}
