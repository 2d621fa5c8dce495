import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultBlocks, defaultHours } from '#contract/bookings/bdms.ts'
import type { Slot } from '#contract/bookings/bookings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  days,
  freeOn,
  known,
  outbox,
  post,
  SUNDAY,
  someone,
  tokenIn,
} from '#test/worlds/bookings-world.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { NO_SUCH_TIME } from './book.rules.ts'

let app: TestApp
let clock = SUNDAY
let lender: Client
let viewer: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())
beforeEach(async () => {
  clock = SUNDAY
  for (const table of ['bookings', 'messages', 'bdms', 'brokers'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

const at = (day: number, hour: string) => `2026-11-${day}T${hour}:00:00+11:00`
const book = async (changes: object = {}): Promise<number> => {
  const answer = await post(app, someone(changes))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json().id
}
const audited = async (subjectType: string) =>
  (
    await app.connection.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectType', '=', subjectType)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  )[0]?.action

describe('availability', () => {
  // Covers: bookings-4
  it('lists every day from the first to the last, 62 at most, past ones empty', async () => {
    await addBdm(app)
    clock = new Date('2026-11-18T12:00:00+11:00')
    const month = await days(app, '2026-11-01', '2027-01-01')
    expect(month).toHaveLength(62)
    expect(month.slice(0, 17).every(({ slots }) => slots.length === 0)).toBe(true)
    expect(month[17]?.slots.map(({ available }) => available)).toEqual([
      false,
      false,
      false,
      true,
      false,
      true,
    ])
    for (const [query, field] of [
      ['from=2026-11-01&to=2027-01-02', 'to'],
      ['from=2026-11-02&to=2026-11-01', 'to'],
      ['from=2026-02-30&to=2026-03-01', 'from'],
      ['from=9999-12-31&to=9999-12-31', 'from'],
      ['to=2026-11-01', 'from'],
      ['from=2026-11-01&to=2026-11-01&broker=x', 'broker'],
    ]) {
      const answer = await visitor(app).get(`/api/bookings/availability?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 400])
      expect(answer.json().fields).toHaveProperty(field ?? '')
    }
  })

  // Covers: staff-screens-microsites-11
  it('offers within 8 am and 6 pm of the broker’s clock to a signed link alone', async () => {
    await addBdm(app)
    const brokerId = await addBroker(app, { timezone: 'Australia/Perth' })
    const { brokerKey } = known(app, brokerId)
    const token = tokenIn((await post(app, someone({ brokerId, brokerKey }))).json().manageUrl)
    const offered = async (link: string): Promise<unknown> =>
      (await visitor(app).get(`/api/bookings/availability?from=2026-11-25&to=2026-11-25${link}`))
        .json()[0]
        .slots.map(({ label }: Slot) => label)
    const inPerth = ['11:00 AM', '2:00 PM', '3:00 PM', '4:00 PM']
    expect(await offered(`&broker=${brokerId}&key=${brokerKey}`)).toEqual(inPerth)
    expect(await offered(`&token=${token}`)).toEqual(inPerth)
    for (const link of ['', `&broker=${brokerId}`, `&broker=${brokerId}&key=x.y`, '&token=x.y'])
      expect(await offered(link), link).toHaveLength(6)
  })
})

describe('the page on which meetings are booked', () => {
  // Covers: staff-screens-microsites-11
  it('has the zone of the broker whose signed link opened it, and of no other', async () => {
    const brokerId = await addBroker(app, { timezone: 'Australia/Perth' })
    const zoneOf = async (link: string): Promise<unknown> => {
      const { body } = await visitor(app).get(`/booking?broker=${brokerId}${link}`)
      return JSON.parse(/id="facts"[^>]*>([^<]*)</.exec(body)?.[1] ?? '').zone
    }
    expect(await zoneOf(`&key=${known(app, brokerId).brokerKey}`)).toBe('Australia/Perth')
    expect(await zoneOf('')).toBeNull()
    expect(await zoneOf('&key=x.y')).toBeNull()
  })

  it.each([
    '',
    '?broker=x',
    '?broker=2000000000',
    '?broker=99999999999',
    '?broker=-1',
    '?broker=1&broker=2',
    '?utm_source=x',
  ])('is there whatever the link carries: %s', async (query) => {
    const page = await visitor(app).get(`/booking${query}`)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('Book a Meeting with BDM')
  })
})

describe('the list of meetings', () => {
  // Covers: bookings-27
  it('has filters, orders, a search and pages', async () => {
    const [one, two] = [await addBdm(app, { name: 'Dana Cole' }), await addBdm(app, { name: 'Marco Pane' })]
    const brokerId = await addBroker(app, { name: 'Petra Pane', phone: '+61491570157' })
    const ids: number[] = []
    for (const [hour, changes] of [
      ['09', {}],
      ['10', { brokerId }],
      ['11', { name: 'Zoe 100%' }],
      ['14', {}],
    ] as const) {
      clock = new Date(clock.getTime() + 60_000)
      ids.push(await book({ scheduledDate: at(24, hour), ...changes }))
    }
    await lender.send('PATCH', `/api/bookings/${ids[3]}`, { status: 'cancelled' })
    const list = async (query: string) => {
      const answer = await viewer.get(`/api/bookings?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ id: number }[]>().map(({ id }) => ids.indexOf(id))
    }
    expect(await list('')).toEqual([3, 2, 1, 0])
    expect(await list('sort=scheduledDate')).toEqual([0, 1, 2, 3])
    expect(await list('status=not_cancelled&sort=-scheduledDate')).toEqual([2, 1, 0])
    expect(await list('status=cancelled')).toEqual([3])
    expect(await list(`bdmId=${one}&sort=scheduledDate`)).toEqual([0, 2])
    expect(await list(`bdmId=${two}&sort=scheduledDate`)).toEqual([1, 3])
    expect(await list(`brokerId=${brokerId}`)).toEqual([1])
    expect(await list('from=2026-11-25')).toEqual([])
    expect(await list('from=2026-11-24&to=2026-11-24&limit=2')).toEqual([3, 2])
    expect(await list('q=petra')).toEqual([1])
    expect(await list(`q=${encodeURIComponent('100%')}`)).toEqual([2])
    expect(await list(`q=${encodeURIComponent('%')}`)).toEqual([])
    const pages = async (first: string, total: string) => {
      const seen: number[] = []
      for (let url = first; url; ) {
        const answer = await viewer.get(url)
        expect(answer.headers['x-total-count']).toBe(total)
        seen.push(...answer.json<{ id: number }[]>().map(({ id }) => ids.indexOf(id)))
        url = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? ''
      }
      return seen
    }
    expect(await pages('/api/bookings?limit=3&sort=scheduledDate', '4')).toEqual([0, 1, 2, 3])
    // the first by the BDM's name, the second by the broker's too
    expect(await pages('/api/bookings?q=pane&limit=1', '2')).toEqual([3, 1])
    expect((await viewer.get('/api/bookings?sort=name')).statusCode).toBe(400)
    const [broker] = (await viewer.get(`/api/bookings?brokerId=${brokerId}`)).json()
    expect(broker).toMatchObject({
      name: 'Petra Pane',
      email: 'petra@example.com',
      phone: '+61491570157',
      broker: { id: brokerId, company: 'Quiet Broking' },
      source: 'web',
      test: false,
    })
  })
})

describe('what staff do with a meeting', () => {
  const patch = (id: number, body: object, who = lender) => who.send('PATCH', `/api/bookings/${id}`, body)

  // Covers: bookings-27
  it('held and no-show once it has begun, and back again', async () => {
    await addBdm(app)
    const id = await book()
    const early = await patch(id, { status: 'held' })
    expect([early.statusCode, early.json().message]).toEqual([422, 'This meeting has not started yet.'])
    clock = new Date(at(24, '09'))
    expect((await patch(id, { status: 'held' })).json()).toMatchObject({ status: 'held' })
    expect(await audited('booking')).toBe('booking.changed')
    expect((await patch(id, { status: 'no_show' })).json()).toMatchObject({ status: 'no_show' })
    expect((await patch(id, { status: 'no_show' })).statusCode).toBe(200)
    const cancelled = await patch(id, { status: 'cancelled' })
    expect([cancelled.statusCode, cancelled.json().message]).toEqual([
      422,
      'A meeting that is no-show cannot become cancelled.',
    ])
    const types = await app.connection.db
      .selectFrom('activities')
      .select('type')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(types.map(({ type }) => type)).toEqual(['meeting_missed', 'meeting_held'])
  })

  // Covers: bookings-27
  it('cancel, which is told to whoever comes and to the BDM', async () => {
    await addBdm(app)
    const id = await book()
    expect((await patch(id, { status: 'cancelled', note: 'Ill' })).json()).toMatchObject({
      status: 'cancelled',
      note: 'Ill',
    })
    expect((await outbox(app, id)).map(({ template }) => template)).toEqual([
      'booking_confirmed',
      'booking_notice',
      'booking_cancelled',
      'booking_notice',
    ])
    expect((await patch(id, { status: 'held' })).statusCode).toBe(422)
  })

  // Covers: bookings-30
  it('reschedule to a free time, to another BDM too, and all people concerned are notified', async () => {
    const [first, second] = [await addBdm(app), await addBdm(app)]
    const id = await book()
    const bdmOf = async (): Promise<number> => (await viewer.get(`/api/bookings/${id}`)).json().bdm.id
    const [mine, other] = (await bdmOf()) === first ? [first, second] : [second, first]
    const url = `/api/bookings/${id}`
    await post(app, someone({ scheduledDate: at(24, '10') }))
    await post(app, someone({ scheduledDate: at(24, '10') }))
    const timesOf = async (query: string): Promise<string[]> => {
      const answer = await lender.get(`${url}/times?from=2026-11-24&to=2026-11-24${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      const [day] = answer.json<{ slots: { label: string; available: boolean }[] }[]>()
      return (day?.slots ?? []).filter(({ available }) => available).map(({ label }) => label)
    }
    // its own time is free to itself
    expect(await timesOf(`&bdmId=${mine}`)).toEqual(['9:00 AM', '11:00 AM', '2:00 PM', '4:00 PM'])
    expect((await viewer.get(`${url}/times?from=2026-11-24&to=2026-11-24`)).statusCode).toBe(403)

    const move = (body: object, who = lender) => who.send('POST', `${url}/reschedule`, body)
    const told = async () => (await outbox(app, id)).map(({ template }) => template)
    const before = await told()
    expect((await move({ scheduledDate: at(24, '09') })).statusCode).toBe(200)
    expect(await told()).toEqual(before)
    const later = await move({ scheduledDate: at(24, '11') })
    expect(later.json(), later.body).toMatchObject({ id, bdm: { id: mine }, status: 'booked' })
    expect(Date.parse(later.json().scheduledDate)).toBe(Date.parse(at(24, '11')))
    expect((await told()).slice(before.length)).toEqual(['booking_moved', 'booking_notice'])
    const handed = await move({ scheduledDate: at(24, '11'), bdmId: other })
    expect(handed.json(), handed.body).toMatchObject({ bdm: { id: other } })
    // the previous BDM gets a notice
    expect((await told()).slice(before.length + 2)).toEqual([
      'booking_moved',
      'booking_notice',
      'booking_notice',
    ])
    expect(await audited('booking')).toBe('booking.moved')
    const refused = async (body: object, who = lender) => {
      const { statusCode, ...answer } = await move(body, who)
      return [statusCode, answer.json().message]
    }
    expect(await refused({ scheduledDate: at(24, '10') })).toEqual([409, 'That time has just been taken'])
    expect(await refused({ scheduledDate: at(28, '10') })).toEqual([422, NO_SUCH_TIME])
    expect(await refused({ scheduledDate: at(24, '14'), bdmId: 2_000_000_000 })).toEqual([422, NO_SUCH_TIME])
    expect((await refused({ scheduledDate: at(24, '14') }, viewer))[0]).toBe(403)
    clock = new Date(at(24, '11'))
    expect(await refused({ scheduledDate: at(25, '11') })).toEqual([
      422,
      'The meeting has begun. Mark it as held or no-show, and book a new one.',
    ])
    await patch(id, { status: 'held' })
    expect((await refused({ scheduledDate: at(25, '11') }))[1]).toContain(
      'that is held cannot be rescheduled',
    )
  })

  it('write a note, and nothing else changes', async () => {
    await addBdm(app)
    const id = await book()
    expect((await patch(id, { note: 'Wants the fixed rate' })).json()).toMatchObject({
      status: 'booked',
      note: 'Wants the fixed rate',
    })
    expect((await patch(id, { note: '' })).json()).toMatchObject({ note: null })
    expect((await patch(id, { note: 'x'.repeat(2001) })).statusCode).toBe(400)
    expect((await patch(id, { status: 'late' })).statusCode).toBe(400)
    expect((await patch(2_000_000_000, { note: 'x' })).statusCode).toBe(404)
    expect((await patch(id, { note: 'x' }, viewer)).statusCode).toBe(403)
  })
})

describe('a BDM', () => {
  const create = (body: object, who = lender) => who.send('POST', '/api/bdms', body)
  const patch = (id: number, body: object) => lender.send('PATCH', `/api/bdms/${id}`, body)

  // Covers: bookings-31
  it('starts with the six hours and the block at three', async () => {
    const answer = await create({ name: 'Dana Cole', email: 'dana@example.com' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      active: true,
      hours: defaultHours,
      blocks: defaultBlocks,
      regions: [],
      leave: [],
      upcoming: 0,
      busyFeed: null,
      calendarUrl: expect.stringMatching(/^http:\/\/localhost:3000\/calendar\/[\w-]{22}\.ics$/),
    })
    expect(await audited('bdm')).toBe('bdm.created')
    expect(await freeOn(app, '2026-11-24')).toHaveLength(5)
  })

  it.each<[string, object, string, string]>([
    ['no name', { name: '' }, 'name', 'Name is required'],
    ['no address', { email: 'x' }, 'email', 'Valid email is required'],
    [
      'a weekend',
      { hours: [{ weekday: 6, from: '09:00', to: '12:00' }] },
      'hours.0.weekday',
      'Meetings are held from Monday to Friday',
    ],
    [
      'hours backwards',
      { hours: [{ weekday: 1, from: '12:00', to: '09:00' }] },
      'hours.0.to',
      'End time must be after start time',
    ],
    [
      'half an hour',
      { hours: [{ weekday: 1, from: '09:00', to: '09:30' }] },
      'hours.0.to',
      'A meeting takes 60 minutes: give at least that long',
    ],
    [
      'hours over each other',
      {
        hours: [
          { weekday: 1, from: '09:00', to: '12:00' },
          { weekday: 1, from: '11:00', to: '13:00' },
        ],
      },
      'hours',
      'Hours of one day must not overlap',
    ],
    [
      'no clock time',
      { hours: [{ weekday: 1, from: '9', to: '25:00' }] },
      'hours.0.from',
      'Enter a time as HH:MM, such as 09:00',
    ],
    [
      'a feed of another kind',
      { busyFeedUrl: 'file:///etc/passwd' },
      'busyFeedUrl',
      'Enter a web address that starts with https://',
    ],
    [
      'script for a video link',
      { videoLink: 'javascript:alert(1)' },
      'videoLink',
      'Enter a web address that starts with https://',
    ],
    ['a state that is none', { regions: ['NZ'] }, 'regions.0', ''],
  ])('with %s is refused', async (_what, changes, field, message) => {
    const answer = await create({ name: 'Dana Cole', email: 'dana@example.com', ...changes })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields[field]).toContain(message)
  })

  // Covers: bookings-3
  it('that works other hours or none offers those, and meetings already made stay', async () => {
    const id = await addBdm(app)
    const booking = await book()
    expect(
      (await patch(id, { hours: [{ weekday: 2, from: '08:00', to: '10:00' }], blocks: [] })).statusCode,
    ).toBe(200)
    expect(await days(app, '2026-11-24')).toMatchObject([
      {
        slots: [
          { label: '8:00 AM', available: true },
          { label: '9:00 AM', available: false },
        ],
      },
    ])
    await patch(id, { active: false })
    expect(await freeOn(app, '2026-11-24')).toEqual([])
    expect((await lender.get('/api/bookings')).json()).toMatchObject([{ id: booking, status: 'booked' }])
    expect((await patch(2_000_000_000, { active: false })).statusCode).toBe(404)
  })

  // Covers: bookings-31
  it('on leave is not offered, who stands in it is told, and the time can be given back', async () => {
    const id = await addBdm(app)
    const booking = await book()
    await book({ scheduledDate: at(25, '09') })
    const leave = await lender.send('POST', `/api/bdms/${id}/leave`, {
      from: at(24, '00'),
      to: at(24, '11'),
      reason: 'Dentist',
    })
    expect(leave.statusCode).toBe(201)
    expect(leave.json()).toMatchObject({ leave: { reason: 'Dentist' }, conflicts: [{ id: booking }] })
    expect(await freeOn(app, '2026-11-24')).toEqual(['11:00 AM', '2:00 PM', '4:00 PM'])
    const refused = await post(app, someone({ scheduledDate: at(24, '10') }))
    expect(refused.statusCode).toBe(409)
    const [bdm] = (await viewer.get('/api/bdms')).json()
    expect(bdm).toMatchObject({
      leave: [leave.json().leave],
      upcoming: 2,
      calendarUrl: null,
      busyFeedUrl: null,
    })
    for (const span of [
      { from: '0000-01-01T00:00:00Z', to: at(24, '11') },
      { from: at(24, '00'), to: '9999-12-31T23:30:00-14:00' },
    ]) {
      const far = await lender.send('POST', `/api/bdms/${id}/leave`, { ...span, reason: 'Slip' })
      expect(far.json()).toMatchObject({ message: 'Give a date between the years 2000 and 2099' })
    }
    expect((await viewer.get('/api/bdms')).json()[0].leave).toHaveLength(1)
    const other = await addBdm(app)
    const { id: leaveId } = leave.json().leave
    expect((await lender.send('DELETE', `/api/bdms/${other}/leave/${leaveId}`)).statusCode).toBe(404)
    expect((await lender.send('DELETE', `/api/bdms/${id}/leave/${leaveId}`)).json()).toEqual({
      removed: true,
    })
    expect(await freeOn(app, '2026-11-24')).toContain('10:00 AM')
    const backwards = { from: at(24, '11'), to: at(24, '10'), reason: 'x' }
    expect((await lender.send('POST', `/api/bdms/${id}/leave`, backwards)).json().fields).toEqual({
      to: 'End must be after start',
    })
  })
})
