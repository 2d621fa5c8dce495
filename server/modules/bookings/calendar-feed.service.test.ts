import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBusyTimes } from '#server/input/calendars/read-busy-times.ts'
import { isPublicAddress } from '#server/platform/http/fetch-guarded.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { addBdm, addBroker, freeOn, parseIcs, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { readBusyFeed, readBusyFeeds } from './busy-feeds.ts'

let app: TestApp
let lender: Client
let clock = SUNDAY
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  lender = await staffClient(app, 'lender')
})
afterAll(() => app?.close())
beforeEach(async () => {
  clock = SUNDAY
  for (const table of ['bookings', 'messages', 'bdms', 'brokers'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

const bdm = async (id: number) =>
  (await lender.get('/api/bdms')).json<{ id: number }[]>().find((each) => each.id === id)

describe('the calendar of a BDM', () => {
  const pathOf = async (id: number): Promise<string> =>
    new URL((await lender.get('/api/bdms')).json().find((each: { id: number }) => each.id === id).calendarUrl)
      .pathname

  // Covers: bookings-31
  it('holds the meetings and the leave, and is sent again only when something changed', async () => {
    const id = await addBdm(app, { name: 'Dana Cole' })
    const brokerId = await addBroker(app)
    await post(app, someone({ brokerId }))
    const cancelled = (await post(app, someone({ scheduledDate: '2026-11-24T10:00:00+11:00' }))).json()
    await lender.send('PATCH', `/api/bookings/${cancelled.id}`, { status: 'cancelled' })
    const span = { from: '2026-11-26T00:00:00+11:00', to: '2026-11-27T00:00:00+11:00' }
    await lender.send('POST', `/api/bdms/${id}/leave`, { ...span, reason: 'Dentist' })
    const path = await pathOf(id)
    const first = await visitor(app).get(path)
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(parseIcs(first.body)).toMatchObject([
      {
        method: 'PUBLISH',
        summary: 'Product discussion: Petra Secretname, Quiet Broking',
        status: 'CONFIRMED',
      },
      { summary: 'Leave: Dentist', start: new Date(span.from), end: new Date(span.to) },
    ])
    clock = new Date(clock.getTime() + 3_600_000)
    const etag = String(first.headers.etag)
    const same = await visitor(app).get(path, { headers: { 'if-none-match': etag } })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    await post(app, someone({ scheduledDate: '2026-11-25T10:00:00+11:00' }))
    const changed = await visitor(app).get(path, { headers: { 'if-none-match': etag } })
    expect(changed.statusCode).toBe(200)
    expect(parseIcs(changed.body)).toHaveLength(3)
  })

  // Covers: bookings-31
  it('has an address that nobody guesses, and another one as soon as it is renewed', async () => {
    const id = await addBdm(app)
    const path = await pathOf(id)
    for (const wrong of [
      '/calendar/x.ics',
      '/calendar/1.ics',
      `${path}x`,
      path.replace('.ics', ''),
      '/calendar/%00.ics',
    ]) {
      expect([wrong, (await visitor(app).get(wrong)).statusCode]).toEqual([wrong, 404])
    }
    const renewed = await lender.send('POST', `/api/bdms/${id}/calendar`)
    expect(new URL(renewed.json().calendarUrl).pathname).not.toBe(path)
    expect((await visitor(app).get(path)).statusCode).toBe(404)
    expect((await visitor(app).get(await pathOf(id))).statusCode).toBe(200)
  })
})

describe('a busy feed', () => {
  let server: Server
  let base: string
  let answer: RequestListener = (_request, response) => response.end()
  const event = (start: string, end: string, uid = 'x') =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;TZID=Australia/Sydney:${start}\r\nDTEND;TZID=Australia/Sydney:${end}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const text =
    (body: string): RequestListener =>
    (_request, response) =>
      response.end(body)

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  })
  afterAll(() => void server?.close())
  afterEach(() => server.closeAllConnections())

  const withFeed = (path = '/cal.ics') => addBdm(app, { busyFeedUrl: `${base}${path}` })
  const state = async (id: number) => (await bdm(id)) as unknown as { busyFeed: object }

  // Covers: bookings-3
  it('takes its times out of what is offered, and gives them back when they are gone', async () => {
    const id = await withFeed()
    answer = text(event('20261124T093000', '20261124T103000'))
    await readBusyFeeds(app.ctx())
    expect(await freeOn(app, '2026-11-24')).toEqual(['11:00 AM', '2:00 PM', '4:00 PM'])
    expect(await state(id)).toMatchObject({
      busyFeed: { readAt: clock.toISOString(), error: null, events: 1 },
    })
    answer = text(event('20261125T093000', '20261125T103000'))
    await readBusyFeed(app.ctx(), id)
    expect(await freeOn(app, '2026-11-24')).toHaveLength(5)
    await lender.send('PATCH', `/api/bdms/${id}`, { busyFeedUrl: '' })
    expect(await freeOn(app, '2026-11-25')).toHaveLength(5)
    expect(await state(id)).toMatchObject({ busyFeed: null })
  })

  it('that carries our own meetings back does not keep them busy once they have moved', async () => {
    const id = await withFeed()
    const booking = (await post(app, someone())).json()
    const { uid } = await app.connection.db
      .selectFrom('bookings')
      .select('uid')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    answer = text(event('20261124T090000', '20261124T100000', uid))
    await lender.send('PATCH', `/api/bookings/${booking.id}`, { status: 'cancelled' })
    await readBusyFeed(app.ctx(), id)
    expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
  })

  it('is read soon after it was given', async () => {
    answer = text(event('20261124T093000', '20261124T103000'))
    const id = await withFeed()
    const working = await createTestApp({ databaseUrl: app.databaseUrl, now: () => clock })
    try {
      await working.startWorkers()
      await until('the feed was read', async () => {
        const { busyFeed } = await state(id)
        return (busyFeed as { readAt: string | null }).readAt !== null
      })
    } finally {
      await working.close()
    }
    expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
  })

  it('may come zipped and by up to three redirects', async () => {
    const id = await withFeed('/1')
    const zipped = gzipSync(event('20261124T093000', '20261124T103000'))
    answer = (request, response) => {
      const step = Number(request.url?.slice(1))
      if (step < 4) response.writeHead(302, { location: `/${step + 1}` }).end()
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped)
    }
    await readBusyFeed(app.ctx(), id)
    expect(await state(id)).toMatchObject({ busyFeed: { error: null, events: 1 } })
  })

  // Covers: bookings-32
  it.each<[string, RequestListener, RegExp]>([
    [
      'answers with an error',
      (_request, response) => response.writeHead(500).end(),
      /answered with status 500/,
    ],
    ['is a sign-in page', text('<!doctype html>'), /not a calendar/],
    [
      'leads in circles',
      (_request, response) => response.writeHead(302, { location: '/again' }).end(),
      /more than 3 times/,
    ],
    [
      'leads to a file',
      (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /start with https:\/\//,
    ],
    ['is larger than 5 MB', text(' '.repeat(5 * 1024 * 1024 + 1)), /more than 5 MB/],
    [
      'is a bomb',
      (_request, response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
      /more than 5 MB/,
    ],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '999' })
        response.write('BEGIN:VC', () => response.destroy())
      },
      /arrived incomplete/,
    ],
    [
      'repeats without measure',
      text(
        event('20000101T000000', '20000101T000001').replace(
          'END:VEVENT',
          'RRULE:FREQ=SECONDLY\r\nEND:VEVENT',
        ),
      ),
      /too many/,
    ],
  ])('that %s leaves the last good state, with the reason shown', async (_what, bad, reason) => {
    const id = await withFeed()
    answer = text(event('20261124T093000', '20261124T103000'))
    await readBusyFeed(app.ctx(), id)
    const before = clock.toISOString()
    clock = new Date(clock.getTime() + 900_000)
    answer = bad
    await readBusyFeed(app.ctx(), id)
    expect(await state(id)).toMatchObject({
      busyFeed: { readAt: before, error: expect.stringMatching(reason), events: 1 },
    })
    expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
  })

  // Covers: surveillance-19
  it('that fails is one task and one mail at its first failure, which end when it is read or replaced', async () => {
    await asOwner(app.databaseUrl, 'delete from tasks')
    const tasks = async (of: string) =>
      (await lender.get(`/api/tasks?kind=calendar_not_read&state=${of}`)).json()
    const mails = async () =>
      app.connection.db
        .selectFrom('messages')
        .select('subject')
        .where('template', '=', 'staff_report')
        .execute()
    const id = await addBdm(app, { name: 'Dana Cole', busyFeedUrl: `${base}/cal.ics` })
    const bad: RequestListener = (_request, response) => response.writeHead(500).end()
    answer = bad
    await readBusyFeeds(app.ctx())
    await readBusyFeeds(app.ctx())
    expect(await tasks('open')).toMatchObject([
      { name: 'Dana Cole', details: expect.stringContaining('answered with status 500') },
    ])
    expect(await mails()).toEqual([{ subject: 'The calendar of Dana Cole was not read' }])
    answer = text(event('20261124T093000', '20261124T103000'))
    await readBusyFeed(app.ctx(), id)
    expect([await tasks('open'), await tasks('ended')]).toMatchObject([
      [],
      [{ endedReason: 'The calendar was read, replaced or removed.' }],
    ])
    answer = bad
    clock = new Date(clock.getTime() + 900_000)
    await readBusyFeed(app.ctx(), id)
    expect([(await tasks('open')).length, (await mails()).length]).toEqual([1, 2])
    await lender.send('PATCH', `/api/bdms/${id}`, { busyFeedUrl: '' })
    expect(await tasks('open')).toEqual([])
  })

  // Covers: staff-screens-microsites-15
  it('with a bad entry keeps the others and names it, until it is right', async () => {
    const id = await withFeed()
    const good = event('20261124T093000', '20261124T103000')
    const bad = 'BEGIN:VEVENT\r\nUID:b\r\nSUMMARY:Lunch\r\nDTSTART:soon\r\nEND:VEVENT\r\nEND:VCALENDAR'
    answer = text(good.replace('END:VCALENDAR', bad))
    await readBusyFeed(app.ctx(), id)
    expect(await state(id)).toMatchObject({
      busyFeed: {
        ...{ error: null, events: 1, failingSince: null },
        skipped: [{ entry: 'Lunch', reason: 'its DTSTART “soon” cannot be read' }],
      },
    })
    answer = (_request, response) => response.writeHead(500).end()
    await readBusyFeed(app.ctx(), id)
    expect(await state(id)).toMatchObject({ busyFeed: { failingSince: clock.toISOString(), events: 1 } })
    answer = text(good)
    await readBusyFeed(app.ctx(), id)
    expect(await state(id)).toMatchObject({ busyFeed: { error: null, failingSince: null, skipped: [] } })
  })

  it('takes tentative entries by the setting, and is read again when that changes', async () => {
    const id = await withFeed()
    answer = text(
      event('20261124T093000', '20261124T103000').replace('END:VEVENT', 'STATUS:TENTATIVE\r\nEND:VEVENT'),
    )
    await readBusyFeed(app.ctx(), id)
    expect(await freeOn(app, '2026-11-24')).not.toContain('9:00 AM')
    await lender.send('PATCH', `/api/bdms/${id}`, { tentativeIsBusy: false })
    await readBusyFeed(app.ctx(), id)
    expect(await freeOn(app, '2026-11-24')).toContain('9:00 AM')
  })

  // Covers: staff-screens-microsites-15
  it.each([
    ['webcal://calendar.example.com/a.ics', 'https://calendar.example.com/a.ics'],
    ['webcals://calendar.example.com/a.ics', 'https://calendar.example.com/a.ics'],
    ['feed:https://calendar.example.com/a.ics', 'https://calendar.example.com/a.ics'],
    ['feed://calendar.example.com/a.ics', 'https://calendar.example.com/a.ics'],
  ])('given as %s is read from %s', async (given, expected) => {
    const id = await addBdm(app, { busyFeedUrl: given })
    expect(await bdm(id)).toMatchObject({ busyFeedUrl: expected })
  })

  it('that takes for ever to read is given up', async () => {
    const ics = event('20000101T000000', '20000101T000001').replace(
      'END:VEVENT',
      'RRULE:FREQ=SECONDLY\r\nEND:VEVENT',
    )
    const request = { ics, from: clock.getTime(), to: clock.getTime() + 1, ownUids: [] }
    expect(await readBusyTimes(request, 1)).toEqual({ ok: false, reason: 'It took too long to read.' })
  })

  // Covers: bookings-32
  it('never leads into the own network, by number, by name or by redirect, outside the demo', async () => {
    const live = await createTestApp({
      databaseUrl: app.databaseUrl,
      now: () => clock,
      env: { DEMO: 'off', RATE_LIMITS: 'on', VOICE_PROVIDER: 'simulator' },
    })
    let asked = 0
    answer = (_request, response) => {
      asked += 1
      response.end()
    }
    try {
      const port = new URL(base).port
      for (const url of [
        `https://127.0.0.1:${port}/`,
        `https://localhost:${port}/`,
        `https://[::1]:${port}/`,
        'https://169.254.169.254/x',
      ]) {
        const id = await addBdm(app, { busyFeedUrl: url })
        await readBusyFeed(live.ctx(), id)
        expect(await state(id), url).toMatchObject({
          busyFeed: { error: expect.stringContaining('not on the open internet'), readAt: null },
        })
      }
      const open = await addBdm(app, { busyFeedUrl: 'http://calendar.example.com/a.ics' })
      await readBusyFeed(live.ctx(), open)
      const error = 'Only addresses that start with https:// are read.'
      expect(await state(open)).toMatchObject({ busyFeed: { error } })
      expect(asked).toBe(0)
    } finally {
      await live.close()
    }
  })

  // Covers: bookings-32
  it('leads to the hosts of CALENDAR_HOSTS alone, by redirect too', async () => {
    const { hostname, port } = new URL(base)
    const bound = await createTestApp({
      databaseUrl: app.databaseUrl,
      now: () => clock,
      env: { CALENDAR_HOSTS: `calendar.example.com, ${hostname}` },
    })
    const asked: (string | undefined)[] = []
    answer = (request, response) => {
      asked.push(request.headers.host)
      response.writeHead(302, { location: `http://localhost:${port}/` }).end()
    }
    try {
      const error = 'localhost is not among the hosts that may be read from.'
      for (const url of [base, `http://localhost:${port}/`]) {
        const id = await addBdm(app, { busyFeedUrl: url })
        await readBusyFeed(bound.ctx(), id)
        expect(await state(id), url).toMatchObject({ busyFeed: { error } })
      }
      expect(asked).toEqual([`${hostname}:${port}`])
    } finally {
      await bound.close()
    }
  })

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['10.0.0.1', false],
    ['100.64.0.1', false],
    ['127.1.2.3', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::', false],
    ['::ffff:8.8.8.8', false],
    ['fe80::1', false],
    ['fd00::1', false],
    ['2002:7f00:1::', false],
    ['64:ff9b::7f00:1', false],
    ['example.com', false],
  ])('knows whether %s is on the open internet: %s', (address, open) => {
    expect(isPublicAddress(address)).toBe(open)
  })
})
