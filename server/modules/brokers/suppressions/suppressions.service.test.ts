import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { optInBySms, optOutBySms, optOutByVoice } from './suppressions.ts'

let app: TestApp
let admin: Client
let lender: Client
let compliance: Client
let viewer: Client

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-21T02:00:00Z') })
  admin = await staffClient(app, 'admin')
  lender = await staffClient(app, 'lender')
  compliance = await staffClient(app, 'compliance')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app.close())
beforeEach(async () => {
  await asOwner(app.databaseUrl, 'delete from suppressions; delete from number_washes; delete from brokers')
})

const add = (client: Client, phoneNumber: string, reason = 'Complaint') =>
  client.send('POST', '/api/suppressions', { phoneNumber, reason })

describe('by hand', () => {
  test('one number at a time, so that no second one stays callable', async () => {
    const answer = await add(lender, '0491 570 156 / 0491 570 157')
    expect(answer.json().fields.phoneNumber).toContain('one number at a time')
    expect((await add(lender, '(+61) 491 570 156')).json().phoneNumber).toBe('+61491570156')
  })

  // Covers: suppressions-1
  test('added, listed with the brokers of the number, removed with a reason', async () => {
    await app.connection.db.insertInto('brokers').values({ name: 'Ann', phone: '+61491570156' }).execute()
    const made = await add(lender, '0491 570 156')
    expect(made.statusCode).toBe(201)
    const entry = {
      phoneNumber: '+61491570156',
      source: 'manual',
      brokerNames: ['Ann'],
      createdBy: 'Test lender',
      removable: true,
    }
    expect((await viewer.get('/api/suppressions')).json()).toMatchObject([entry])
    expect((await viewer.get('/api/brokers')).json()).toMatchObject([{ suppressed: true }])
    const url = `/api/suppressions/${made.json().id}`
    expect((await compliance.send('DELETE', url)).statusCode).toBe(400)
    expect((await lender.send('DELETE', `${url}?reason=x`)).statusCode).toBe(403)
    expect((await compliance.send('DELETE', `${url}?reason=Settled`)).json()).toEqual({ removed: true })
    expect((await viewer.get('/api/suppressions')).json()).toEqual([])
    expect((await compliance.send('DELETE', `${url}?reason=Settled`)).statusCode).toBe(404)
    const audit = await app.connection.db
      .selectFrom('auditLog')
      .select(['action', 'after'])
      .where('subjectType', '=', 'suppression')
      .orderBy('id')
      .execute()
    expect(audit.slice(-2)).toMatchObject([
      { action: 'suppression.added' },
      { action: 'suppression.removed', after: { reason: 'Settled' } },
    ])
    expect((await add(admin, '0491 570 156')).statusCode).toBe(201)
  })

  test('twice at once is one entry', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => add(lender, '0491 570 156')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  })

  // Covers: suppressions-3
  test('cancels what was planned for the number', async () => {
    const ctx = await app.staff('compliance')
    const { db } = app.connection
    const broker = await db
      .insertInto('brokers')
      .values({ name: 'Ann', phone: '+61491570156' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const campaign = await db
      .insertInto('campaigns')
      .values({ name: 'Test', product: 'Loan', callScript: 'Hello' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('enrolments')
      .values({
        campaignId: campaign.id,
        brokerId: broker.id,
        simulated: true,
        state: 'waiting',
        dueAt: ctx.now(),
      })
      .execute()
    expect((await add(compliance, '0491 570 156')).statusCode).toBe(201)
    const { state, endedReason } = await db
      .selectFrom('enrolments')
      .select(['state', 'endedReason'])
      .executeTakeFirstOrThrow()
    expect([state, endedReason]).toEqual(['done', 'opted_out'])
  })

  test.each([
    ['', 'Complaint', 'phoneNumber'],
    ['12', 'Complaint', 'phoneNumber'],
    ['call me', 'Complaint', 'phoneNumber'],
    ['0491 570 156', '', 'reason'],
  ])('number %j with reason %j is refused', async (phone, reason, field) => {
    const answer = await add(lender, phone, reason)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual([field])
  })

  test('other roles', async () => {
    expect((await add(viewer, '0491 570 156')).statusCode).toBe(403)
    expect((await add(visitor(app), '0491 570 156')).statusCode).toBe(401)
  })
})

test.each([
  ['SMS', 'sms_stop', 'Replied STOP to an SMS'],
  ['voice', 'voice', 'Said stop'],
] as const)('an opt-out by %s is listed with its reason, published to all screens, and in the audit log', async (_by, source, reason) => {
  const { db } = app.connection
  const phone = '+61491570156'
  const { id: brokerId } = await db
    .insertInto('brokers')
    .values({ name: 'Ann', phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: campaignId } = await db
    .insertInto('campaigns')
    .values({ name: 'Test', product: 'Loan', callScript: 'Hello' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = new Date('2026-11-21T01:00:00Z')
  // a real call's as well: an opt-out counts for every line
  for (const simulated of [true, false]) {
    await db
      .insertInto('enrolments')
      .values({ campaignId, brokerId, simulated, state: 'waiting', dueAt: at })
      .execute()
  }
  const ctx = app.ctx()
  const listener = await app.connection.pool.connect()
  const published: string[] = []
  listener.on('notification', ({ payload = '' }) => published.push(...JSON.parse(payload).topics))
  await listener.query('listen brokerline_changes')
  const optOut = (tx: Ctx) =>
    source === 'voice'
      ? optOutByVoice(tx, { phone, at, reason, callId: null })
      : optOutBySms(tx, { phone, at })
  await ctx.tx(optOut)
  // the answer of this query arrives after the notification
  await listener.query('unlisten *')
  listener.removeAllListeners('notification')
  listener.release()
  expect(published).toEqual(expect.arrayContaining(['suppressions', 'brokers']))
  expect((await viewer.get('/api/suppressions')).json()).toMatchObject([
    { phoneNumber: phone, source, reason, removable: source === 'voice' },
  ])
  expect(await db.selectFrom('enrolments').select('endedReason').execute()).toEqual([
    { endedReason: 'opted_out' },
    { endedReason: 'opted_out' },
  ])
  const audits = () =>
    db
      .selectFrom('auditLog')
      .select(['action', 'subjectType', 'before', 'after'])
      .where('subjectType', '=', 'suppression')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
  expect(await audits()).toEqual([
    {
      action: 'suppression.added',
      subjectType: 'suppression',
      before: null,
      after: { phone, source, reason },
    },
  ])
  await optInBySms(ctx, { phone, at: new Date('2026-11-21T01:10:00Z') })
  expect(await audits()).toEqual([
    {
      ...{ action: 'suppression.ended_by_sms', subjectType: 'suppression' },
      ...{ before: { phone }, after: { reason: 'Replied START to an SMS' } },
    },
  ])
})

// Covers: suppressions-2
test.each([
  ['SMS', 'sms_stop'],
  ['voice', 'voice'],
] as const)('an opt-out by %s that is repeated outweighs a consent given in between', async (_by, source) => {
  const phone = '+61491570156'
  const optOut = (time: string) => {
    const asked = { phone, at: new Date(`2026-11-${time}Z`) }
    return source === 'voice'
      ? optOutByVoice(app.ctx(), { ...asked, reason: 'Said stop', callId: null })
      : optOutBySms(app.ctx(), asked)
  }
  const consent = async (callBasisAt: string) => {
    const callBasisSource = `Form of ${callBasisAt}`
    const answer = await lender.send('PATCH', `/api/brokers/${made.json().id}`, {
      ...{ callBasis: 'express', callBasisSource, callBasisAt },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return (await viewer.get('/api/suppressions')).json().length
  }
  const made = await lender.send('POST', '/api/brokers', {
    ...{ name: 'Ann', phone, email: 'ann@example.com', confirmedRelationship: true },
  })
  expect(made.statusCode, made.body).toBe(201)
  await optOut('02T01:00:00')
  await optOut('10T01:00:00')
  expect(await consent('2026-11-05T01:00:00Z')).toBe(1)
  // only that the provider still refuses is no new wish
  await optOutBySms(app.ctx(), { phone, at: new Date('2026-11-15T01:00:00Z'), toldBy: 'provider' })
  if (source === 'sms_stop') expect(await consent('2026-11-12T01:00:00Z')).toBe(0)
})

test('STOP that is received again after START changes nothing; any other opt-out suppresses again', async () => {
  const [phone, other] = ['+61491570156', '+61491570157'] as const
  const [stop, start, again] = ['01:00', '01:10', '01:20'].map(
    (time) => new Date(`2026-11-21T${time}:00Z`),
  ) as [Date, Date, Date]
  const open = async (number: string): Promise<number> =>
    (await viewer.get(`/api/suppressions?q=${encodeURIComponent(number)}`)).json().length
  await optOutBySms(app.ctx(), { phone, at: stop })
  expect(await open(phone)).toBe(1)
  await optInBySms(app.ctx(), { phone, at: start })
  expect(await open(phone)).toBe(0)
  await optOutBySms(app.ctx(), { phone, at: stop })
  expect(await open(phone)).toBe(0)
  // somebody else's at the same instant
  await optOutBySms(app.ctx(), { phone: other, at: stop })
  expect(await open(other)).toBe(1)
  // the same person's by voice, at the same instant as an older one by SMS
  await optOutByVoice(app.ctx(), { phone, at: again, reason: 'Said so', callId: null })
  expect(await open(phone)).toBe(1)
  await optInBySms(app.ctx(), { phone, at: new Date('2026-11-21T01:30:00Z') })
  expect(await open(phone)).toBe(0)
  await optOutBySms(app.ctx(), { phone, at: again })
  expect(await open(phone)).toBe(1)
})

// Covers: suppressions-2, confirmed-4
test('an opt-out from speech shows its evidence, and is lifted with a reason that the timeline and the audit log keep', async () => {
  const phone = '+61491570156'
  const broker = await app.connection.db
    .insertInto('brokers')
    .values({ name: 'Ann', phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const evidence = {
    text: 'I have had no more of it',
    rule: 'option_4.words',
    words: 'no more',
    second: 42.5,
  }
  const at = new Date('2026-11-21T01:00:00Z')
  await optOutByVoice(app.ctx(), {
    phone,
    at,
    reason: 'Opted out in a call (by voice)',
    callId: null,
    evidence,
  })
  const [entry] = (await viewer.get('/api/suppressions')).json()
  expect(entry).toMatchObject({ source: 'voice', removable: true, evidence })
  const url = `/api/suppressions/${entry.id}`
  expect((await compliance.send('DELETE', url)).statusCode).toBe(400)
  for (const client of [lender, viewer])
    expect((await client.send('DELETE', `${url}?reason=Misread`)).statusCode).toBe(403)
  expect((await compliance.send('DELETE', `${url}?reason=Misread`)).json()).toEqual({ removed: true })
  expect((await viewer.get('/api/suppressions')).json()).toEqual([])
  const timeline = (await viewer.get(`/api/brokers/${broker.id}/timeline`)).json()
  expect(timeline.map(({ description }: { description: string }) => description)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('“I have had no more of it” (rule option_4.words)'),
      'Suppression ended: Misread',
    ]),
  )
  const lifted = await app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subjectType', '=', 'suppression')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(lifted).toMatchObject({
    action: 'suppression.lifted',
    before: { phone, source: 'voice' },
    after: { reason: 'Misread' },
  })
})

// Covers: suppressions-2
test('an opt-out by key cannot be removed by any user', async () => {
  const { id } = await app.connection.db
    .insertInto('suppressions')
    .values({ phone: '+61491570156', source: 'key', reason: 'Pressed 4' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await admin.send('DELETE', `/api/suppressions/${id}?reason=please`)
  expect(answer.statusCode).toBe(422)
  expect(answer.json().message).toContain('express consent')
  expect((await viewer.get('/api/suppressions')).json()).toMatchObject([{ removable: false }])
})

// Covers: suppressions-5
test('the list is searched, filtered and paged', async () => {
  await app.connection.db.insertInto('brokers').values({ name: 'Zoë', phone: '+61491570156' }).execute()
  await app.connection.db
    .insertInto('suppressions')
    .values([
      { phone: '+61491570156', source: 'key', reason: 'Pressed 4', simulated: true },
      { phone: '+61255500001', source: 'manual', reason: 'Complaint' },
      { phone: '+61255500002', source: 'manual', reason: 'Ended', endedAt: new Date() },
    ])
    .execute()
  const phones = async (query: string) =>
    (await viewer.get(`/api/suppressions?${query}`))
      .json()
      .map((row: { phoneNumber: string }) => row.phoneNumber)
  expect(await phones('')).toEqual(['+61255500001', '+61491570156'])
  expect(await phones('source=key')).toEqual(['+61491570156'])
  expect(await phones('q=ZO%C3%8B')).toEqual(['+61491570156'])
  expect(await phones('q=0491%20570')).toEqual(['+61491570156'])
  const first = await viewer.get('/api/suppressions?limit=1')
  expect(first.headers['x-total-count']).toBe('2')
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await viewer.get(next)).json()).toMatchObject([{ phoneNumber: '+61491570156' }])
})

describe('a wash', () => {
  const wash = (client: Client, text: string | Buffer) =>
    client.send('POST', '/api/suppressions/wash', undefined, uploadForm(text))

  test('keeps a number listed that the same day says twice, in one file or in two, whichever comes last', async () => {
    const listedOf = async (phone: string) =>
      (
        await app.connection.db
          .selectFrom('numberWashes')
          .select('listed')
          .where('phone', '=', phone)
          .executeTakeFirstOrThrow()
      ).listed
    const file = (...answers: string[]) =>
      ['phone,listed,washed_on', ...answers.map((answer) => `0255500077,${answer},2026-11-03`)].join('\n')
    await wash(compliance, file('yes'))
    await wash(compliance, file('no'))
    expect(await listedOf('+61255500077')).toBe(true)
    await app.connection.db.deleteFrom('numberWashes').where('phone', '=', '+61255500077').execute()
    await wash(compliance, file('yes', 'no'))
    expect(await listedOf('+61255500077')).toBe(true)
    await app.connection.db.deleteFrom('numberWashes').where('phone', '=', '+61255500077').execute()
  })

  // Covers: suppressions-4
  test('marks numbers, says what it could not read, and the newer answer stays', async () => {
    const answer = await wash(
      compliance,
      'Phone;Listed;Washed on\n0491 570 156;yes;2026-11-01\n02 5550 0001;No;20/11/2026\n12;no;2026-11-01\n02 5550 0002;maybe;2026-11-01\n02 5550 0003;no;2026-11-31\n02 5550 0004;no;2026-11-22\n',
    )
    expect(answer.json()).toMatchObject({ rows: 6, listed: 1, notListed: 1 })
    expect(answer.json().rejected).toEqual([
      { row: 4, value: '12', reason: expect.stringContaining('Enter a valid phone number') },
      { row: 5, value: 'maybe', reason: expect.stringContaining('yes or no') },
      { row: 6, value: '2026-11-31', reason: expect.stringContaining('YYYY-MM-DD') },
      { row: 7, value: '2026-11-22', reason: expect.stringContaining('future') },
    ])
    await wash(compliance, 'phone,listed,washed_on\n0491570156,no,2026-10-01\n0255500001,yes,2026-11-21\n')
    const stored = await app.connection.db
      .selectFrom('numberWashes')
      .select(['phone', 'listed', 'washedOn'])
      .orderBy('phone')
      .execute()
    expect(stored).toEqual([
      { phone: '+61255500001', listed: true, washedOn: '2026-11-21' },
      { phone: '+61491570156', listed: true, washedOn: '2026-11-01' },
    ])
    const { id } = await app.connection.db
      .insertInto('brokers')
      .values({ name: 'Ann', phone: '+61491570156' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await viewer.get(`/api/brokers/${id}`)).json().wash).toEqual({
      listed: true,
      washedOn: '2026-11-01',
    })
  })

  const listedNumbers = async (): Promise<string[]> =>
    (
      await app.connection.db
        .selectFrom('numberWashes')
        .select('phone')
        .where('listed', '=', true)
        .orderBy('phone')
        .execute()
    ).map(({ phone }) => phone)

  const forms = [
    ...['(+61) 491 570 156', '0491.570.156', '0011 61 491 570 156', '+61 (0)491 570 156', 'ph: 0491 570 156'],
    ...[
      '="0491570156"',
      '"=""0491570156"""',
      '491570156.0',
      '４９１570156',
      '0491 570 156 ext 2',
      '4.91570156E+08',
    ],
  ]
  // Covers: import-15
  test.each(forms)('records %s as listed', async (phone) => {
    const answer = await wash(compliance, `phone,listed,washed_on\n${phone},yes,2026-11-01\n`)
    expect(answer.json()).toMatchObject({ rows: 1, listed: 1, rejectedRows: 0 })
    expect(await listedNumbers()).toEqual(['+61491570156'])
  })

  // Covers: import-12
  test.each([
    [
      'CR LF in the header, LF in the rows',
      'phone,listed,washed_on\r\n0491570156,yes,2026-11-01\n0491570157,yes,2026-11-01\n',
    ],
    ['CR only', 'phone;listed;washed_on\r0491570156;yes;1/11/2026\r0491570157;yes;1/11/2026\r'],
    ['two numbers in a cell', 'phone,listed,washed_on\n0491570156 / 0491 570 157,Y,1-Nov-26\n'],
    ['dates of Excel', 'phone,listed,washed_on\n0491570156,1,46327\n0491570157,TRUE,1/11/2026 9:30\n'],
    ['months before days', 'phone,listed,washed_on\n0491570156,yes,11/1/2026\n0491570157,yes,10/31/2026\n'],
    [
      'two joined files',
      '\ufeffphone,listed,washed_on\r\n0491570156,yes,2026-11-01\r\n\ufeffphone,listed,washed_on\r\n0491570157,yes,2026-11-01\r\n\x1a',
    ],
  ])('records every listed number of a file with %s', async (_name, text) => {
    expect((await wash(compliance, text)).json()).toMatchObject({ listed: 2, rejectedRows: 0 })
    expect(await listedNumbers()).toEqual(['+61491570156', '+61491570157'])
  })

  test('lists a row that cannot be read with every column, and reads the corrected file', async () => {
    const answer = await wash(
      compliance,
      'Reason,phone,listed,washed_on,Value\nQuarterly,4.9E+08,yes,2026-11-01,7\nQuarterly,0491 570 156 / 5550 1234,yes,2026-11-01,8,,extra\n',
    )
    const { rejects, ...counts } = answer.json()
    expect(counts).toMatchObject({ rows: 2, listed: 1, rejectedRows: 2, rejected: [{ row: 2 }, { row: 3 }] })
    expect(await listedNumbers()).toEqual(['+61491570156'])
    expect(rejects.header).toEqual([
      ...[
        'Reason',
        'phone',
        'listed',
        'washed_on',
        'Value',
        'extra cell 1 (rejected)',
        'extra cell 2 (rejected)',
      ],
      ...['row (rejected)', 'column (rejected)', 'value (rejected)', 'reason (rejected)'],
    ])
    expect(rejects.rows[1].slice(0, 8)).toEqual([
      ...['Quarterly', '0491 570 156 / 5550 1234', 'yes', '2026-11-01', '8', '', 'extra', 3],
    ])
    const corrected = [
      rejects.header,
      rejects.rows[0].with(1, '0491570157'),
      rejects.rows[1].with(1, '0255501234'),
    ]
    const again = await wash(compliance, corrected.map((row: unknown[]) => row.join(';')).join('\r\n'))
    expect(again.json()).toMatchObject({ rows: 2, listed: 2, rejectedRows: 0 })
    expect(await listedNumbers()).toEqual(['+61255501234', '+61491570156', '+61491570157'])
  })

  test('says how ambiguous dates were read', async () => {
    const answer = await wash(compliance, 'phone,listed,washed_on\n0491570156,yes,3/11/2026\n')
    expect(answer.json().notes).toEqual([
      'Column washed_on: dates are read with the day first, 3/11/2026 as 2026-11-03.',
    ])
  })

  test.each([
    ['', 'The file is empty.'],
    ['phone,listed\n0491570156,yes\n', 'no column washed_on'],
    ['phone,listed,washed_on\n', 'headers but no rows'],
  ])('%j is refused', async (text, message) => {
    const answer = await wash(admin, text)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.file).toContain(message)
  })

  test('is for admin and compliance', async () => {
    expect((await wash(lender, 'x')).statusCode).toBe(403)
    expect((await wash(viewer, 'x')).statusCode).toBe(403)
  })
})
