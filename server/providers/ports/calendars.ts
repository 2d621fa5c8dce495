import type { CalendarService } from '#contract/bookings/calendar-services.ts'

/** E.g. a password or a refresh token, and where the service is. Stored encrypted; only the service that made them reads them. */
export type CalendarCredentials = Readonly<Record<string, string>>

/** How a connected calendar is reached. */
export interface CalendarLink {
  credentials: CalendarCredentials
  /** The service's id of the calendar: for CalDAV its address. */
  calendarId: string
  /** Stores credentials that the service has replaced, e.g. a rotated refresh token. */
  renew(credentials: CalendarCredentials): Promise<void>
}

/** A time, both instants. */
export interface CalendarSpan {
  from: Date
  to: Date
}

/** An entry of the connected calendar, as far as it is used. Titles and attendees are not read. */
export interface CalendarEntry {
  /** The service's id. */
  id: string
  /** The version of the entry as the service counts it. */
  etag: string
  /**
   * `CalendarMeeting.uid` for an entry that `putMeeting` wrote, also where the person has moved it. Where the service keeps no
   * mark, the iCalendar UID of the entry: one that is not of a meeting is ignored. null: surely not of a meeting.
   */
  meetingUid: string | null
  /** Times within the window: none where it is cancelled; several for a series. */
  spans: CalendarSpan[]
  /** It is shown as free, or declined: its times count only where it is of a meeting. */
  isFree?: boolean
}

export interface CalendarChanges {
  /** The entries are all of the window: what was known and is not among them is gone. */
  isWhole: boolean
  changed: CalendarEntry[]
  /** Ids of entries that were deleted or moved out of the window. */
  removed: string[]
  /** Continues from here. */
  cursor: string
}

/** A meeting as it is written into the calendar. */
export interface CalendarMeeting {
  /** Stable over all versions of the meeting. */
  uid: string
  start: Date
  end: Date
  title: string
  /** Plain text. */
  description: string
  /** A link of the organisation or the BDM; null: the service makes one where it can. */
  videoLink: string | null
}

/** An entry that `putMeeting` wrote. */
export interface KeptEntry {
  id: string
  etag: string
}

export interface WrittenEntry extends KeptEntry {
  /** The link of the meeting that the service made; null: none. */
  videoLink: string | null
}

/** `revoked`: the person must connect again. `changed`: the entry is another version than `KeptEntry.etag`, or gone. */
export type CalendarFaultKind = 'revoked' | 'unreachable' | 'busy' | 'changed' | 'refused'

/** The message is a sentence for the person whose calendar it is, without secrets. */
export class CalendarFault extends Error {
  override name = 'CalendarFault'
  readonly kind: CalendarFaultKind
  /** `busy`: how long to wait. */
  readonly retryAfterMs: number | null
  constructor(
    kind: CalendarFaultKind,
    message: string,
    { retryAfterMs = null }: { retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}

/** A request at the address of `watch`. Untrusted. */
export interface Announcement {
  /** Lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** JSON; undefined: none. */
  body: unknown
}

/** Calendars of one service. A method takes 20 seconds at most. Every one throws `CalendarFault`, and nothing else on account of what the service answers. */
export interface Calendars {
  readonly service: CalendarService
  /**
   * What changed since `cursor`; null: everything. Where the service has forgotten the cursor the answer is whole. A series is
   * expanded within the window. An entry that cannot be read is left out, and logged.
   */
  changes(
    link: CalendarLink,
    options: {
      cursor: string | null
      window: CalendarSpan /** The address of the person. */
      email: string
      tentativeIsBusy: boolean
    },
  ): Promise<CalendarChanges>
  /**
   * Writes a meeting: a new entry where `kept` is null, else the next version of it. A repeated call with the same uid makes no
   * second entry.
   */
  putMeeting(link: CalendarLink, meeting: CalendarMeeting, kept: KeptEntry | null): Promise<WrittenEntry>
  /**
   * The entry as it is now, wherever in time: a change of the person is confirmed by it before the meeting follows. Spans are
   * not clipped; of a series, those of the next year. null: it is deleted or cancelled.
   */
  readMeeting(link: CalendarLink, id: string): Promise<CalendarEntry | null>
  /** As `readMeeting`, by `CalendarMeeting.uid`: for an entry whose id was not recorded. */
  findMeeting(link: CalendarLink, uid: string): Promise<CalendarEntry | null>
  /** Deletes the entry of a meeting. One that is already gone is no fault. */
  removeMeeting(link: CalendarLink, kept: KeptEntry): Promise<void>
  /**
   * Has changes announced at `address` with `token`, until the returned time. Renews `watched` where it is given.
   * @returns null: the service announces nothing
   */
  watch(
    link: CalendarLink,
    options: { address: string; token: string; watched: WatchedCalendar | null },
  ): Promise<WatchedCalendar | null>
  /** Ends what `watch` began. An ended one is no fault. */
  unwatch(link: CalendarLink, watched: WatchedCalendar): Promise<void>
  /** Withdraws the permission that the person gave, where the service offers it. One that is withdrawn is no fault. */
  withdraw(link: CalendarLink): Promise<void>
  /** The tokens of `watch` in an announcement, as it names them. */
  tokensOf(announcement: Announcement): string[]
  /** Those of them whose announcements have ended, or end unless they are renewed now. */
  endedTokensOf(announcement: Announcement): string[]
}

export interface WatchedCalendar {
  /** The service's id of the subscription. */
  id: string
  /** The service's id of what is watched, where ending it needs one. */
  resource: string
  expiresAt: Date
}

/** The calendars of the services; null: this installation is not set up for it. */
export interface CalendarProviders {
  caldav: PasswordCalendars
  microsoft: Calendars | null
  google: Calendars | null
}

/** Where a person's calendars are, and how they sign in. */
export interface CalendarAccess {
  address: string
  user: string
  password: string
}

/** A service that a person signs in to with a user name and a password. */
export interface PasswordCalendars extends Calendars {
  /** The calendars that can be written to. @throws CalendarFault */
  list(access: CalendarAccess): Promise<{ id: string; name: string }[]>
  /** What is stored of an access. */
  credentialsOf(access: CalendarAccess): CalendarCredentials
}
