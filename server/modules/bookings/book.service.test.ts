import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SLOT_TAKEN } from '#contract/bookings/bookings.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  freeOn,
  known,
  outbox,
  parseIcs,
  post,
  SUNDAY,
  someone,
  TUESDAY_NINE,
} from '#test/worlds/bookings-world.ts'
import { staffClient } from '#test/worlds/client.ts'
import { NO_SUCH_TIME, OWN_MEETING, PAST, TOO_FAR, TOO_SOON } from './book.rules.ts'

let app: TestApp
let clock = SUNDAY
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
})
afterAll(() => app?.close())

let bdmId: number
beforeEach(async () => {
  clock = SUNDAY
  const { db } = app.connection
  await db
    .updateTable('organisation')
    .set({ tradingName: 'Lumen Lending', videoLink: 'https://meet.example/lumen' })
    .execute()
  await db.deleteFrom('bookings').execute()
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('bdms').execute()
  bdmId = await addBdm(app, { name: 'Dana Cole', email: 'dana@lender.example.com' })
})

const rows = () => app.connection.db.selectFrom('bookings').selectAll().orderBy('id').execute()

describe('a meeting that a visitor books', () => {
  // Covers: bookings-7
  it('is answered, stored and gone from the calendar', async () => {
    const answer = await post(app, someone({ agenda: 'Rates, please', attendees: 4, phone: '0491 570 156' }))
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      status: 'booked',
      meetingType: 'product-discussion',
      scheduledDate: '2026-11-23T22:00:00.000Z',
      endsAt: '2026-11-23T23:00:00.000Z',
      zoneLabel: 'AEDT',
      attendees: 4,
      agenda: 'Rates, please',
      bdmName: 'Dana Cole',
      confirmBy: null,
      manageUrl: expect.stringMatching(/\/booking\/manage\/./),
    })
    expect(await freeOn(app, '2026-11-24')).toEqual(['10:00 AM', '11:00 AM', '2:00 PM', '4:00 PM'])
    expect(await rows()).toMatchObject([{ source: 'web', bdmId, phone: '+61491570156', brokerId: null }])
  })

  // Covers: bookings-17, staff-screens-microsites-12
  it('is confirmed by mail with an invitation that a calendar understands, and told to the BDM', async () => {
    const visit = someone({
      name: 'Vic "The" Visitor; x',
      email: 'vic@example.com',
      agenda: 'A,b;c\nd',
    })
    const { id } = (await post(app, visit)).json()
    const messages = await outbox(app, id)
    expect(messages.map(({ recipient, template }) => [recipient, template])).toEqual([
      ['vic@example.com', 'booking_confirmed'],
      ['dana@lender.example.com', 'booking_notice'],
    ])
    expect(messages[0]?.body).toContain('Tue 24 Nov 2026, 9:00 am to 10:00 am AEDT')
    expect(messages[0]?.body).toMatch(/http:\/\/localhost:3000\/booking\/manage\/[\w.-]+/)
    // answers reach a person, and the BDM's mail carries an entry for their own calendar
    expect(messages.map(({ replyTo }) => replyTo)).toEqual(['dana@lender.example.com', 'vic@example.com'])
    const entry = messages[1]?.invitation as { method: string; ics: string }
    expect(entry.method).toBe('PUBLISH')
    expect(parseIcs(entry.ics)).toMatchObject([
      {
        ...{
          method: 'PUBLISH',
          sequence: 0,
          status: 'CONFIRMED',
          start: new Date(TUESDAY_NINE),
          attendees: [],
        },
        uid: (await rows())[0]?.uid,
        summary: 'Product discussion: Vic "The" Visitor; x',
      },
    ])
    const invitation = messages[0]?.invitation as { method: string; ics: string }
    expect(invitation.method).toBe('REQUEST')
    expect(parseIcs(invitation.ics)).toEqual([
      {
        method: 'REQUEST',
        uid: (await rows())[0]?.uid,
        sequence: 0,
        status: 'CONFIRMED',
        start: new Date(TUESDAY_NINE),
        end: new Date('2026-11-24T10:00:00+11:00'),
        summary: 'Product discussion with Dana Cole, Lumen Lending',
        description: expect.stringContaining('A,b;c\nd\n\nVideo call: https://meet.example/lumen'),
        location: 'https://meet.example/lumen',
        organizer: 'mailto:dana@lender.example.com',
        attendees: ['MAILTO:vic@example.com'],
      },
    ])
  })

  // Covers: staff-screens-microsites-12
  it('gets another version of its invitation when staff change the video link, of the BDM or the organisation', async () => {
    const { id } = (await post(app, someone({ email: 'vic@example.com' }))).json()
    const lender = await staffClient(app, 'admin')
    const sent = async () => (await outbox(app, id)).filter(({ template }) => template === 'booking_updated')
    await lender.send('PATCH', `/api/bdms/${bdmId}`, { videoLink: 'https://meet.example/new' })
    await lender.send('PATCH', `/api/bdms/${bdmId}`, { phone: '(02) 5550 1234' })
    expect(await sent()).toMatchObject([
      {
        recipient: 'vic@example.com',
        occasion: `booking:${id}:updated:1`,
        replyTo: 'dana@lender.example.com',
      },
    ])
    const [mail] = await sent()
    expect(mail?.body).toContain('https://meet.example/new')
    expect(parseIcs((mail?.invitation as { ics: string }).ics)).toMatchObject([
      { method: 'REQUEST', sequence: 1, location: 'https://meet.example/new', start: new Date(TUESDAY_NINE) },
    ])
    await lender.send('PATCH', `/api/bdms/${bdmId}`, { videoLink: '' })
    expect((await sent()).at(-1)?.body).toContain('https://meet.example/lumen')
    await lender.send('PATCH', '/api/organisation', { videoLink: 'https://meet.example/all' })
    expect((await sent()).at(-1)?.body).toContain('https://meet.example/all')
  })

  // Covers: staff-screens-microsites-12
  it('sends the BDM another version of their entry too, with what is new in its subject', async () => {
    const { id } = (await post(app, someone())).json()
    const lender = await staffClient(app, 'admin')
    await lender.send('PATCH', `/api/bdms/${bdmId}`, { videoLink: 'https://meet.example/new' })
    await lender.send('PATCH', `/api/bdms/${bdmId}`, { videoLink: '' })
    await lender.send('PATCH', '/api/organisation', { videoLink: 'https://meet.example/all' })
    const notices = (await outbox(app, id)).filter(({ template }) => template === 'booking_notice')
    expect(notices.map(({ recipient, subject }) => [recipient, subject?.split(':')[0]])).toEqual([
      ['dana@lender.example.com', 'New meeting'],
      ...Array.from({ length: 3 }, () => ['dana@lender.example.com', 'New video link']),
    ])
    const entries = notices.flatMap(({ invitation }) => parseIcs((invitation as { ics: string }).ics))
    expect(entries.map(({ method, sequence, location }) => [method, sequence, location])).toEqual([
      ['PUBLISH', 0, 'https://meet.example/lumen'],
      ['PUBLISH', 1, 'https://meet.example/new'],
      ['PUBLISH', 2, 'https://meet.example/lumen'],
      ['PUBLISH', 3, 'https://meet.example/all'],
    ])
    expect(new Set(entries.map(({ uid }) => uid)).size).toBe(1)
  })

  it('is told once on the timeline, with the name where no broker stands beside it', async () => {
    const { id } = (await post(app, someone({ name: 'Vic' }))).json()
    const told = await app.connection.db
      .selectFrom('activities')
      .select(['type', 'description', 'brokerId'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(id).toBeGreaterThan(0)
    expect(told).toEqual([
      {
        type: 'meeting_booked',
        description: 'Meeting of Vic with Dana Cole booked for Tue 24 Nov, 9:00 am AEDT',
        brokerId: null,
      },
    ])
  })

  it('is made once for one Idempotency-Key, however often it is sent', async () => {
    const visit = someone()
    const [first, again] = [
      await post(app, visit, { 'idempotency-key': 'one' }),
      await post(app, visit, { 'idempotency-key': 'one' }),
    ]
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(await rows()).toHaveLength(1)
  })
})

describe('a meeting that came by a broker’s link', () => {
  // Covers: bookings-9
  it('is confirmed to the address on record, and shows nothing of the record', async () => {
    const brokerId = await addBroker(app, { phone: '+61491570157' })
    const answer = await post(app, { ...someone({ brokerId }), name: undefined, email: 'other@example.com' })
    expect(answer.statusCode, answer.body).toBe(201)
    for (const secret of ['Secretname', 'Quiet', 'petra@', '491570157'])
      expect(answer.body).not.toContain(secret)
    const [mail] = await outbox(app, answer.json().id)
    expect(mail).toMatchObject({ recipient: 'petra@example.com', template: 'booking_confirmed', brokerId })
    expect(mail?.body).toMatch(/Not you\?/)
  })

  // Covers: bookings-9
  it('goes by SMS where no address is on record', async () => {
    const brokerId = await addBroker(app, { email: null, phone: '+61491570158' })
    const { id } = (
      await post(app, { ...someone({ brokerId }), email: null, name: null, phone: null })
    ).json()
    const [sms] = await outbox(app, id)
    expect(sms).toMatchObject({ channel: 'sms', recipient: '+61491570158' })
    expect(sms?.body).toMatch(
      /^Lumen Lending: your video meeting with Dana Cole is booked for Tue 24 Nov, 9:00 am AEDT\. Details, change or cancel: http:\/\/localhost:3000\/s\/[\w-]{22} Really us\? Check code [0-9A-Z]{6} at localhost:3000\/verify$/,
    )
  })

  // Covers: bookings-5
  it('is taken by the BDM of the broker’s state, else by whoever has the fewest that week', async () => {
    const own = await addBdm(app, { regions: ['WA'] })
    const third = await addBdm(app)
    const brokerId = await addBroker(app, { region: 'WA' })
    await post(app, someone({ ...known(app, brokerId), scheduledDate: '2026-11-24T10:00:00+11:00' }))
    // own has one meeting, bdmId and third have none; of equal BDMs the older one is chosen first
    for (const hour of ['11', '14', '16']) {
      await post(app, someone({ scheduledDate: `2026-11-24T${hour}:00:00+11:00` }))
    }
    expect((await rows()).map((row) => row.bdmId)).toEqual([own, bdmId, third, bdmId])
  })

  // Covers: bookings-9
  it('with a broker that does not exist is refused', async () => {
    const answer = await post(app, someone({ brokerId: 2_000_000_000 }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      fields: { brokerId: expect.stringContaining('does not belong to a broker') },
    })
  })
})

describe('what is refused', () => {
  // Covers: bookings-7
  it.each<[string, object, Record<string, string>]>([
    ['no meeting type', { meetingType: '' }, { meetingType: 'Meeting type is required' }],
    ['another meeting type', { meetingType: 'lunch' }, { meetingType: 'Meeting type is required' }],
    ['no attendees', { attendees: undefined }, { attendees: 'Number of attendees is required' }],
    ['nobody attending', { attendees: 0 }, { attendees: 'Number of attendees is required' }],
    ['half a person', { attendees: 1.5 }, { attendees: 'Number of attendees is required' }],
    ['five', { attendees: 5 }, { attendees: 'Choose 4 for four people or more' }],
    ['no time', { scheduledDate: undefined }, { scheduledDate: 'Please select a time slot' }],
    [
      'a time without its zone',
      { scheduledDate: '2026-11-24T09:00:00' },
      { scheduledDate: 'Please select a time slot' },
    ],
    [
      'a day that does not exist',
      { scheduledDate: '2026-02-30T09:00:00+11:00' },
      { scheduledDate: 'Please select a time slot' },
    ],
    ['no name', { name: ' ' }, { name: 'Name is required' }],
    ['no email', { email: '' }, { email: 'Valid email is required' }],
    ['a wrong email', { email: 'a@b@c' }, { email: 'Valid email is required' }],
    [
      'an email with a header in it',
      { email: 'a@example.com\r\nBcc: x@example.com' },
      { email: 'Valid email is required' },
    ],
    ['no phone', { phone: null }, { phone: 'Phone number is required' }],
    ['a wrong phone', { phone: '12345' }, { phone: 'Enter a valid phone number' }],
    ['words for a phone', { phone: 'call me' }, { phone: 'Enter a valid phone number' }],
    ['a name of 100,000 characters', { name: 'x'.repeat(100_000) }, { name: 'At most 200 characters' }],
    [
      'an agenda of 100,000 characters',
      { agenda: 'x'.repeat(100_000) },
      { agenda: 'At most 2,000 characters' },
    ],
    [
      'several things at once',
      { scheduledDate: 'soon', attendees: 0, name: '', phone: '' },
      {
        scheduledDate: 'Please select a time slot',
        name: 'Name is required',
        phone: 'Phone number is required',
      },
    ],
    [
      'everything at once, a wrong number among it',
      { name: ' ', email: '', phone: '12' },
      {
        name: 'Name is required',
        email: 'Valid email is required',
        phone: 'Enter a valid phone number',
      },
    ],
    ['a broker that is no number', { brokerId: 'me' }, { brokerId: 'Enter a whole number' }],
  ])('%s', async (_what, changes, fields) => {
    const answer = await post(app, someone(changes))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', fields })
    expect(await rows()).toEqual([])
  })

  // Covers: bookings-8
  it.each<[string, string, string]>([
    ['yesterday', '2026-11-21T09:00:00+11:00', PAST],
    ['the year 1', '0001-01-01T00:00:00Z', PAST],
    ['a Sunday', '2026-11-29T09:00:00+11:00', NO_SUCH_TIME],
    ['Christmas', '2026-12-25T09:00:00+11:00', NO_SUCH_TIME],
    ['the day given for Boxing Day', '2026-12-28T09:00:00+11:00', NO_SUCH_TIME],
    ['noon', '2026-11-24T12:00:00+11:00', NO_SUCH_TIME],
    ['a minute past nine', '2026-11-24T09:01:00+11:00', NO_SUCH_TIME],
    ['eight in Perth, which is eleven here but for a minute', '2026-11-24T08:01:00+08:00', NO_SUCH_TIME],
    ['the block at three', '2026-11-24T15:00:00+11:00', NO_SUCH_TIME],
    ['the hour that the clocks skip', '2026-10-04T02:30:00+10:00', PAST],
    ['the hour that the clocks will skip', '2027-10-03T02:30:00+10:00', TOO_FAR],
    ['the hour that the clocks repeat', '2027-04-04T02:30:00+11:00', TOO_FAR],
    ['a day more than 60 days ahead', '2027-01-22T09:00:00+11:00', TOO_FAR],
    ['the end of time', '9999-12-31T09:00:00+11:00', TOO_FAR],
  ])('%s', async (_what, scheduledDate, message) => {
    const answer = await post(app, someone({ scheduledDate }))
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'rule_forbids', message, fields: { scheduledDate: message } })
  })

  // Covers: bookings-2
  it('a time closer than two hours, and not one second more', async () => {
    clock = new Date('2026-11-24T07:00:00.001+11:00')
    expect((await post(app, someone())).json()).toMatchObject({ code: 'rule_forbids', message: TOO_SOON })
    clock = new Date('2026-11-24T07:00:00+11:00')
    expect((await post(app, someone())).statusCode).toBe(201)
  })

  // Covers: bookings-8
  it('a time that is taken, by another or by the same person', async () => {
    await post(app, someone())
    const second = await post(app, someone())
    expect([second.statusCode, second.json().message]).toEqual([409, SLOT_TAKEN])
    await addBdm(app)
    const me = someone({ email: 'me@example.com' })
    expect((await post(app, me)).statusCode).toBe(201)
    await addBdm(app)
    const again = await post(app, { ...me, email: 'ME@example.com' })
    expect([again.statusCode, again.json().message]).toEqual([409, OWN_MEETING])
  })

  it('anything while no BDM is there', async () => {
    await app.connection.db.updateTable('bdms').set({ active: false }).execute()
    expect((await post(app, someone())).json().message).toBe(NO_SUCH_TIME)
    expect(await freeOn(app, '2026-11-24')).toEqual([])
  })
})

describe('what is taken as it comes', () => {
  it.each([
    ['a foreign number', '+64 9 888 1234', '+6498881234'],
    ['an extension', '(02) 5550 1234 ext 12', '(02) 5550 1234 ext 12'],
    ['a national number', '(02) 5550 1234', '+61255501234'],
  ])('%s', async (_what, phone, kept) => {
    expect((await post(app, someone({ phone }))).statusCode).toBe(201)
    expect(await rows()).toMatchObject([{ phone: kept }])
  })

  // Covers: bookings-16
  it('a form that a program may have sent, which staff are shown until a person confirms', async () => {
    const now = new Date(clock.getTime() - 1000)
    const hasty = signFormTime({ secret: app.ctx().providers.secret, now })
    const reasons: [object, string | null][] = [
      [{ formCheck: 'Harbour Finance' }, 'a hidden field'],
      [{ formTime: hasty }, 'within two seconds'],
      [{ formTime: 'x.y' }, 'did not come from the form'],
      [{ formTime: undefined }, 'did not come from the form'],
      [{}, null],
    ]
    const lender = await staffClient(app, 'lender')
    for (const [index, [sent, reason]] of reasons.entries()) {
      const scheduledDate = `2026-11-${25 + (index % 3)}T${index < 3 ? '10' : '11'}:00:00+11:00`
      const answer = await post(app, { ...someone({ scheduledDate }), ...sent })
      expect(answer.statusCode, answer.body).toBe(201)
      const { reviewReason, note } = (await lender.get(`/api/bookings/${answer.json().id}`)).json()
      expect([reviewReason, note]).toEqual([reason && expect.stringContaining(reason), null])
    }
  })

  it('script in every field, as text', async () => {
    const script = '<script>alert(1)</script>'
    const answer = await post(app, someone({ name: script, agenda: script }))
    expect(answer.json().agenda).toBe(script)
    for (const { html } of await outbox(app, answer.json().id))
      expect(html ?? '').not.toContain('<script>alert')
  })
})

describe('the limit of one network', () => {
  // Covers: bookings-16
  it('is 20 in ten minutes, and another network is not touched', async () => {
    const limited = await createTestApp({
      databaseUrl: app.databaseUrl,
      now: () => clock,
      env: { RATE_LIMITS: 'on' },
    })
    try {
      const from = (remoteAddress: string) =>
        limited.server.inject({
          method: 'POST',
          url: '/api/bookings',
          remoteAddress,
          payload: { website: 'x' },
        })
      for (let sent = 0; sent < 20; sent++) expect((await from('203.0.113.9')).statusCode).toBe(400)
      const refused = await from('203.0.113.9')
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await from('198.51.100.9')).statusCode).toBe(400)
    } finally {
      await limited.close()
    }
  })
})
