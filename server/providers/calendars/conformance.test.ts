import { pino } from 'pino'
import type { CalendarLink } from '#server/providers/ports/calendars.ts'
import type { CalendarHarness, PagedHarness } from '#test/calendar-conformance/harness.ts'
import { calendarConformance, pagedCalendarConformance } from '#test/calendar-conformance.ts'
import { caldavDouble } from '#test/doubles/caldav-double.ts'
import { caldavHands } from '#test/doubles/calendars/caldav-hands.ts'
import { startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { startGraphDouble } from '#test/doubles/calendars/graph.ts'
import type { PersonCalendar } from '#test/doubles/calendars/person-calendar.ts'
import type { Answer, Fault, Seen } from '#test/doubles/double.ts'
import { createCaldav } from './caldav.ts'
import { createGoogleCalendars } from './google/calendars.ts'
import { createMicrosoftCalendars } from './microsoft/calendars.ts'

const log = pino({ level: 'silent' })

interface Played {
  seen: Seen[]
  calendar: PersonCalendar
  state: { answer: ((seen: Seen) => Answer | null) | null }
  oauth: { revoke(): void; isSignIn(path: string): boolean }
  forgetCursors(): void
  grant(): { refreshToken: string }
  setFault(fault: (() => Fault | undefined) | undefined): void
  close(): Promise<void>
}

function harnessOf(
  double: Played,
  calendars: CalendarHarness['calendars'],
  { isRead, endless, calendarId }: { isRead: RegExp; endless: (count: number) => object; calendarId: string },
): PagedHarness {
  let pages = 0
  const answerReads = (answer: () => Answer['body']): void => {
    double.state.answer = ({ path }) =>
      isRead.test(path)
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: answer() }
        : null
  }
  return {
    calendars,
    email: 'mia@lender.example',
    link() {
      const link: CalendarLink = {
        credentials: double.grant(),
        calendarId,
        async renew(credentials) {
          link.credentials = credentials
        },
      }
      return link
    },
    hands: double.calendar.hands,
    present: () => double.calendar.present().map(({ id, time, title }) => ({ id, ...time, title })),
    clear() {
      for (const { id } of double.calendar.present()) double.calendar.hands.remove(id)
    },
    forgetCursors: double.forgetCursors,
    revoke: () => double.oauth.revoke(),
    setFault(fault) {
      double.setFault(fault ? () => fault : undefined)
    },
    answerReads(text) {
      if (text === null) double.state.answer = null
      else answerReads(() => text)
    },
    neverEnd(on) {
      if (on) answerReads(() => endless(++pages))
      else double.state.answer = null
    },
    requests: () => double.seen.filter(({ path }) => !double.oauth.isSignIn(path)).length,
    close: () => double.close(),
  }
}

pagedCalendarConformance('Microsoft Graph', async () => {
  const double = await startGraphDouble()
  return harnessOf(double, createMicrosoftCalendars(double.client, log).calendars, {
    calendarId: 'default',
    isRead: /calendarView/,
    endless: (count) => ({
      value: [],
      '@odata.nextLink': `${double.url}/v1.0/me/calendarView/delta?$skiptoken=${count}`,
    }),
  })
})

pagedCalendarConformance('Google Calendar', async () => {
  const double = await startGoogleDouble()
  return harnessOf(double, createGoogleCalendars(double.client, log).calendars, {
    calendarId: 'primary',
    isRead: /\/events$/,
    endless: (count) => ({ items: [], nextPageToken: `page${count}` }),
  })
})

calendarConformance('CalDAV', async () => {
  const double = await caldavDouble()
  let { password } = double
  const { hands, present } = caldavHands(double, 'mia@lender.example')
  return {
    calendars: createCaldav({ allowPrivate: true, privateHosts: [], hosts: null, log }),
    email: 'mia@lender.example',
    link() {
      password = double.password
      const { user, calendarUrl: calendarId } = double
      return {
        get credentials() {
          return { user, password }
        },
        calendarId,
        renew: async () => undefined,
      }
    },
    hands,
    present,
    clear: () => double.objects.clear(),
    revoke() {
      password = 'another'
    },
    setFault: (fault) => double.setFault(fault ? () => fault : undefined),
    requests: () => double.seen.length,
    close: () => double.close(),
  }
})
