import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GoogleDouble, startGoogleDouble } from '#test/doubles/calendars/google.ts'
import { startNoticeReceiver } from '#test/doubles/calendars/notice-receiver.ts'
import { CalendarFault, type CalendarLink, type Calendars } from '../../ports/calendars.ts'
import { createGoogleCalendars } from './calendars.ts'

const log = pino({ level: 'silent' })
const at = (text: string): Date => new Date(text)
const WINDOW = { from: at('2026-12-01T00:00:00Z'), to: at('2027-01-01T00:00:00Z') }
const MEETING = {
  uid: 'booking-7@brokerline.example',
  start: at('2026-12-03T22:00:00Z'),
  end: at('2026-12-03T23:00:00Z'),
  title: 'Meeting',
  description: 'Agenda',
  videoLink: null,
}

// Covers: connected-services-1
describe('Google Calendar', () => {
  let double: GoogleDouble
  let calendars: Calendars
  let link: CalendarLink
  beforeEach(async () => {
    double = await startGoogleDouble()
    calendars = createGoogleCalendars(double.client, log).calendars
    link = { credentials: double.grant(), calendarId: 'primary', renew: async () => undefined }
  })
  afterEach(() => double.close())

  const read = (cursor: string | null = null) =>
    calendars.changes(link, { cursor, window: WINDOW, email: '', tentativeIsBusy: true })

  it('requests neither titles nor other people', async () => {
    await read()
    const [list] = double.seen.filter(({ path }) => path.endsWith('/events'))
    expect(list?.query.get('fields')).not.toMatch(/summary|description|email|location/)
    expect(list?.query.get('maxAttendees')).toBe('1')
  })

  it('reads the window again where the changes of a series have no end', async () => {
    const id = double.hands.addSeries(
      { from: at('2026-12-01T01:00:00Z'), to: at('2026-12-01T01:10:00Z') },
      { everyDays: 1, count: 40_000 },
    )
    const { cursor } = await read()
    double.hands.edit(id, { title: 'Stand-up' })
    const again = await read(cursor)
    expect(again.isWhole).toBe(true)
    expect(again.changed).toHaveLength(31)
  })

  it('leaves out an event that cannot be read, and keeps the others', async () => {
    const time = { dateTime: '2026-12-04T03:00:00Z' }
    const strange = [
      7,
      { id: 'a' },
      { id: 'b', start: { dateTime: 'soon' }, end: time },
      { id: 'c', start: { dateTime: '2026-12-04T09:00:00Z' }, end: time },
      { id: 'd', start: { date: '2026-02-31' }, end: time },
      { id: 'good', start: time, end: { dateTime: '2026-12-04T15:00:00+11:00' } },
      { id: 'gone', status: 'cancelled' },
    ]
    double.state.answer = ({ path }) =>
      path.endsWith('/events')
        ? { status: 200, body: { items: strange, nextSyncToken: 'x', timeZone: 'Atlantis' } }
        : null
    const { changed } = await read()
    expect(changed).toMatchObject([{ id: 'good', spans: [{ to: at('2026-12-04T04:00:00Z') }] }])
  })

  it('counts a place of work and a birthday as free', async () => {
    const time = { start: { date: '2026-12-04' }, end: { date: '2026-12-05' } }
    const items = ['workingLocation', 'birthday', 'outOfOffice', 'focusTime'].map((eventType) => ({
      id: eventType,
      eventType,
      ...time,
    }))
    double.state.answer = ({ path }) =>
      path.endsWith('/events')
        ? { status: 200, body: { items, nextSyncToken: 'x', timeZone: 'Australia/Perth' } }
        : null
    const { changed } = await read()
    expect(changed.filter(({ isFree }) => !isFree).map(({ id }) => id)).toEqual(['outOfOffice', 'focusTime'])
    expect(changed.at(-1)?.spans).toEqual([
      { from: at('2026-12-03T16:00:00Z'), to: at('2026-12-04T16:00:00Z') },
    ])
  })

  it('makes a link of Meet once, and takes it away where the meeting has its own', async () => {
    const made = await calendars.putMeeting(link, MEETING, null)
    expect(made.videoLink).toMatch(/^https:\/\/meet\.google\.com\//)
    const next = await calendars.putMeeting(link, { ...MEETING, title: 'Moved' }, made)
    expect(next.videoLink).toBe(made.videoLink)
    const own = await calendars.putMeeting(link, { ...MEETING, videoLink: 'https://video.example/mia' }, next)
    expect(own.videoLink).toBeNull()
    double.state.refusesMeet = true
    expect((await calendars.putMeeting(link, { ...MEETING, uid: 'without' }, null)).videoLink).toBeNull()
  })

  it.each([
    true,
    false,
  ])('writes a deleted meeting again, whether or not its id can be used again: %s', async (revives) => {
    double.state.revives = revives
    for (let round = 0; round < 3; round++) {
      const { id } = await calendars.putMeeting(link, MEETING, null)
      expect(double.calendar.present()).toHaveLength(1)
      expect((await read()).changed).toMatchObject([{ id, meetingUid: MEETING.uid }])
      double.hands.remove(id)
    }
  })

  // Covers: connected-services-4
  it('watches with a token, and replaces the channel', async () => {
    const receiver = await startNoticeReceiver()
    const options = { address: receiver.url, token: 'token-of-a-test', watched: null }
    const watched = await calendars.watch(link, options)
    await double.settled()
    const tokens = () => receiver.announcements.flatMap((each) => calendars.tokensOf(each))
    expect(receiver.announcements).toHaveLength(1)
    expect(tokens()).toEqual([])
    double.hands.add({ from: at('2026-12-05T01:00:00Z'), to: at('2026-12-05T02:00:00Z') })
    await double.settled()
    expect(tokens()).toEqual(['token-of-a-test'])
    const again = await calendars.watch(link, { ...options, watched })
    expect([...double.channels.keys()]).toEqual([again?.id])
    if (again) await calendars.unwatch(link, again)
    if (again) await calendars.unwatch(link, again)
    expect(double.channels.size).toBe(0)
    await receiver.close()
  })

  // Covers: connected-services-5
  it('withdraws the permission, and says when its sign-in service is away', async () => {
    const rejected = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => null,
        ({ kind }) => kind,
      )
    await read()
    double.oauth.state.fault = { status: 503, body: '' }
    expect(await rejected(calendars.withdraw(link))).toBe('unreachable')
    double.oauth.state.fault = null
    await calendars.withdraw(link)
    expect(double.seen.at(-1)?.path).toBe('/revoke')
    expect(await rejected(read())).toBe('revoked')
    await calendars.withdraw(link)
  })

  // Covers: connected-services-3
  it.each([
    [401, 'authError', 'revoked'],
    [403, 'insufficientPermissions', 'revoked'],
    [403, 'rateLimitExceeded', 'busy'],
    [403, 'userRateLimitExceeded', 'busy'],
    [403, 'accessNotConfigured', 'refused'],
    [404, 'notFound', 'revoked'],
    [400, 'badRequest', 'refused'],
    [503, 'backendError', 'unreachable'],
  ])('says what an answer means: %s %s', async (status, reason, kind) => {
    double.state.answer = () => ({
      status,
      body: { error: { code: status, message: 'secret words of the service', errors: [{ reason }] } },
    })
    const before = double.seen.length
    const fault = await read().then(
      () => null,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(CalendarFault)
    expect(fault).toMatchObject({ kind, message: expect.not.stringContaining('secret words') })
    expect(double.seen.length - before).toBeLessThanOrEqual(4)
  })
})
