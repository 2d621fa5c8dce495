import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GraphDouble, startGraphDouble } from '#test/doubles/calendars/graph.ts'
import { startNoticeReceiver } from '#test/doubles/calendars/notice-receiver.ts'
import { CalendarFault, type CalendarLink, type Calendars } from '../../ports/calendars.ts'
import { createMicrosoftCalendars } from './calendars.ts'

const log = pino({ level: 'silent' })
const at = (text: string): Date => new Date(text)
const WINDOW = { from: at('2026-12-01T00:00:00Z'), to: at('2027-01-01T00:00:00Z') }
const MEETING = {
  uid: "booking-7'@brokerline.example",
  start: at('2026-12-03T22:00:00Z'),
  end: at('2026-12-03T23:00:00Z'),
  title: 'Meeting',
  description: 'Agenda',
  videoLink: null,
}

// Covers: connected-services-1
describe('Microsoft Graph', () => {
  let double: GraphDouble
  let calendars: Calendars
  let link: CalendarLink
  beforeEach(async () => {
    double = await startGraphDouble()
    calendars = createMicrosoftCalendars(double.client, log).calendars
    link = { credentials: double.grant(), calendarId: 'default', renew: async () => undefined }
  })
  afterEach(() => double.close())

  const read = (cursor: string | null = null) =>
    calendars.changes(link, { cursor, window: WINDOW, email: '', tentativeIsBusy: true })
  const bodies = (method: string, path: RegExp): Record<string, unknown>[] =>
    double.seen
      .filter((seen) => seen.method === method && path.test(seen.path))
      .map(({ body }) => JSON.parse(body.toString('utf8')))

  it('follows no link to another host', async () => {
    double.state.answer = ({ path }) =>
      path.includes('calendarView')
        ? {
            status: 200,
            body: { value: [], '@odata.nextLink': 'https://evil.example/v1.0/me/calendarView/delta?x=1' },
          }
        : null
    await expect(read()).rejects.toMatchObject({ kind: 'unreachable' })
    double.state.answer = ({ path }) =>
      path.includes('calendarView')
        ? {
            status: 200,
            body: { value: [], '@odata.deltaLink': `${double.url}/v1.0/me/messages?$deltatoken=1` },
          }
        : null
    await expect(read()).rejects.toBeInstanceOf(CalendarFault)
  })

  it('reads an occurrence whose series did not change with the properties of the series', async () => {
    const id = double.hands.addSeries(
      { from: at('2026-12-01T01:00:00Z'), to: at('2026-12-01T02:00:00Z'), shows: 'free' },
      { everyDays: 1, count: 40 },
    )
    const { cursor } = await read()
    double.state.answer = ({ query }) =>
      query.has('$deltatoken')
        ? {
            status: 200,
            body: {
              value: [
                {
                  ...{ id: `${id}.3`, '@odata.etag': 'W/"x"', type: 'occurrence', seriesMasterId: id },
                  start: { dateTime: '2026-12-04T03:00:00.0000000', timeZone: 'UTC' },
                  end: { dateTime: '2026-12-04T04:00:00.0000000', timeZone: 'UTC' },
                },
                { id: 'orphan', type: 'occurrence', seriesMasterId: 'nowhere' },
              ],
              '@odata.deltaLink': `${double.url}/v1.0/me/calendarView/delta?$deltatoken=next`,
            },
          }
        : null
    const { changed } = await read(cursor)
    expect(changed).toMatchObject([{ id: `${id}.3`, isFree: true }])
  })

  it('leaves out an event that cannot be read, and keeps the others', async () => {
    double.hands.add({ from: at('2026-12-05T01:00:00Z'), to: at('2026-12-05T02:00:00Z') })
    const time = { dateTime: '2026-12-04T03:00:00', timeZone: 'UTC' }
    const event = { type: 'singleInstance', showAs: 'busy', start: time, end: time }
    const strange = [
      7,
      { id: '' },
      { ...event, id: 'a', start: null },
      { ...event, id: 'b', start: { dateTime: 'soon', timeZone: 'UTC' } },
      { ...event, id: 'c', start: { dateTime: '2026-12-04T09:00:00', timeZone: 'UTC' } },
      { ...event, id: 'd', start: { ...time, timeZone: 'Moon Standard Time' } },
      { ...event, id: 'good', end: { ...time, dateTime: '2026-12-04T04:00:00' } },
    ]
    double.state.answer = ({ path }) =>
      path.includes('calendarView')
        ? {
            status: 200,
            body: {
              value: strange,
              '@odata.deltaLink': `${double.url}/v1.0/me/calendarView/delta?$deltatoken=1`,
            },
          }
        : null
    expect((await read()).changed.map(({ id }) => id)).toEqual(['good'])
  })

  it('asks for a meeting of Teams where there is no link, and leaves its body alone later', async () => {
    const made = await calendars.putMeeting(link, MEETING, null)
    expect(made.videoLink).toMatch(/^https:\/\/teams\.microsoft\.com\//)
    const next = await calendars.putMeeting(link, { ...MEETING, title: 'Moved' }, made)
    expect(next.videoLink).toBe(made.videoLink)
    const [patch] = bodies('PATCH', /\/events\//)
    expect(patch).not.toHaveProperty('body')
    double.state.hasTeams = false
    expect(await calendars.putMeeting(link, { ...MEETING, uid: 'another' }, null)).toMatchObject({
      videoLink: null,
    })
    double.state.refusesTeams = true
    expect(await calendars.putMeeting(link, { ...MEETING, uid: 'without' }, null)).toMatchObject({
      videoLink: null,
    })
    const own = { ...MEETING, uid: 'third', videoLink: 'https://video.example/mia' }
    expect((await calendars.putMeeting(link, own, null)).videoLink).toBeNull()
    expect(bodies('POST', /\/events$/).at(-1)).toMatchObject({
      body: { content: 'Agenda' },
      location: { displayName: 'https://video.example/mia' },
    })
  })

  // Covers: connected-services-4
  it('watches with a token, renews, and begins again where the subscription has ended', async () => {
    const receiver = await startNoticeReceiver()
    const options = { address: receiver.url, token: 'token-of-a-test', watched: null }
    const watched = await calendars.watch(link, options)
    const hours = ((watched?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(48)
    expect(hours).toBeLessThan(70.5)
    double.hands.add({ from: at('2026-12-05T01:00:00Z'), to: at('2026-12-05T02:00:00Z') })
    await double.settled()
    expect(receiver.announcements.flatMap((each) => calendars.tokensOf(each))).toEqual(['token-of-a-test'])
    expect(await calendars.watch(link, { ...options, watched })).toMatchObject({ id: watched?.id })
    const ended = () => receiver.announcements.flatMap((each) => calendars.endedTokensOf(each))
    expect(ended()).toEqual([])
    await double.endSubscriptions()
    expect(ended()).toEqual(['token-of-a-test'])
    expect(receiver.announcements.flatMap((each) => calendars.tokensOf(each))).toHaveLength(2)
    const again = await calendars.watch(link, { ...options, watched })
    expect(again?.id).not.toBe(watched?.id)
    if (again) await calendars.unwatch(link, again)
    if (again) await calendars.unwatch(link, again)
    expect(double.subscriptions.size).toBe(0)
    await receiver.close()
    await expect(calendars.watch(link, options)).rejects.toMatchObject({ kind: 'refused' })
  })

  it.each([
    [undefined],
    [[]],
    [{ value: 7 }],
    [{ value: [{}] }],
    ['text'],
  ])('reads no token from %o', (body) => {
    expect(calendars.tokensOf({ headers: {}, body })).toEqual([])
  })

  // Covers: connected-services-3
  it.each([
    [401, 'InvalidAuthenticationToken', 'revoked'],
    [403, 'ErrorAccessDenied', 'revoked'],
    [404, 'MailboxNotEnabledForRESTAPI', 'revoked'],
    [404, 'ErrorNonExistentMailbox', 'revoked'],
    [400, 'ErrorInvalidParameter', 'refused'],
    [503, 'ServiceUnavailable', 'unreachable'],
  ])('says what an answer means: %s %s', async (status, code, kind) => {
    double.state.answer = () => ({
      status,
      body: { error: { code, message: 'secret words of the service' } },
    })
    const fault = await read().then(
      () => null,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(CalendarFault)
    expect(fault).toMatchObject({ kind, message: expect.not.stringContaining('secret words') })
  })
})
