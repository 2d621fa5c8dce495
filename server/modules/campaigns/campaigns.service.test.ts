import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Campaign, campaign as campaignSchema } from '#contract/campaigns/campaigns.ts'
import { CANNOT_BE_STORED } from '#server/platform/http/body-text.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { setStatusAutomatically } from './campaigns.ts'

const RATE = 'Enter a rate between 0 and 100 with at most three decimals, such as 6.14'
const fields = { name: 'Spring', product: 'Flex', callScript: 'Hello {{firstName}} of {{company}}' }

let app: TestApp
let lender: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
})
afterAll(() => app?.close())

async function create(given: object = {}): Promise<Campaign> {
  const answer = await lender.send('POST', '/api/campaigns', { ...fields, ...given })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Campaign>()
}

const change = (id: number, changes: object): Promise<LightMyRequestResponse> =>
  lender.send('PATCH', `/api/campaigns/${id}`, changes)

async function auditOf(id: number) {
  return app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'actor', 'before', 'after'])
    .where('subjectType', '=', 'campaign')
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()
}

async function versionsOf(id: number) {
  return app.connection.db
    .selectFrom('campaignVersions')
    .select(['id', 'number', 'callScript', 'rate'])
    .where('campaignId', '=', id)
    .orderBy('number')
    .execute()
}

describe('creating a campaign', () => {
  // Covers: create-edit-campaign-4
  it('takes the three required fields and gives the rest its defaults', async () => {
    const created = await create()
    expect(campaignSchema.parse(created)).toEqual(created)
    expect(created).toMatchObject({
      ...fields,
      rate: null,
      rateType: 'p.a. variable',
      description: null,
      aiPrompt: null,
      aiPersonality: 'professional',
      status: 'active',
      callStartTime: '09:00',
      callEndTime: '17:00',
      timezone: 'Australia/Sydney',
      callDaysOfWeek: ['1', '2', '3', '4', '5'],
      respectLocalTime: true,
      maxConcurrentCalls: 5,
      meetingsTarget: null,
      ...{ responseRate: null, meetings: 0, firstDay: null, lastDay: null },
      callsCompleted: 0,
      totalCalls: 0,
      progress: { enrolled: 0, done: 0, inFlight: 0, waiting: 0 },
    })
  })

  // Covers: create-edit-campaign-4
  it('belongs to whoever is signed in, whatever the client says', async () => {
    const me = await app.connection.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'lender.client@staff.example')
      .executeTakeFirstOrThrow()
    expect((await create({ userId: 2_000, id: 7, versionId: 1 })).userId).toBe(me.id)
    expect((await create()).userId).toBe(me.id)
  })

  // Covers: create-edit-campaign-5
  it('keeps rates with three decimals, whether sent as text or number', async () => {
    expect((await create({ rate: '6.14', comparisonRate: '6.185' })).rate).toBe('6.140')
    expect((await create({ rate: 6.125 })).rate).toBe('6.125')
    expect((await create({ rate: '' })).rate).toBeNull()
  })

  it('keeps texts as they were written, with markup, quotes and other alphabets', async () => {
    const name = `<b>Ωmega</b> "loans'; drop table campaigns; --" 📞`
    const created = await create({ name })
    const { body } = await lender.get(`/api/campaigns/${created.id}`)
    expect(JSON.parse(body).name).toBe(name)
  })

  // Covers: create-edit-campaign-4
  it('dials nobody, and says in the audit log who created what', async () => {
    const { id } = await create()
    expect(await app.connection.db.selectFrom('enrolments').selectAll().execute()).toEqual([])
    expect(await auditOf(id)).toEqual([
      {
        action: 'campaign.created',
        actor: 'lender.client@staff.example',
        before: null,
        after: expect.objectContaining(fields),
      },
    ])
  })

  // Covers: create-edit-campaign-5, create-edit-campaign-6, microsites-visits-2, microsites-visits-3
  it.each<[string, object, Record<string, string>]>([
    ['no name', { name: '  ' }, { name: 'Campaign name is required' }],
    ['no product', { product: undefined }, { product: 'Product name is required' }],
    ['no script', { callScript: '\n ' }, { callScript: 'Call script is required' }],
    ['a name that is too long', { name: 'x'.repeat(201) }, { name: 'At most 200 characters' }],
    [
      'a script of 200,000 characters',
      { callScript: 'x'.repeat(200_000) },
      { callScript: 'At most 4,000 characters' },
    ],
    [
      'a prompt of 200,000 characters',
      { aiPrompt: 'x'.repeat(200_000) },
      { aiPrompt: 'At most 20,000 characters' },
    ],
    [
      'an unknown placeholder',
      { callScript: 'Hello {{lastName}}' },
      {
        callScript:
          'Unknown placeholder {{lastName}}. Use {{firstName}}, {{company}}, {{product}}, {{rate}}.',
      },
    ],
    ['a rate that is no number', { rate: 'six' }, { rate: RATE }],
    ['a rate with four decimals', { rate: '6.1405' }, { rate: RATE }],
    ['a rate as a number with four decimals', { rate: 6.1405 }, { rate: RATE }],
    ['a rate below zero', { rate: '-1' }, { rate: RATE }],
    ['a rate above a hundred', { comparisonRate: '100.001' }, { comparisonRate: RATE }],
    [
      'an end before the start',
      { callStartTime: '17:00', callEndTime: '09:00' },
      { callEndTime: 'End time must be after start time' },
    ],
    [
      'several things at once',
      { name: '', callStartTime: '17:00', callEndTime: '09:00' },
      { name: 'Campaign name is required', callEndTime: 'End time must be after start time' },
    ],
    [
      'an end at the start',
      { callStartTime: '09:00', callEndTime: '09:00' },
      { callEndTime: 'End time must be after start time' },
    ],
    [
      'a time that no clock shows',
      { callEndTime: '24:00' },
      { callEndTime: 'Enter a time as HH:MM, such as 09:00' },
    ],
    ['no days', { callDaysOfWeek: [] }, { callDaysOfWeek: 'Choose at least one day' }],
    ['a day that no week has', { callDaysOfWeek: ['7'] }, { 'callDaysOfWeek.0': 'Unknown day' }],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, { timezone: 'Choose a time zone' }],
    ['an unknown personality', { aiPersonality: 'rude' }, { aiPersonality: 'Choose a personality' }],
    ['an unknown status', { status: 'gone' }, { status: 'Choose a status' }],
    ['no concurrency', { maxConcurrentCalls: 0 }, { maxConcurrentCalls: 'At least 1' }],
    ['too much concurrency', { maxConcurrentCalls: 101 }, { maxConcurrentCalls: 'At most 100' }],
    ['a wrong type', { respectLocalTime: 'yes' }, { respectLocalTime: 'Expected boolean, received string' }],
  ])('refuses %s with a message at the field', async (_what, given, messages) => {
    const answer = await lender.send('POST', '/api/campaigns', { ...fields, ...given })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid', message: Object.values(messages)[0] })
    expect(answer.json().fields).toEqual(messages)
  })

  // Covers: http-conventions-8
  it('names every field that is wrong, not only the first', async () => {
    const answer = await lender.send('POST', '/api/campaigns', { name: '', rate: 'x', callDaysOfWeek: [] })
    expect(Object.keys(answer.json().fields).sort()).toEqual([
      'callDaysOfWeek',
      'callScript',
      'name',
      'product',
      'rate',
    ])
  })

  it('refuses a text that the database cannot hold, or that shows nothing', async () => {
    for (const name of ['a\u0000b', 'a\ud800b']) {
      const answer = await lender.send('POST', '/api/campaigns', { ...fields, name })
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { name: CANNOT_BE_STORED }])
    }
    const unseen = await lender.send('POST', '/api/campaigns', { ...fields, name: '\u200b\u2060' })
    expect(unseen.statusCode).toBe(400)
  })
})

describe('changing a campaign', () => {
  // Covers: create-edit-campaign-9
  it('changes what is sent and nothing else', async () => {
    const before = await create({ rate: '6.14', description: 'Sharp', aiPrompt: 'Be brief' })
    const answer = await change(before.id, { name: 'Autumn' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ...before, name: 'Autumn', updatedAt: expect.any(String) })
    expect((await change(before.id, { rate: '' })).json().rate).toBeNull()
  })

  it('that leaves everything as it is leaves no trace', async () => {
    const before = await create({ rate: '6.14' })
    expect((await change(before.id, {})).statusCode).toBe(200)
    expect((await change(before.id, { rate: '6.140', status: 'active' })).statusCode).toBe(200)
    expect(await auditOf(before.id)).toHaveLength(1)
    expect(await versionsOf(before.id)).toHaveLength(1)
  })

  // Covers: microsites-visits-1
  it('writes what was before and after into the audit log', async () => {
    const { id } = await create({ rate: '6.14' })
    await change(id, { rate: '6.2', name: fields.name })
    const [, row] = await auditOf(id)
    expect(row).toMatchObject({
      action: 'campaign.changed',
      before: { rate: '6.140' },
      after: { rate: '6.200' },
    })
    expect(row?.before).not.toHaveProperty('name')
  })

  it('makes a version for every change of the words, and only then', async () => {
    const { id } = await create()
    await change(id, { name: 'Autumn', status: 'paused', maxConcurrentCalls: 9 })
    expect(await versionsOf(id)).toHaveLength(1)
    await change(id, { callScript: 'Good morning' })
    await change(id, { rate: '5.99' })
    await change(id, { rate: '5.990' })
    const versions = await versionsOf(id)
    expect(versions.map(({ number, callScript, rate }) => [number, callScript, rate])).toEqual([
      [1, fields.callScript, null],
      [2, 'Good morning', null],
      [3, 'Good morning', '5.990'],
    ])
    const { versionId } = await app.connection.db
      .selectFrom('campaigns')
      .select('versionId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(versionId).toBe(versions[2]?.id)
  })

  it('counts versions one by one when two people save at once', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => change(id, { callScript: `Words ${index}` })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    expect((await versionsOf(id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('judges half a window against the stored other half', async () => {
    const { id } = await create()
    const answer = await change(id, { callEndTime: '08:00' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ callEndTime: 'End time must be after start time' })
    expect((await change(id, { callStartTime: '07:00', callEndTime: '08:00' })).statusCode).toBe(200)
  })

  // Covers: microsites-visits-2
  it.each<[string, object, Record<string, string>]>([
    ['a rate with four decimals', { rate: '6.1405' }, { rate: RATE }],
    ['an empty name', { name: '' }, { name: 'Campaign name is required' }],
    ['an empty script', { callScript: ' ' }, { callScript: 'Call script is required' }],
    ['no script', { callScript: null }, { callScript: 'Call script is required' }],
    ['no days', { callDaysOfWeek: [] }, { callDaysOfWeek: 'Choose at least one day' }],
    ['an unknown status', { status: 'deleted' }, { status: 'Choose a status' }],
  ])('refuses %s and changes nothing', async (_what, changes, messages) => {
    const before = await create()
    const answer = await change(before.id, { product: 'Other', ...changes })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual(messages)
    expect((await lender.get(`/api/campaigns/${before.id}`)).json()).toEqual(before)
  })

  it('of somebody else’s making is changed all the same, and keeps its owner', async () => {
    const admin = await staffClient(app, 'admin')
    const mine = await create()
    const answer = await admin.send('PATCH', `/api/campaigns/${mine.id}`, { status: 'paused', userId: 1 })
    expect(answer.json()).toMatchObject({ status: 'paused', userId: mine.userId })
  })

  it.each([
    '0',
    '-1',
    '1.5',
    'x',
    '99999999999',
    '2147483648',
    '1e3',
    '%00',
  ])('finds nothing under the id %s and says why', async (id) => {
    const answer = await lender.send('PATCH', `/api/campaigns/${id}`, { name: 'x' })
    expect([400, 404]).toContain(answer.statusCode)
    expect(answer.json().message.length).toBeGreaterThan(5)
  })

  it('is 404 where there is none', async () => {
    expect((await change(2_000_000_000, { name: 'x' })).json()).toMatchObject({
      code: 'not_found',
      message: 'Campaign not found.',
    })
    expect((await lender.get('/api/campaigns/2000000000')).statusCode).toBe(404)
  })
})

describe('what a campaign does by itself', () => {
  it('is undone by a person, and only what was decided on still holds', async () => {
    const { id } = await create()
    const paused = { from: 'active', to: 'paused', reason: '10 of the last 20 calls failed' } as const
    expect(await setStatusAutomatically(app.ctx(), id, paused)).toBe(true)
    expect(await setStatusAutomatically(app.ctx(), id, paused)).toBe(false)
    expect((await lender.get(`/api/campaigns/${id}`)).json()).toMatchObject({
      status: 'paused',
      pausedReason: paused.reason,
    })
    expect((await change(id, { name: 'Renamed' })).json().pausedReason).toBe(paused.reason)
    expect((await change(id, { status: 'active' })).json().pausedReason).toBeNull()
    const actions = (await auditOf(id)).map(({ action, actor }) => `${action} by ${actor}`)
    expect(actions).toContain('campaign.paused by dialling')
  })
})

describe('the list of campaigns', () => {
  let ids: number[]
  beforeAll(async () => {
    ids = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await create({ name: `Listed ${index} 50%_off`, product: 'Quokka Saver' })).id)
    }
  })

  // Covers: campaigns-list-2
  it('is newest first, pages without gaps, and says how many there are', async () => {
    const seen: number[] = []
    let url: string | undefined = '/api/campaigns?q=quokka&limit=2'
    while (url) {
      const answer: LightMyRequestResponse = await lender.get(url)
      expect(answer.headers['x-total-count']).toBe('5')
      seen.push(...answer.json<Campaign[]>().map(({ id }) => id))
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(ids)
  })

  // Covers: campaigns-list-2
  it('searches name and product literally, and filters by status', async () => {
    const found = async (query: string): Promise<number> =>
      (await lender.get(`/api/campaigns?${query}`)).json().length
    expect(await found('q=LISTED%203')).toBe(1)
    expect(await found(`q=${encodeURIComponent('50%_o')}`)).toBe(5)
    expect(await found(`q=${encodeURIComponent('50__o')}`)).toBe(0)
    await change(ids[0] ?? 0, { status: 'completed' })
    expect(await found('q=quokka&status=completed')).toBe(1)
    expect(await found('q=quokka&status=active')).toBe(4)
    expect((await lender.get('/api/campaigns?status=gone')).statusCode).toBe(400)
  })
})

describe('the figures of a campaign', () => {
  // Covers: campaigns-list-6, campaigns-list-7
  it('count its calls by status without test calls, and where its brokers stand', async () => {
    const { id } = await create()
    const { db } = app.connection
    const call = { campaignId: id, provider: 'simulator', simulated: true, toNumber: '+61255501234' }
    const finished = { finishedAt: new Date(), outcome: 'human' }
    await db
      .insertInto('calls')
      .values([
        { ...call, status: 'initiated' },
        { ...call, status: 'answered' },
        { ...call, status: 'completed', ...finished },
        { ...call, status: 'no_answer', finishedAt: new Date(), outcome: 'busy' },
        { ...call, status: 'completed', ...finished, test: true },
        // simulated and live calls are never mixed
        { ...call, status: 'completed', ...finished, simulated: false, provider: 'twilio' },
      ])
      .execute()
    const brokers = await db
      .insertInto('brokers')
      .values(['A', 'B', 'C', 'D'].map((name) => ({ name })))
      .returning('id')
      .execute()
    const due = [new Date('2026-11-25T01:00:00Z'), new Date('2026-11-24T01:00:00Z')]
    const states = ['done', 'in_flight', 'waiting', 'waiting']
    await db
      .insertInto('enrolments')
      .values(
        brokers.map((broker, index) => ({
          campaignId: id,
          brokerId: broker.id,
          simulated: true,
          state: states[index] ?? 'done',
          dueAt: due[index % 2] ?? new Date(),
        })),
      )
      .execute()
    expect((await lender.get(`/api/campaigns/${id}`)).json()).toMatchObject({
      totalCalls: 4,
      callsCompleted: 2,
      progress: { enrolled: 4, done: 1, inFlight: 1, waiting: 2 },
      nextCallAt: '2026-11-24T01:00:00.000Z',
      // a test call is none of them, nor one of another kind of provider
      lastMinute: 4,
      ...{ responseRate: 0, meetings: 0, firstDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      results: { noChoice: 1, unanswered: 1, failed: 0, option_1: 0 },
      funnel: { dialled: 0, screened: 0, reached: 0, chose: 0, booked: 0, accredited: 0 },
    })
    await change(id, { status: 'paused' })
    expect((await lender.get(`/api/campaigns/${id}`)).json().nextCallAt).toBeNull()
  })

  // Covers: calls-live-providers-12
  it('say what its calls have cost, each currency for itself, to the last decimal', async () => {
    const { id, cost } = await create()
    expect(cost).toEqual([])
    const call = { campaignId: id, provider: 'simulator', simulated: true, toNumber: '+61255501234' }
    const price = (amount: string, costCurrency: string) => ({ ...call, cost: amount, costCurrency })
    await app.connection.db
      .insertInto('calls')
      .values([
        price('0.1', 'AUD'),
        price('0.2', 'AUD'),
        price('0.0275', 'USD'),
        { ...call },
        { ...price('9', 'AUD'), test: true },
        { ...price('9', 'AUD'), simulated: false },
      ])
      .execute()
    const expected = [
      { currency: 'AUD', amount: '0.3000', calls: 2 },
      { currency: 'USD', amount: '0.0275', calls: 1 },
    ]
    expect((await lender.get(`/api/campaigns/${id}`)).json().cost).toEqual(expected)
    const listed = (await lender.get('/api/campaigns')).json<Campaign[]>()
    expect(listed.find((one) => one.id === id)?.cost).toEqual(expected)
  })
})

describe('what a campaign said and who changed it', () => {
  // Covers: campaigns-list-9
  it('is told by version, newest first, with what its calls led to', async () => {
    const { id } = await create()
    await change(id, { callScript: 'Good day {{firstName}}' })
    await change(id, { maxConcurrentCalls: 7 })
    const [, second] = await versionsOf(id)
    const call = { campaignId: id, campaignVersionId: second?.id, provider: 'simulator', simulated: true }
    const ended = { status: 'completed', outcome: 'human', finishedAt: new Date(), toNumber: '+61255501234' }
    await app.connection.db
      .insertInto('calls')
      .values([
        { ...call, ...ended, response: 'option_1' },
        { ...call, ...ended },
      ])
      .execute()
    const viewer = await staffClient(app, 'viewer')
    const answer = await viewer.get(`/api/campaigns/${id}/versions`)
    expect(answer.json()).toMatchObject([
      {
        number: 2,
        callScript: 'Good day {{firstName}}',
        createdBy: 'Test lender',
        calls: 2,
        ended: 2,
        responses: 1,
      },
      {
        number: 1,
        callScript: fields.callScript,
        createdBy: 'Test lender',
        calls: 0,
        ended: 0,
        responses: 0,
      },
    ])
    expect((await viewer.get('/api/campaigns/2147483000/versions')).statusCode).toBe(404)
  })

  // Covers: campaigns-list-9
  it('is told of this campaign alone, in pages, by name', async () => {
    const { id } = await create()
    await create()
    await change(id, { callScript: 'Good day' })
    await change(id, { name: 'Autumn' })
    const first = await lender.get(`/api/campaigns/${id}/history?limit=2`)
    expect(first.json()).toMatchObject([
      {
        action: 'campaign.changed',
        actor: 'Test lender',
        before: { name: 'Spring' },
        after: { name: 'Autumn' },
      },
      { action: 'campaign.changed', after: { callScript: 'Good day' } },
    ])
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await lender.get(next)).json()).toMatchObject([{ action: 'campaign.created' }])
    expect((await lender.get('/api/campaigns/2147483000/history')).statusCode).toBe(404)
  })
})
