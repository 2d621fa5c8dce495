import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CaldavDouble, caldavDouble } from '#test/doubles/caldav-double.ts'
import { accessOf, eventIcs, readEvent } from '#test/worlds/calendars-world.ts'
import { CalendarFault, type CalendarLink } from '../ports/calendars.ts'
import { createCaldav } from './caldav.ts'

let server: CaldavDouble
beforeEach(async () => {
  server = await caldavDouble()
  return () => server.close()
})
const log = pino({ level: 'silent' })
const caldav = createCaldav({ allowPrivate: true, privateHosts: [], hosts: null, log })
const linkOf = ({ calendarUrl: calendarId, user, password }: CaldavDouble, changes = {}): CalendarLink => ({
  ...{ calendarId, credentials: { user, password, ...changes } },
  renew: async () => undefined,
})
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 24, hour))
const window = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2027-02-20T00:00:00Z') }
const read = (cursor: string | null, link = linkOf(server)) =>
  caldav.changes(link, { cursor, window, email: 'dana@example.com', tentativeIsBusy: true })
const meeting = {
  ...{ uid: '3f0c@example.com', start: at(1), end: at(2), title: 'Training session: Sam' },
  ...{ description: 'An agenda', videoLink: null },
}
async function faultOf(
  work: Promise<unknown>,
): Promise<{ kind: string; message: string; retryAfterMs: number | null }> {
  const fault = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(fault instanceof CalendarFault)) throw new Error(`no fault: ${String(fault)}`)
  const { kind, message, retryAfterMs } = fault
  return { kind, message, retryAfterMs }
}

describe('a CalDAV calendar', () => {
  // Covers: connected-calendars-1
  it('is found from the address of its server', async () => {
    expect(await caldav.list(accessOf(server))).toEqual([{ id: server.calendarUrl, name: 'Work' }])
  })

  it('is read from a cursor: what was added, changed and removed since, and nothing without a change', async () => {
    server.put('a.ics', eventIcs('a', at(3), at(4)))
    server.put('old.ics', eventIcs('old', new Date('2016-01-01T00:00:00Z'), new Date('2016-01-01T01:00:00Z')))
    const first = await read(null)
    expect(first).toMatchObject({
      isWhole: true,
      removed: [],
      changed: [{ meetingUid: 'a', spans: [{ from: at(3), to: at(4) }] }],
    })
    const reports = () => server.seen.filter(({ method }) => method === 'REPORT').length
    const before = reports()
    expect(await read(first.cursor)).toMatchObject({
      isWhole: false,
      changed: [],
      removed: [],
      cursor: first.cursor,
    })
    expect(reports()).toBe(before)
    server.put('b.ics', eventIcs('b', at(5), at(6), { lines: ['TRANSP:TRANSPARENT'] }))
    server.remove('a.ics')
    expect(await read(first.cursor)).toMatchObject({
      changed: [{ meetingUid: 'b', isFree: true }],
      removed: [`${server.calendarUrl}a.ics`],
    })
  })

  it('keeps a series at its hour where the clocks of Sydney change', async () => {
    server.put(
      'weekly.ics',
      eventIcs('weekly', new Date('2027-03-29T23:00:00Z'), new Date('2027-03-30T00:00:00Z'), {
        weekly: true,
      }),
    )
    const april = { from: new Date('2027-03-28T00:00:00Z'), to: new Date('2027-04-12T00:00:00Z') }
    const { changed } = await caldav.changes(linkOf(server), {
      cursor: null,
      window: april,
      email: '',
      tentativeIsBusy: true,
    })
    // 10 am in Sydney: from 4 April an hour later in UTC
    expect(changed[0]?.spans.map(({ from }) => from.toISOString())).toEqual([
      '2027-03-29T23:00:00.000Z',
      '2027-04-06T00:00:00.000Z',
    ])
  })

  it('takes each meeting once, by its version, and deletes it once', async () => {
    const kept = await caldav.putMeeting(linkOf(server), meeting, null)
    expect(readEvent([...server.objects.values()][0]?.ics ?? '')).toMatchObject({
      uid: meeting.uid,
      start: at(1),
      end: at(2),
    })
    expect(await faultOf(caldav.putMeeting(linkOf(server), meeting, null))).toMatchObject({ kind: 'changed' })
    const moved = await caldav.putMeeting(linkOf(server), { ...meeting, start: at(3), end: at(4) }, kept)
    expect(await faultOf(caldav.putMeeting(linkOf(server), meeting, kept))).toMatchObject({ kind: 'changed' })
    expect(await faultOf(caldav.removeMeeting(linkOf(server), kept))).toMatchObject({ kind: 'changed' })
    expect(await caldav.readMeeting(linkOf(server), kept.id)).toMatchObject({
      spans: [{ from: at(3), to: at(4) }],
    })
    await caldav.removeMeeting(linkOf(server), moved)
    await caldav.removeMeeting(linkOf(server), moved)
    expect(await caldav.readMeeting(linkOf(server), kept.id)).toBeNull()
  })

  it('leaves an entry out that cannot be read', async () => {
    server.put('bad.ics', 'no calendar')
    server.put('a.ics', eventIcs('a', at(3), at(4)))
    expect((await read(null)).changed.map(({ meetingUid }) => meetingUid)).toEqual(['a'])
  })

  // Covers: connected-calendars-13
  it('is refused at private addresses and other hosts, and its password goes to no other host', async () => {
    const guarded = createCaldav({ allowPrivate: false, privateHosts: [], hosts: null, log })
    expect(await faultOf(guarded.list({ ...accessOf(server), address: 'https://127.0.0.1/' }))).toEqual({
      ...{ kind: 'unreachable', message: '127.0.0.1 is not on the open internet.', retryAfterMs: null },
    })
    expect(await faultOf(guarded.list(accessOf(server)))).toMatchObject({
      message: 'Only addresses that start with https:// are read.',
    })
    const listed = createCaldav({ allowPrivate: true, privateHosts: [], hosts: ['caldav.example.com'], log })
    expect(await faultOf(listed.list(accessOf(server)))).toMatchObject({
      message: '127.0.0.1 is not among the hosts that may be read from.',
    })
    const own = createCaldav({ allowPrivate: false, privateHosts: ['127.0.0.1'], hosts: null, log })
    expect(await own.list(accessOf(server))).toHaveLength(1)
    const elsewhere = { id: 'http://127.0.0.1:9/a.ics', etag: '"1"' }
    expect(await faultOf(caldav.removeMeeting(linkOf(server), elsewhere))).toMatchObject({ kind: 'refused' })
  })

  // Covers: connected-calendars-13
  it('says in a sentence what is wrong, without the password', async () => {
    const host = new URL(server.url).host
    const faults = [await faultOf(read(null, linkOf(server, { password: 'wrong' })))]
    server.setFault(() => 'busy')
    faults.push(await faultOf(read(null)))
    server.setFault(() => 'broken')
    faults.push(await faultOf(read(null)))
    server.setFault(() => 'reset')
    faults.push(await faultOf(read(null)))
    expect(faults).toEqual([
      { kind: 'revoked', message: `${host} does not accept the user name and password.`, retryAfterMs: null },
      { kind: 'busy', message: `${host} asks to be called later.`, retryAfterMs: 1000 },
      { kind: 'unreachable', message: `${host} answered with status 500.`, retryAfterMs: null },
      { kind: 'unreachable', message: `${host} could not be reached (ECONNRESET).`, retryAfterMs: null },
    ])
    expect(JSON.stringify(faults)).not.toMatch(/wrong|secret/)
  })
})

afterEach(() => server.setFault(undefined))
