import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Broker } from '#contract/brokers/brokers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'

let app: TestApp
let lender: Client
let viewer: Client
let compliance: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.connection.db.deleteFrom('calls').execute()
  await app.connection.db.deleteFrom('brokers').execute()
  await asOwner(app.databaseUrl, 'delete from suppressions')
})

const jane = { name: ' Jane  Citizen ', phone: '0491 570 156', email: 'jane@example.com' }
let numbers = 0

async function add(values: object = {}): Promise<Broker> {
  const phone = `02 5550 ${String(numbers++).padStart(4, '0')}`
  const answer = await lender.send('POST', '/api/brokers', { ...jane, phone, ...values })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const audited = async (action: string) =>
  app.connection.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst()

describe('adding', () => {
  test('tells of everything that is wrong in one round, a wrong number among it', async () => {
    const answer = await lender.send('POST', '/api/brokers', { name: ' ', phone: '12', email: 'no' })
    expect([answer.statusCode, Object.keys(answer.json().fields).sort()]).toEqual([
      400,
      ['email', 'name', 'phone'],
    ])
  })

  // Covers: brokers-4
  test('stores the number in E.164, the zone and the basis', async () => {
    const broker = await add({ phone: '5550 1234', region: 'NSW', postcode: '2880', asicNumber: '990123' })
    expect(broker).toMatchObject({
      name: 'Jane Citizen',
      phone: '+61255501234',
      location: 'NSW',
      timezone: 'Australia/Broken_Hill',
      status: 'Verified',
      callBasis: 'relationship',
      suppressed: false,
    })
    expect(await audited('broker.created')).toMatchObject({
      subjectId: String(broker.id),
      actor: 'lender.client@staff.example',
    })
  })

  test.each([
    [{ name: '' }, 'name', 'Broker name is required'],
    [{ phone: '' }, 'phone', 'Phone number is required'],
    [{ phone: undefined }, 'phone', 'Phone number is required'],
    [{ phone: '1300 975 707' }, 'phone', '13 and 1300 numbers'],
    [{ phone: '+64 21 123 4567' }, 'phone', 'only Australian numbers'],
    [{ phone: '9876 5432' }, 'phone', 'area code is missing'],
    [{ email: 'jane@@example.com' }, 'email', 'Valid email is required'],
    [{ email: '' }, 'email', 'Valid email is required'],
    [{ region: 'Auckland' }, 'region', 'Choose a state'],
    [{ postcode: '20' }, 'postcode', 'four digits'],
    [{ callBasis: 'express' }, 'callBasisSource', 'Enter where and when'],
    [{ callBasisAt: '2999-01-01' }, 'callBasisAt', 'future'],
    [{ callBasisAt: 'yesterday' }, 'callBasisAt', 'YYYY-MM-DD'],
    [{ name: 'x'.repeat(201) }, 'name', 'At most 200'],
  ])('%j is refused at the field', async (values, field, message) => {
    const answer = await lender.send('POST', '/api/brokers', { ...jane, ...values })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields[field]).toContain(message)
  })

  test('is for admins and lenders', async () => {
    expect((await viewer.send('POST', '/api/brokers', jane)).statusCode).toBe(403)
    expect((await compliance.send('POST', '/api/brokers', jane)).statusCode).toBe(403)
    expect((await visitor(app).send('POST', '/api/brokers', jane)).statusCode).toBe(401)
  })
})

describe('changing', () => {
  test('touches only what is given, and says in the audit log what differs', async () => {
    const { id } = await add({ company: 'Harbour', region: 'NSW' })
    const answer = await lender.send('PATCH', `/api/brokers/${id}`, { region: 'WA' })
    expect(answer.json()).toMatchObject({ company: 'Harbour', region: 'WA', timezone: 'Australia/Perth' })
    expect(await audited('broker.changed')).toMatchObject({
      before: { region: 'NSW', timezone: 'Australia/Sydney' },
      after: { region: 'WA', timezone: 'Australia/Perth' },
    })
  })

  test('a change that changes nothing leaves the row as it is', async () => {
    const broker = await add()
    const stamp = () =>
      app.connection.db
        .selectFrom('brokers')
        .select('updatedAt')
        .where('id', '=', broker.id)
        .executeTakeFirst()
    const before = await stamp()
    await lender.send('PATCH', `/api/brokers/${broker.id}`, { name: broker.name, phone: broker.phone })
    expect(await stamp()).toEqual(before)
  })

  // Covers: suppressions-2
  test('a recorded express consent ends the opt-outs before it, not entries by hand', async () => {
    const { id, phone } = await add()
    const number = String(phone)
    await app.connection.db
      .insertInto('suppressions')
      .values([
        { phone: number, source: 'key', reason: 'Pressed 4' },
        { phone: number, source: 'manual', reason: 'Complaint' },
      ])
      .execute()
    const old = { callBasis: 'express', callBasisSource: 'Form of 2020', callBasisAt: '2020-05-01' }
    await lender.send('PATCH', `/api/brokers/${id}`, old)
    const open = async () =>
      app.connection.db
        .selectFrom('suppressions')
        .select('source')
        .where('endedAt', 'is', null)
        .orderBy('source')
        .execute()
    expect(await open()).toEqual([{ source: 'key' }, { source: 'manual' }])
    const fresh = { callBasis: 'express', callBasisSource: 'Mail of today', callBasisAt: new Date() }
    expect((await lender.send('PATCH', `/api/brokers/${id}`, fresh)).statusCode).toBe(200)
    expect(await open()).toEqual([{ source: 'manual' }])
    expect(await audited('suppression.ended_by_consent')).toBeDefined()
  })

  test('unknown and malformed ids', async () => {
    expect((await lender.send('PATCH', '/api/brokers/999999', {})).statusCode).toBe(404)
    expect((await lender.send('PATCH', '/api/brokers/abc', {})).statusCode).toBe(400)
    expect((await lender.get('/api/brokers/99999999999')).statusCode).toBe(400)
    expect((await lender.send('DELETE', '/api/brokers/999999')).statusCode).toBe(404)
    expect((await lender.get('/api/brokers/999999/timeline')).statusCode).toBe(404)
  })
})

describe('deleting', () => {
  // Covers: brokers-6
  test('waits for a call that is under way, then keeps suppression and audit', async () => {
    const { id, phone } = await add()
    const toNumber = String(phone)
    await compliance.send('POST', '/api/suppressions', { phoneNumber: toNumber, reason: 'Complaint' })
    const call = { provider: 'simulator', simulated: true, toNumber, brokerId: id }
    await app.connection.db.insertInto('calls').values(call).execute()
    const refused = await lender.send('DELETE', `/api/brokers/${id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('in a call right now')
    const ended = { status: 'no_answer', outcome: 'no_answer', finishedAt: new Date() }
    await app.connection.db.updateTable('calls').set(ended).where('brokerId', '=', id).execute()
    expect((await lender.send('DELETE', `/api/brokers/${id}`)).json()).toMatchObject({ deleted: true })
    expect((await lender.get(`/api/brokers/${id}`)).statusCode).toBe(404)
    expect((await lender.get('/api/suppressions')).json()).toMatchObject([{ phoneNumber: toNumber }])
    expect(await audited('broker.deleted')).toMatchObject({ before: null, after: { brokerId: id } })
  })

  test('a viewer may not', async () => {
    const { id } = await add()
    expect((await viewer.send('DELETE', `/api/brokers/${id}`)).statusCode).toBe(403)
  })
})

describe('the directory', () => {
  // Covers: brokers-2
  test('search, filters, sort, pages that neither skip nor repeat', async () => {
    for (const [name, region] of [
      ['Ana', 'NSW'],
      ['ben', 'VIC'],
      ['Ana', 'VIC'],
      ['Chi', 'NSW'],
      ['ana', 'WA'],
    ])
      await add({ name: `${name} Broker`, region, company: name === 'Chi' ? '100% Home_Loans' : null })
    const names = async (query: string) =>
      (await lender.get(`/api/brokers?${query}`)).json().map((row: Broker) => row.name)
    expect(await names('sort=name')).toEqual([
      'Ana Broker',
      'Ana Broker',
      'ana Broker',
      'ben Broker',
      'Chi Broker',
    ])
    expect(await names('')).toEqual(['ana Broker', 'Chi Broker', 'Ana Broker', 'ben Broker', 'Ana Broker'])
    expect(await names('q=broker%20CHI')).toEqual(['Chi Broker'])
    expect(await names('q=100%25')).toEqual(['Chi Broker'])
    expect(await names('q=e_l')).toEqual(['Chi Broker'])
    expect(await names('q=%25ana')).toEqual([])
    expect(await names('region=VIC&sort=-name')).toEqual(['ben Broker', 'Ana Broker'])
    const seen: number[] = []
    let url: string | undefined = '/api/brokers?limit=2&sort=company'
    while (url) {
      const answer = await lender.get(url)
      expect(answer.headers['x-total-count']).toBe('5')
      seen.push(...answer.json().map((row: Broker) => row.id))
      url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  // Covers: brokers-2
  test('finds a phone however it is written', async () => {
    await add({ phone: '0491 570 156' })
    for (const q of ['0491570156', '0491 570', '+61 491 570 156', '61491570156', '570156']) {
      const answer = await lender.get(`/api/brokers?q=${encodeURIComponent(q)}`)
      expect(answer.json(), q).toHaveLength(1)
    }
  })

  // Covers: brokers-1
  test('filters by status, basis, suppression and age', async () => {
    const plain = await add()
    const known = await add({ asicNumber: '990001', callBasis: 'none' })
    await compliance.send('POST', '/api/suppressions', { phoneNumber: plain.phone, reason: 'x' })
    await app.connection.db
      .updateTable('brokers')
      .set({ createdAt: new Date('2020-01-01') })
      .where('id', '=', known.id)
      .execute()
    const ids = async (query: string) =>
      (await lender.get(`/api/brokers?${query}`)).json().map((row: Broker) => row.id)
    expect(await ids('status=Verified')).toEqual([known.id])
    expect(await ids('status=Pending')).toEqual([plain.id])
    expect(await ids('callBasis=none')).toEqual([known.id])
    expect(await ids('suppressed=true')).toEqual([plain.id])
    expect(await ids('suppressed=false')).toEqual([known.id])
    expect(await ids('createdWithinDays=7')).toEqual([plain.id])
    expect((await lender.get('/api/brokers/summary')).json()).toEqual({
      total: 2,
      activeThisWeek: 1,
      accredited: 1,
    })
  })

  // Covers: http-conventions-9, analytics-figures-1
  test.each([
    'limit=0',
    'limit=1001',
    'sort=email',
    'region=Paris',
    'cursor=nonsense',
    'cursor=WyJ4IiwxXQ',
  ])('%s is refused', async (query) => {
    expect((await lender.get(`/api/brokers?${query}`)).statusCode).toBe(400)
  })

  // Covers: brokers-8
  test('the export honours the filters and holds no formula', async () => {
    await add({ name: '=HYPERLINK("http://evil.example")', region: 'NSW' })
    await add({ name: 'Zoë, "the" broker', region: 'VIC' })
    const nsw = (await viewer.get('/api/brokers/export?region=NSW')).body
    expect(nsw.split('\r\n')).toHaveLength(3)
    expect(nsw).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const vic = (await viewer.get('/api/brokers/export?region=VIC')).body
    expect(vic.startsWith('\uFEFFID,Name')).toBe(true)
    expect(vic).toContain('"Zoë, ""the"" broker"')
  })
})

// Covers: brokers-18
test('the export holds those that are named, or all but a few', async () => {
  const [one, two, three] = [await add({ name: 'Ann' }), await add({ name: 'Bo' }), await add({ name: 'Cy' })]
  const names = async (query: string) =>
    (await viewer.get(`/api/brokers/export?sort=name&${query}`)).body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
  expect(await names(`ids=${one.id},${three.id}`)).toEqual(['Ann', 'Cy'])
  expect(await names(`except=${two.id}`)).toEqual(['Ann', 'Cy'])
  expect((await viewer.get('/api/brokers/export?ids=1;drop')).statusCode).toBe(400)
})

// Covers: brokers-11
test('tells of a page of brokers whether they may be called, and of one what has come of it', async () => {
  const [one, two] = [await add({ phone: '0491 570 156' }), await add({ phone: '0491 570 157' })]
  await compliance.send('POST', '/api/suppressions', { phoneNumber: '0491 570 157', reason: 'Complaint' })
  const answers = (await viewer.get(`/api/brokers/callability?ids=${one.id},${two.id},2000000000`)).json()
  expect(answers).toMatchObject([
    { brokerId: one.id, answer: expect.stringMatching(/yes|later/) },
    { brokerId: two.id, answer: 'never', label: 'Never' },
  ])
  await app.connection.db
    .insertInto('calls')
    .values({
      ...{ provider: 'simulator', simulated: true, toNumber: '+61491570156', brokerId: one.id },
      ...{ status: 'completed', outcome: 'human', finishedAt: new Date() },
    })
    .execute()
  expect((await viewer.get(`/api/brokers/${one.id}/recap`)).json()).toMatchObject({
    ...{ calls: 1, reached: 1, score: null, accreditation: null },
    lastCall: { outcome: 'human', response: null },
  })
})

describe('the timeline', () => {
  // Covers: brokers-10
  test('merges changes, decisions, calls and activities, newest first, in pages', async () => {
    const { id, phone } = await add()
    await lender.send('PATCH', `/api/brokers/${id}`, { company: 'Harbour' })
    const { db } = app.connection
    const call = { provider: 'simulator', simulated: true, toNumber: String(phone), brokerId: id }
    const made = await db.insertInto('calls').values(call).returning('id').executeTakeFirstOrThrow()
    await db
      .insertInto('callDecisions')
      .values({
        brokerId: id,
        verdict: 'later',
        reasons: JSON.stringify([{ code: 'window', text: 'Outside the window.' }]),
        facts: '{}',
        rulesVersion: '1',
        dataVersions: '{}',
        judgedAt: new Date(),
      })
      .execute()
    await db
      .insertInto('activities')
      .values({ type: 'opted_out', description: 'Opted out', brokerId: id, callId: made.id, simulated: true })
      .execute()
    await compliance.send('POST', '/api/suppressions', { phoneNumber: phone, reason: 'Complaint' })
    const types: string[] = []
    let url: string | undefined = `/api/brokers/${id}/timeline?limit=2`
    while (url) {
      const answer = await viewer.get(url)
      expect(answer.headers['x-total-count']).toBe('6')
      types.push(...answer.json().map((entry: { type: string }) => entry.type))
      url = /<(.+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(types).toEqual([
      'suppressed',
      'opted_out',
      'decision_later',
      'call_dialled',
      'broker_changed',
      'broker_created',
    ])
    const whole = (await viewer.get(`/api/brokers/${id}/timeline`)).json()
    expect(whole[2]).toMatchObject({ description: 'Not called yet', reasons: ['Outside the window.'] })
    expect(whole[4].description).toBe('Changed by lender.client@staff.example: company')
    const activities = (await viewer.get('/api/activities?limit=1')).json()
    expect(activities).toMatchObject([{ type: 'opted_out', broker: { id, name: 'Jane Citizen' } }])
  })

  // Covers: brokers-12
  test('has one entry for a call that ended, with why it was made and what was asked for', async () => {
    const { id, phone } = await add()
    const { db } = app.connection
    const decision = {
      ...{ brokerId: id, verdict: 'call', facts: '{}', rulesVersion: '1', dataVersions: '{}' },
      ...{ reasons: JSON.stringify([{ code: 'allowed', text: 'May be called.' }]), judgedAt: new Date() },
    }
    const decided = await db
      .insertInto('callDecisions')
      .values(decision)
      .returning('id')
      .executeTakeFirstOrThrow()
    const call = { provider: 'simulator', simulated: true, toNumber: String(phone), brokerId: id }
    const made = await db
      .insertInto('calls')
      .values({
        ...{ ...call, decisionId: decided.id, response: 'option_1' },
        ...{ recordingStatus: 'completed', duration: 75 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const activity = { brokerId: id, callId: made.id, simulated: true }
    await db
      .insertInto('activities')
      .values([
        { ...activity, type: 'sms_link_requested', description: 'Asked for the link in the call' },
        { ...activity, type: 'call_back_requested', description: 'Asked to speak to a person' },
        { ...activity, type: 'call_completed', description: 'Call answered, 1:15, asked for the link' },
      ])
      .execute()
    const entries = (await viewer.get(`/api/brokers/${id}/timeline`)).json()
    expect(entries.map(({ type }: { type: string }) => type)).toEqual(['call_completed', 'broker_created'])
    expect(entries[0]).toMatchObject({
      description: 'Call answered, 1:15, asked for the link',
      notes: ['Asked to speak to a person'],
      reasons: ['May be called.'],
      recordedSeconds: 75,
      callId: made.id,
    })
    const messages = (await viewer.get(`/api/brokers/${id}/timeline?kind=messages`)).json()
    expect(messages).toMatchObject([{ type: 'sms_link_requested' }])
  })

  // Covers: analytics-figures-4
  test('is told of a campaign, a region and days alone', async () => {
    const { db } = app.connection
    const { id: campaignId } = await db
      .insertInto('campaigns')
      .values({ name: 'Spring', product: 'Flex', callScript: 'Hello' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [away, here] = await db
      .insertInto('brokers')
      .values(['NT', 'TAS'].map((region) => ({ name: `Zoe ${region}`, region })))
      .returning('id')
      .execute()
    const happened = (brokerId: number | undefined, at: string, of: number | null) => ({
      ...{
        type: 'note',
        description: at,
        brokerId: brokerId ?? null,
        campaignId: of,
        createdAt: new Date(at),
      },
    })
    // the last of them after midnight in Sydney
    const [first, second, third] = ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', '2026-02-02T13:30:00Z']
    await db
      .insertInto('activities')
      .values([
        happened(away?.id, first, campaignId),
        happened(here?.id, second, campaignId),
        happened(here?.id, third, null),
      ])
      .execute()
    const told = async (query: string) => {
      const answer = await viewer.get(`/api/activities?${query}`)
      return answer.json<{ description: string }[]>().map(({ description }) => description)
    }
    expect(await told(`campaignId=${campaignId}`)).toEqual([second, first])
    expect(await told('region=TAS')).toEqual([third, second])
    expect(await told(`region=NT&campaignId=${campaignId}`)).toEqual([first])
    expect(await told('from=2026-02-02&to=2026-02-02')).toEqual([second])
    expect(await told('region=TAS&from=2026-02-03&to=2026-02-03')).toEqual([third])
  })
})
