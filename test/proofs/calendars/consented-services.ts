// Microsoft 365 and Google, each played by two servers on this machine, one for each person.

import pino from 'pino'
import { createGoogleCalendars } from '#server/providers/calendars/google/calendars.ts'
import { createMicrosoftCalendars } from '#server/providers/calendars/microsoft/calendars.ts'
import {
  type Announcement,
  CalendarFault,
  type CalendarLink,
  type Calendars,
} from '#server/providers/ports/calendars.ts'
import { startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { startGraphDouble } from '#test/doubles/calendars/graph.ts'
import { type NoticeReceiver, startNoticeReceiver } from '#test/doubles/calendars/notice-receiver.ts'
import type { PersonCalendar } from '#test/doubles/calendars/person-calendar.ts'
import type { Callback } from '#test/doubles/callbacks.ts'
import type { ProofCalendar, ProofService } from './proof-calendar.ts'

const log = pino({ level: 'silent' })
const ZONE = 'Australia/Sydney'
const WEEKS = 60

interface Played {
  adapter: Calendars
  double: {
    calendar: PersonCalendar
    grant(): { refreshToken: string }
    wipe(): void
    close(): Promise<void>
  }
  announcements: Announcement[]
}

type Take = (announcement: Callback) => void

const starts = {
  async microsoft(take: Take) {
    const double = await startGraphDouble({ take })
    return { adapter: createMicrosoftCalendars(double.client, log).calendars, double }
  },
  async google(take: Take) {
    const double = await startGoogleDouble({ take })
    return { adapter: createGoogleCalendars(double.client, log).calendars, double }
  },
} satisfies Record<string, (take: Take) => Promise<Omit<Played, 'announcements'>>>

/** What the adapters call the calendar of each account. */
const CALENDAR = 'primary'
const ids = ['first', 'second'] as const

async function play(start: (take: Take) => Promise<Omit<Played, 'announcements'>>): Promise<Played> {
  const announcements: Announcement[] = []
  const take: Take = ({ headers, body }) => {
    announcements.push({ headers, body: body ? JSON.parse(body) : undefined })
  }
  return { ...(await start(take)), announcements }
}

export async function playedService(service: keyof typeof starts): Promise<ProofService> {
  const played = [await play(starts[service]), await play(starts[service])] as const
  const receiver = await startNoticeReceiver()
  return {
    adapter: adapterOver(played, receiver),
    calendars: [calendarOf(service, played[0], ids[0]), calendarOf(service, played[1], ids[1])],
    announces: true,
    async close() {
      for (const { double } of played) await double.close()
      await receiver.close()
    },
  }
}

/** One adapter over both servers, by the id of the calendar. New subscriptions shake hands with the receiver. */
function adapterOver(played: readonly [Played, Played], receiver: NoticeReceiver): Calendars {
  const of = (link: CalendarLink): Calendars => played[link.calendarId === ids[0] ? 0 : 1].adapter
  const own = (link: CalendarLink): CalendarLink => ({ ...link, calendarId: CALENDAR })
  return {
    service: played[0].adapter.service,
    changes: (link, options) => noting(of(link).changes(own(link), options)),
    putMeeting: (link, meeting, kept) => noting(of(link).putMeeting(own(link), meeting, kept)),
    readMeeting: (link, id) => noting(of(link).readMeeting(own(link), id)),
    findMeeting: (link, uid) => noting(of(link).findMeeting(own(link), uid)),
    removeMeeting: (link, kept) => noting(of(link).removeMeeting(own(link), kept)),
    watch: (link, options) => noting(of(link).watch(own(link), { ...options, address: receiver.url })),
    unwatch: (link, watched) => of(link).unwatch(own(link), watched),
    withdraw: (link) => of(link).withdraw(own(link)),
    tokensOf: (announcement) => played[0].adapter.tokensOf(announcement),
    endedTokensOf: (announcement) => played[0].adapter.endedTokensOf(announcement),
  }
}

/** The played services answer: a fault that is not planned is of this machine, e.g. of a process that gets no time. */
async function noting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CalendarFault) || error.kind !== 'changed') console.error('not planned:', error)
    throw error
  }
}

function calendarOf(
  service: keyof typeof starts,
  { double, announcements }: Played,
  calendarId: string,
): ProofCalendar {
  const { calendar } = double
  const { hands } = calendar
  return {
    connection: { service, calendarId, label: 'Work', credentials: double.grant() },
    announced: () => announcements.splice(0),
    async clear() {
      double.wipe()
    },
    hands: {
      async entries() {
        return calendar
          .present()
          .flatMap((item) => calendar.occurrencesOf(item))
          .map(({ item, time }) => ({
            ...{ ref: item.id, uid: item.own.property ?? null },
            ...{ start: time.from, end: time.to },
          }))
      },
      async add({ start, end, weekly }) {
        const entry = { from: start, to: end }
        if (weekly) hands.addSeries(entry, { everyDays: 7, count: WEEKS, zone: ZONE })
        else hands.add(entry)
      },
      async move(ref, start, end) {
        hands.move(ref, { from: start, to: end })
      },
      async remove(ref) {
        hands.remove(ref)
      },
    },
  }
}
