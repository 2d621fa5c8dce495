import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Audience, AudienceRule } from '#contract/brokers/audiences.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { licensee, representative } from '#test/worlds/register-rows.ts'
import { loadRegister } from '#test/worlds/register-world.ts'
import { calculateMonth, loanLines, takeLoans } from '#test/worlds/scoring-world.ts'
import { countAudience, countAudiences } from './audiences.store.ts'

let app: TestApp
let admin: Client
let ids: Record<'ann' | 'ben' | 'cid' | 'dot', number>
const now = () => new Date('2026-11-23T02:00:00Z')

const people = [
  { name: 'Ann', asicNumber: '990100', region: 'NSW', membership: 'MFAA', aggregator: 'Redgum' },
  { name: 'Ben', asicNumber: '990101', region: 'VIC', membership: 'FBAA', aggregator: 'Kestrel' },
  { name: 'Cid', asicNumber: '990102', region: 'NSW', membership: 'MFAA' },
  { name: 'Dot', region: 'QLD' },
]

beforeAll(async () => {
  app = await createTestApp({ now })
  admin = await staffClient(app, 'admin')
  const compliance = await staffClient(app, 'compliance')
  const made: number[] = []
  for (const [at, person] of people.entries()) {
    const broker = { ...person, phone: `(02) 5550 000${at}`, email: `b${at}@example.com` }
    made.push((await admin.send('POST', '/api/brokers', broker)).json().id)
  }
  const [ann = 0, ben = 0, cid = 0, dot = 0] = made
  ids = { ann, ben, cid, dot }
  await takeLoans(admin, [
    ...loanLines('A', 24, { asic: '990100', credit: '800', lvr: '64', approved: '2026-10-14' }),
    ...loanLines('B', 12, { asic: '990101', credit: '600', lvr: '92', reworked: '1', defaulted: '1' }),
    ...loanLines('C', 6, { asic: '990102', lodged: '2026-06-01', approved: '2026-06-20' }),
  ])
  await calculateMonth(app, compliance, '2026-10')
  await loadRegister(app, compliance, 'credit_licensees', [licensee('990001', 'A PTY LTD')])
  await loadRegister(app, compliance, 'credit_representatives', [
    representative('990100', 'A, ANN'),
    representative('990101', 'B, BEN', { CRED_REP_END_DT: '01/10/2026' }),
  ])
})
afterAll(() => app.close())
beforeEach(() =>
  asOwner(
    app.databaseUrl,
    'update campaigns set audience_id = null; delete from audiences where created_by is not null; update brokers set suspended_at = null',
  ),
)

const _named = Object.entries({ ann: 'Ann', ben: 'Ben', cid: 'Cid', dot: 'Dot' })
async function who(...rules: object[]): Promise<string[]> {
  const made = await admin.send('POST', '/api/audiences', {
    name: `Test ${Math.abs(rules.length)} ${JSON.stringify(rules).slice(0, 80)}`,
    rules,
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id, brokers } = made.json<Audience>()
  const members = (await admin.get(`/api/audiences/${id}/brokers`)).json<{ name: string }[]>()
  expect(brokers).toBe(members.length)
  expect((await admin.send('POST', '/api/audiences/count', { rules })).json()).toEqual({
    brokers,
    problems: [],
  })
  return members.map(({ name }) => name)
}

describe('a rule', () => {
  // Covers: audiences-1
  it.each<[string, object[], string[]]>([
    ['of a tier', [{ kind: 'tier', tiers: ['Reward'] }], ['Ann']],
    ['of everybody but a tier', [{ kind: 'tier', tiers: ['Watchlist'], not: true }], ['Ann', 'Cid', 'Dot']],
    ['of a loan in the last days', [{ kind: 'last_loan', within: true, days: 90 }], ['Ann', 'Ben']],
    [
      'of no loan in the last days, but one ever',
      [{ kind: 'last_loan', within: false, days: 90 }, { kind: 'ever_lodged' }],
      ['Cid'],
    ],
    ['of regions', [{ kind: 'region', regions: ['NSW', 'QLD'] }], ['Ann', 'Cid', 'Dot']],
    ['of other regions', [{ kind: 'region', regions: ['NSW'], not: true }], ['Ben', 'Dot']],
    ['of no accreditation', [{ kind: 'accreditation', states: ['none'] }], ['Ann', 'Ben', 'Cid', 'Dot']],
    ['of accredited brokers', [{ kind: 'accreditation', states: ['accredited'] }], []],
    ['of missing documents', [{ kind: 'document', state: 'missing' }], ['Ann', 'Ben', 'Cid', 'Dot']],
    ['of documents that expire', [{ kind: 'document', state: 'expires', days: 45 }], []],
    ['of no contact', [{ kind: 'last_contact', within: false, days: 30 }], ['Ann', 'Ben', 'Cid', 'Dot']],
    ['of contact', [{ kind: 'last_contact', within: true, days: 30 }], []],
    ['of a membership', [{ kind: 'membership', memberships: ['MFAA'] }], ['Ann', 'Cid']],
    ['of no such membership', [{ kind: 'membership', memberships: ['MFAA'], not: true }], ['Ben', 'Dot']],
    ['of an aggregator', [{ kind: 'aggregator', aggregators: ['Redgum', 'Kestrel'] }], ['Ann', 'Ben']],
    ['of a current registration', [{ kind: 'register', state: 'current' }], ['Ann']],
    ['of one that has ended', [{ kind: 'register', state: 'ended' }], ['Ben']],
    ['of numbers that no register has', [{ kind: 'register', state: 'unknown' }], ['Cid', 'Dot']],
    ['of flagged brokers', [{ kind: 'flagged' }], ['Ben', 'Cid']],
    ['of nobody suspended', [{ kind: 'suspended', not: true }], ['Ann', 'Ben', 'Cid', 'Dot']],
    ['none at all', [], ['Ann', 'Ben', 'Cid', 'Dot']],
  ])('%s finds those for whom it holds', async (_what, rules, expected) => {
    expect(await who(...rules)).toEqual(expected)
  })

  // Covers: audiences-1
  it('of what became of a campaign finds those to whom it happened', async () => {
    const { id: campaignId } = (
      await admin.send('POST', '/api/campaigns', { name: 'Spring', product: 'Flex', callScript: 'Hi' })
    ).json()
    const call = (broker: number, outcome: string, response: string | null) =>
      sql`insert into calls (campaign_id, broker_id, to_number, provider, simulated, status, outcome, response, test, created_at, finished_at)
        values (${campaignId}, ${broker}, '+61255500000', 'simulator', true, 'completed', ${outcome}, ${response}, false, ${now()}, ${now()})`.execute(
        app.connection.db,
      )
    await call(ids.ann, 'human', 'option_1')
    await call(ids.ben, 'no_answer', null)
    const of = (response: string) => who({ kind: 'response', campaignId, response })
    expect(await of('option_1')).toEqual(['Ann'])
    expect(await of('reached')).toEqual(['Ann'])
    expect(await of('not_reached')).toEqual(['Ben'])
    expect(await of('not_called')).toEqual(['Cid', 'Dot'])
    expect(await who({ kind: 'last_contact', within: true, days: 30 })).toEqual(['Ann'])
  })

  // Covers: audiences-3
  it.each<[string, unknown, string]>([
    ['a region that there is not', [{ kind: 'region', regions: ['ZZZ'] }], 'rules.0.regions.0'],
    ['no choice', [{ kind: 'tier', tiers: [] }], 'rules.0.tiers'],
    ['no number of days', [{ kind: 'last_loan', within: true }], 'rules.0.days'],
    ['something unknown', [{ kind: 'star sign' }], 'rules.0.kind'],
    ['no list', 'everybody', 'rules'],
  ])('with %s is refused beside its field', async (_what, rules, field) => {
    const answer = await admin.send('POST', '/api/audiences', { name: 'X', rules })
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]])
  })

  // Covers: audiences-3
  it('that names what is gone is refused, and says so where it went later', async () => {
    const rules: Partial<AudienceRule>[] = [
      { kind: 'response', campaignId: 4711, response: 'reached', not: false },
    ]
    expect((await admin.send('POST', '/api/audiences', { name: 'Gone', rules })).json().fields).toEqual({
      rules: 'A campaign that a rule names was deleted.',
    })
    expect(
      (
        await admin.send('POST', '/api/audiences', { name: 'Gone', rules: [{ kind: 'bdm', bdmId: 4711 }] })
      ).json().fields,
    ).toEqual({ rules: 'A BDM whom a rule names is gone.' })
  })
})

describe('an audience', () => {
  const rules = [{ kind: 'region', regions: ['NSW'] }]
  const create = (name: string) => admin.send('POST', '/api/audiences', { name, rules })

  // Covers: audiences-1
  it('has a name of its own, is changed, listed, exported and deleted, and comes with four', async () => {
    const first = (await create('Sydney side')).json<Audience>()
    expect((await create('SYDNEY SIDE')).json().fields).toEqual({
      name: 'There is an audience of this name already',
    })
    expect(
      (
        await admin.send('PATCH', `/api/audiences/${first.id}`, {
          rules: [{ kind: 'region', regions: ['VIC'] }],
        })
      ).json(),
    ).toMatchObject({ name: 'Sydney side', brokers: 1 })
    await countAudiences(app.ctx())
    const list = (await admin.get('/api/audiences')).json<Audience[]>()
    expect(list.map(({ name, brokers }) => [name, brokers])).toEqual([
      ['A document expires in 45 days', 0],
      ['Dormant brokers', 1],
      ['Everybody but the watchlist and the suspended', 3],
      ['Reward brokers', 1],
      ['Sydney side', 1],
    ])
    expect((await admin.get(`/api/audiences/${first.id}/export`)).body).toContain('Ben')
    const remove = () => admin.send('DELETE', `/api/audiences/${first.id}`)
    expect((await remove()).json()).toEqual({ deleted: true })
    expect((await remove()).statusCode).toBe(404)
  })

  // Covers: audiences-2
  it('says when its brokers were counted, and is counted again as brokers come and go', async () => {
    const { id, brokers, countedAt } = (await create('Counted')).json<Audience>()
    expect([brokers, countedAt]).toEqual([2, now().toISOString()])
    const told = async () =>
      (await admin.get('/api/audiences')).json<Audience[]>().find((audience) => audience.id === id)?.brokers
    await asOwner(app.databaseUrl, `update brokers set region = 'NT' where id = ${ids.cid}`)
    expect(await told()).toBe(2)
    await countAudiences(app.ctx())
    expect(await told()).toBe(1)
    await asOwner(app.databaseUrl, `update brokers set region = 'NSW' where id = ${ids.cid}`)
  })

  // Covers: audiences-2
  it('whose rules change while it is counted keeps the count of its new rules', async () => {
    const { id } = (await create('Changing')).json<Audience>()
    const old = [{ kind: 'region' as const, regions: ['QLD' as const], not: false }]
    expect(await countAudience(app.ctx(), { id, rules: old })).toBe(1)
    const list = (await admin.get('/api/audiences')).json<Audience[]>()
    expect(list.find((audience) => audience.id === id)).toMatchObject({ brokers: 2 })
  })

  it('is for those who may', async () => {
    for (const role of ['compliance', 'viewer'] as const) {
      const client = await staffClient(app, role)
      expect((await client.send('POST', '/api/audiences', { name: 'X', rules })).statusCode).toBe(403)
      expect((await client.get('/api/audiences')).statusCode).toBe(200)
    }
  })

  // Covers: audiences-1
  it('is listed page by page', async () => {
    const { id } = (await create('Paged')).json<Audience>()
    const first = await admin.get(`/api/audiences/${id}/brokers?limit=1`)
    expect([first.headers['x-total-count'], first.json()[0].name]).toEqual(['2', 'Ann'])
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await admin.get(next)).json()).toMatchObject([{ name: 'Cid' }])
  })
})

describe('a campaign', () => {
  const campaign = async (fields: object = {}) =>
    (
      await admin.send('POST', '/api/campaigns', {
        name: 'Spring',
        product: 'Flex',
        callScript: 'Hi',
        ...fields,
      })
    ).json()
  const nsw = async () =>
    (
      await admin.send('POST', '/api/audiences', {
        name: 'NSW',
        rules: [{ kind: 'region', regions: ['NSW'] }],
      })
    ).json<Audience>().id

  // Covers: audiences-4
  it('calls all brokers as specified, or the audience that was chosen when it was made', async () => {
    const audienceId = await nsw()
    const everybody = await campaign()
    expect(everybody).toMatchObject({ audience: null, holdOutPercent: 0 })
    expect((await admin.get(`/api/campaigns/${everybody.id}/preflight`)).json().total).toBe(4)
    const some = await campaign({ audienceId })
    expect(some.audience).toEqual({ id: audienceId, name: 'NSW' })
    expect((await admin.get(`/api/campaigns/${some.id}/preflight`)).json().total).toBe(2)
    expect((await admin.send('DELETE', `/api/audiences/${audienceId}`)).json().message).toBe(
      'NSW is called by Spring: choose another audience there first.',
    )
    expect(
      (
        await admin.send('POST', '/api/campaigns', {
          name: 'X',
          product: 'Y',
          callScript: 'Z',
          audienceId: 4711,
        })
      ).json().fields,
    ).toEqual({ audienceId: 'This audience is gone: choose another' })
  })

  // Covers: audiences-4
  it('calls the audience that was chosen at Call, keeps it, and refuses one that is broken or gone', async () => {
    const audienceId = await nsw()
    const { id } = await campaign()
    const start = (body?: object) => admin.send('POST', `/api/campaigns/${id}/start-calls`, body)
    expect((await admin.get(`/api/campaigns/${id}/preflight?audienceId=${audienceId}`)).json().total).toBe(2)
    expect((await start({ audienceId: 4711 })).json().fields).toEqual({
      audienceId: 'This audience is gone: choose another',
    })
    expect((await start({ holdOutPercent: 51 })).json().fields).toEqual({
      holdOutPercent: 'At most half can be held out',
    })
    const other = (await campaign({ name: 'Old' })).id
    const broken = (
      await admin.send('POST', '/api/audiences', {
        name: 'Broken',
        rules: [{ kind: 'response', campaignId: other, response: 'reached' }],
      })
    ).json<Audience>().id
    await asOwner(app.databaseUrl, `delete from campaigns where id = ${other}`)
    expect((await start({ audienceId: broken })).json().message).toBe(
      'The audience Broken cannot be called. A campaign that a rule names was deleted. Change its rules under Audiences.',
    )
    expect((await start({ audienceId })).json()).toMatchObject({ total: 2 })
    expect((await admin.get(`/api/campaigns/${id}`)).json().audience).toEqual({ id: audienceId, name: 'NSW' })
    expect((await start()).json()).toMatchObject({ total: 2 })
  })
})
