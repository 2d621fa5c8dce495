import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

// a Tuesday, noon in Sydney
const NOW = new Date('2026-11-24T01:00:00Z')
let app: TestApp
let lender: Client
let ids: number[]

beforeAll(async () => {
  app = await createTestApp({ now: () => NOW, env: { VOICE_PROVIDER: 'simulator' } })
  lender = await staffClient(app, 'lender')
  const people = [
    { name: 'Priya Sharma', company: 'Redgum Finance', region: 'NSW' },
    { name: 'Ann Ng', company: null, region: 'VIC' },
    { name: 'Tomasz Kowalski', company: 'Kestrel Capital', region: 'WA' },
    { name: 'Mei Chen', company: null, region: 'NSW' },
  ]
  const made = await app.connection.db
    .insertInto('brokers')
    .values(people.map((person, at) => ({ ...person, phone: `+6125550000${at}`, callBasis: 'relationship' })))
    .returning('id')
    .execute()
  ids = made.map(({ id }) => id)
})
afterAll(() => app?.close())

const post = (path: string, body: object, client = lender) => client.send('POST', path, body)
const preview = async (body: object) => {
  const answer = await post('/api/campaigns/script-preview', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const script = 'Hi {{firstName}} of {{company}}. {{product}} is at {{rate}}.'

async function audience(name: string, rules: object[]): Promise<number> {
  const answer = await post('/api/audiences', { name, rules })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

describe('a script before its campaign is saved', () => {
  // Covers: create-edit-campaign-11
  it('is filled with a real broker of the audience, and goes round it in both directions', async () => {
    const inNsw = await audience('In NSW', [{ kind: 'region', regions: ['NSW'], not: false }])
    const draft = { product: 'Premium', rate: '6.14', callScript: script, audienceId: inNsw }
    const first = await preview(draft)
    expect(first.broker).toEqual({
      id: ids[0],
      name: 'Priya Sharma',
      company: 'Redgum Finance',
      region: 'NSW',
    })
    expect(first.body).toBe('Hi Priya of Redgum Finance. Premium is at 6.14%.')
    expect(first.greeting).toMatch(/^Hello Priya, this is/)
    expect(first.seconds).toBeGreaterThan(20)
    expect(first.sms).toMatch(
      /: here's the Premium link you asked for http\S+\/s\/x{22} .*Reply STOP to opt out\. Really us\? Check code X{6} at \S+\/verify$/,
    )
    const next = await preview({ ...draft, brokerId: ids[0], move: 'next' })
    expect([next.broker.name, next.body]).toEqual(['Mei Chen', 'Hi Mei. Premium is at 6.14%.'])
    expect((await preview({ ...draft, brokerId: ids[3], move: 'next' })).broker.id).toBe(ids[0])
    expect((await preview({ ...draft, brokerId: ids[0], move: 'previous' })).broker.id).toBe(ids[3])
    // of another audience: somebody of this one
    expect((await preview({ ...draft, brokerId: ids[1] })).broker.id).toBe(ids[3])
  })

  // Covers: create-edit-campaign-11
  it('says what its placeholders have no value for', async () => {
    expect(await preview({ callScript: script })).toMatchObject({
      withoutRate: true,
      withoutCompany: { brokers: 2, counted: 1000 },
    })
    expect(await preview({ callScript: 'Hello.', rate: null })).toMatchObject({
      withoutRate: false,
      withoutCompany: null,
    })
    expect((await preview({})).body).toBe('')
  })

  it('needs nobody: an audience without brokers hears it without a name', async () => {
    const nobody = await audience('Nobody', [{ kind: 'region', regions: ['NT'], not: false }])
    const heard = await preview({ callScript: script, product: 'Premium', audienceId: nobody })
    expect([heard.broker, heard.body]).toEqual([null, 'Hi there. Premium is at our current rate.'])
  })

  // Covers: create-edit-campaign-11
  it('is read out as an MP3 by the voice of its personality, the same for the same script', async () => {
    const draft = { product: 'Premium', rate: '6.14', callScript: script }
    const speak = async (more: object = {}) =>
      post('/api/campaigns/spoken-preview', { ...draft, brokerId: ids[0], ...more })
    const first = await speak()
    expect([first.statusCode, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'audio/mpeg',
      'private, no-store',
    ])
    expect(first.rawPayload.length).toBeGreaterThan(100_000)
    expect((await speak()).rawPayload.equals(first.rawPayload)).toBe(true)
    const other = await speak({ aiPersonality: 'authoritative' })
    expect(other.rawPayload.equals(first.rawPayload)).toBe(false)
  }, 120_000)

  it.each([
    ['a script that is too long', { callScript: 'x'.repeat(4001) }, 'callScript', 'At most 4,000 characters'],
    ['an unknown placeholder', { callScript: 'Hi {{nickname}}' }, 'callScript', /Unknown placeholder/],
    ['an audience that is gone', { audienceId: 2_000_000_000 }, 'audienceId', /is gone: choose another/],
    ['a rate that is none', { rate: 'six' }, 'rate', /Enter a rate/],
  ])('is refused with %s, at its field', async (_what, body, field, message) => {
    for (const path of ['script-preview', 'spoken-preview']) {
      const answer = await post(`/api/campaigns/${path}`, { callScript: 'Hello', ...body })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields[field]).toMatch(message)
    }
  })

  it('is for those who may write campaigns', async () => {
    const viewer = await staffClient(app, 'viewer')
    for (const path of ['script-preview', 'spoken-preview', 'reach'])
      expect((await post(`/api/campaigns/${path}`, {}, viewer)).statusCode).toBe(403)
  })
})

const hours = {
  ...{ callStartTime: '09:00', callEndTime: '17:00', timezone: 'Australia/Sydney' },
  ...{ callDaysOfWeek: ['1', '2', '3', '4', '5'], respectLocalTime: true, maxConcurrentCalls: 5 },
}
const reach = async (body: object = {}) => {
  const answer = await post('/api/campaigns/reach', { ...hours, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('the reach of a campaign before it is saved', () => {
  // Covers: create-edit-campaign-12
  it('is what a start would find: now, later and left out, of the audience', async () => {
    const all = await reach()
    expect(all).toMatchObject({ total: 4, sampled: null, alreadyIn: 0, cost: null })
    expect(all.callableNow + all.callableLater).toBe(4)
    const campaign = await post('/api/campaigns', { name: 'Spring', product: 'P', callScript: 'Hi' })
    const preflight = await lender.get(`/api/campaigns/${campaign.json().id}/preflight`)
    const { callableNow, callableLater, total } = preflight.json()
    expect(all).toMatchObject({ callableNow, callableLater, total })
    await sql`update brokers set suspended_at = now() where id = ${ids[0]}`.execute(app.connection.db)
    const inWa = await audience('In WA', [{ kind: 'region', regions: ['WA'], not: false }])
    expect(await reach()).toMatchObject({ total: 4, skipped: { suspended: 1 } })
    expect(await reach({ audienceId: inWa })).toMatchObject({ total: 1, skipped: {} })
    await sql`update brokers set suspended_at = null`.execute(app.connection.db)
  })

  // Covers: create-edit-campaign-12
  it('of many brokers is worked out from a part of them, in about their shares', async () => {
    await sql`insert into brokers (name, phone, region, call_basis, suspended_at)
      select 'Many ' || n, '+6125550' || lpad((1000 + n)::text, 4, '0'), 'NSW', 'relationship',
        case when n % 4 = 0 then now() end from generate_series(1, 6000) n`.execute(app.connection.db)
    await sql`analyze brokers`.execute(app.connection.db)
    try {
      const large = await reach()
      expect(large.total).toBe(6004)
      expect(large.sampled).toBeLessThanOrEqual(4000)
      expect(large.skipped.suspended / large.total).toBeGreaterThan(0.2)
      expect(large.skipped.suspended / large.total).toBeLessThan(0.3)
      expect(await reach()).toEqual(large)
    } finally {
      await sql`delete from brokers where name like 'Many %'`.execute(app.connection.db)
    }
  })

  // Covers: scoring-2
  it.each([
    ['hours that end before they begin', { callEndTime: '08:00' }, 'callEndTime'],
    ['no days', { callDaysOfWeek: [] }, 'callDaysOfWeek'],
    ['an audience that is gone', { audienceId: 2_000_000_000 }, 'audienceId'],
  ])('is refused with %s', async (_what, body, field) => {
    const answer = await post('/api/campaigns/reach', { ...hours, ...body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty(field)
  })

  it('of a campaign that is gone is not found', async () => {
    const answer = await post('/api/campaigns/reach', { ...hours, campaignId: 2_000_000_000 })
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Campaign not found.'])
  })
})

describe('a campaign template', () => {
  const settings = { product: 'Premium', rate: '6.14', callScript: script, holdOutPercent: 10 }
  const save = (name: string, more: object = {}) =>
    post('/api/campaign-templates', { name, settings: { ...settings, ...more } })

  // Covers: create-edit-campaign-13
  it('keeps all but name and status, is listed by name, renamed and deleted, each with an audit row', async () => {
    const saved = await save('Rate drop')
    expect(saved.statusCode, saved.body).toBe(201)
    const { id } = saved.json()
    expect(saved.json()).toMatchObject({
      name: 'Rate drop',
      audienceGone: false,
      settings: { product: 'Premium', rate: '6.140', callStartTime: '09:00', holdOutPercent: 10 },
    })
    expect(saved.json().settings).not.toHaveProperty('name')
    await save('A first one')
    const list = (await lender.get('/api/campaign-templates')).json()
    expect(list.map(({ name }: { name: string }) => name)).toEqual(['A first one', 'Rate drop'])
    const renamed = await lender.send('PATCH', `/api/campaign-templates/${id}`, { name: 'Rate drop, spring' })
    expect(renamed.json().name).toBe('Rate drop, spring')
    expect((await lender.send('DELETE', `/api/campaign-templates/${id}`)).statusCode).toBe(200)
    expect((await lender.send('DELETE', `/api/campaign-templates/${id}`)).statusCode).toBe(404)
    const audit = await app.connection.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectType', '=', 'campaign_template')
      .where('subjectId', '=', String(id))
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual([
      'campaign_template.created',
      'campaign_template.renamed',
      'campaign_template.deleted',
    ])
  })

  // Covers: create-edit-campaign-13
  it('has a name of its own, and says so where it is taken', async () => {
    await save('Taken')
    const again = await save('TAKEN')
    expect([again.statusCode, again.json().fields]).toEqual([
      400,
      { name: 'There is a template of this name already' },
    ])
    const other = (await save('Another')).json().id
    const renamed = await lender.send('PATCH', `/api/campaign-templates/${other}`, { name: 'taken' })
    expect(renamed.json().fields).toEqual({ name: 'There is a template of this name already' })
    const long = await save('x'.repeat(200))
    expect(long.json().fields).toEqual({ name: 'At most 100 characters' })
  })

  // Covers: create-edit-campaign-13
  it('whose audience was deleted says so', async () => {
    const audienceId = await audience('Soon gone', [{ kind: 'region', regions: ['SA'], not: false }])
    const { id } = (await save('With an audience', { audienceId })).json()
    expect((await save('With none', { audienceId: 2_000_000_000 })).statusCode).toBe(400)
    await lender.send('DELETE', `/api/audiences/${audienceId}`)
    const list: { id: number; audienceGone: boolean }[] = (await lender.get('/api/campaign-templates')).json()
    expect(list.find((template) => template.id === id)?.audienceGone).toBe(true)
  })

  it('is written by those who may write campaigns, and read by all staff', async () => {
    const viewer = await staffClient(app, 'viewer')
    const answer = await viewer.send('POST', '/api/campaign-templates', { name: 'Mine', settings })
    expect(answer.statusCode).toBe(403)
    expect((await viewer.get('/api/campaign-templates')).statusCode).toBe(200)
  })
})
