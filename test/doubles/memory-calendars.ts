import {
  type CalendarEntry,
  CalendarFault,
  type Calendars,
  type WatchedCalendar,
} from '#server/providers/ports/calendars.ts'

export interface MemoryCalendars extends Calendars {
  /** By id. */
  entries: Map<string, CalendarEntry>
  /** Where changes are announced, and with which token. */
  watches: { address: string; token: string; id: string }[]
  ended: WatchedCalendar[]
  /** Permissions that were withdrawn. */
  withdrawn: number
  /** What the next calls throw; null: nothing. */
  fault: CalendarFault | null
  /** The link that it makes for each meeting. */
  link: string | null
}

/** A calendar service in memory that announces changes and makes links of video calls. @param now of the test */
export function memoryCalendars(now: () => Date): MemoryCalendars {
  let versions = 0
  const entries: MemoryCalendars['entries'] = new Map()
  const requireWell = (): void => {
    if (calendars.fault) throw calendars.fault
  }
  const calendars: MemoryCalendars = {
    service: 'microsoft',
    ...{ entries, watches: [], ended: [], withdrawn: 0, fault: null, link: 'https://meet.example.com/a' },
    async changes(_link, { window }) {
      requireWell()
      const isWithin = ({ spans }: CalendarEntry): boolean =>
        spans.some(({ from, to }) => from < window.to && to > window.from)
      return {
        isWhole: true,
        changed: [...entries.values()].filter(isWithin),
        removed: [],
        cursor: String(versions),
      }
    },
    async putMeeting(_link, { uid, start, end, videoLink }, kept) {
      requireWell()
      const id = kept?.id ?? `entry of ${uid}`
      if (kept ? entries.get(id)?.etag !== kept.etag : entries.has(id))
        throw new CalendarFault('changed', 'The entry was changed.')
      versions += 1
      const etag = `v${versions}`
      entries.set(id, { id, etag, meetingUid: uid, spans: [{ from: start, to: end }] })
      return { id, etag, videoLink: videoLink === null ? calendars.link : null }
    },
    async readMeeting(_link, id) {
      requireWell()
      return entries.get(id) ?? null
    },
    async findMeeting(_link, uid) {
      requireWell()
      return [...entries.values()].find(({ meetingUid }) => meetingUid === uid) ?? null
    },
    async removeMeeting(_link, { id }) {
      requireWell()
      entries.delete(id)
    },
    async watch(_link, { address, token, watched }) {
      const id = watched?.id ?? `watch ${calendars.watches.length + 1}`
      calendars.watches.push({ address, token, id })
      return { id, resource: 'work', expiresAt: new Date(now().getTime() + 3 * 86_400_000) }
    },
    async unwatch(_link, watched) {
      requireWell()
      calendars.ended.push(watched)
    },
    async withdraw() {
      requireWell()
      calendars.withdrawn += 1
    },
    tokensOf: ({ body }) => (Array.isArray(body) ? body.map(String) : []),
    endedTokensOf: () => [],
  }
  return calendars
}
