import pino from 'pino'
import { createCaldav } from '#server/providers/calendars/caldav.ts'
import { type CaldavDouble, caldavDouble } from '#test/doubles/caldav-double.ts'
import { eventIcs, movedIcs, readEvent } from '#test/worlds/calendars-world.ts'
import type { ProofCalendar, ProofService } from './proof-calendar.ts'
import { expandWeekly } from './weekly.ts'

/** CalDAV, played by two servers on this machine. */
export async function playedCaldav(): Promise<ProofService> {
  const doubles = [await caldavDouble(), await caldavDouble()] as const
  return {
    adapter: createCaldav({
      allowPrivate: true,
      privateHosts: [],
      hosts: null,
      log: pino({ level: 'silent' }),
    }),
    calendars: [calendarOf(doubles[0]), calendarOf(doubles[1])],
    announces: false,
    async close() {
      for (const double of doubles) await double.close()
    },
  }
}

let own = 0
function calendarOf(double: CaldavDouble): ProofCalendar {
  const { user, password, objects } = double
  return {
    connection: {
      ...{ service: 'caldav', calendarId: double.calendarUrl, label: 'Work' },
      credentials: { user, password },
    },
    announced: () => [],
    async clear() {
      objects.clear()
    },
    hands: {
      async entries() {
        return [...objects].flatMap(([ref, { ics }]) => {
          const { uid, start, end } = readEvent(ics)
          const isOwn = uid.startsWith('own-')
          const spans = ics.includes('RRULE') ? expandWeekly(start, end) : [{ start, end }]
          return spans.map((span) => ({ ref, uid: isOwn ? null : uid, ...span }))
        })
      },
      async add({ start, end, weekly }) {
        own += 1
        double.put(`own-${own}.ics`, eventIcs(`own-${own}`, start, end, { weekly }))
      },
      async move(ref, start, end) {
        const stored = objects.get(ref)
        if (stored) double.put(ref, movedIcs(stored.ics, start, end))
      },
      async remove(ref) {
        double.remove(ref)
      },
    },
  }
}
