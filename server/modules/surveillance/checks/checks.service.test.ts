import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BrokerInput } from '#contract/brokers/brokers.ts'
import type { ComplianceCheck } from '#contract/surveillance/surveillance.ts'
import { lookForTasks } from '#server/modules/tasks/look.job.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedOrganisation, bannedPerson, licensee, representative } from '#test/worlds/register-rows.ts'
import { finishChecks, loadRegister } from '#test/worlds/register-world.ts'
import { checkUnchecked } from './check-unchecked.ts'
import { newestCheck } from './compliance-runs.store.ts'
import { startWeeklyRun } from './weekly-run.ts'

let app: TestApp
let admin: Client
let compliance: Client
let now = new Date('2026-11-23T02:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date('2026-11-23T02:00:00Z')
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from brokers; delete from runs; delete from register_entries; delete from register_snapshots; delete from messages',
  )
})

let added = 0
async function add(changes: Partial<BrokerInput> = {}): Promise<number> {
  added += 1
  const broker = {
    name: 'Isla Fraser',
    phone: `(02) 5550 ${String(added).padStart(4, '0')}`,
    email: `broker${added}@example.com`,
    region: 'NSW',
    ...changes,
  }
  const answer = await admin.send('POST', '/api/brokers', broker)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

const others = Array.from({ length: 6 }, (_, at) => representative(`99200${at}`, `KELLY, DARCY ${at}`))
const licensees = [
  licensee('990001', 'SUMMIT FINANCE PTY LTD'),
  licensee('990002', 'TIDEWATER LENDING PTY LTD'),
]
const check = async (id: number): Promise<ComplianceCheck> => {
  const answer = await compliance.send('POST', `/api/surveillance/brokers/${id}/check`, {
    checkType: 'asic_banned',
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const flagged = async () => (await compliance.get('/api/surveillance/flagged-brokers')).json()
const titles = ({ findings }: ComplianceCheck) => findings.map(({ title, risk }) => [title, risk])

describe('a broker’s number', () => {
  // Covers: surveillance-14
  it('is found with its holder, its licensee and its scheme', async () => {
    await loadRegister(app, compliance, 'credit_representatives', [
      ...others,
      representative('990123', 'FRASER, ISLA ROSE'),
    ])
    await loadRegister(app, compliance, 'credit_licensees', licensees)
    const checked = await check(await add({ asicNumber: '000990123' }))
    expect([checked.result, checked.riskScore, checked.findings]).toEqual(['clean', 0, []])
    const [listed] = (await compliance.get('/api/brokers')).json()
    expect(listed.registered).toEqual({
      holder: 'FRASER, ISLA ROSE',
      endedOn: null,
      snapshotDate: '2026-11-23',
      matches: true,
    })
    expect(checked.snapshots).toEqual({
      credit_representatives: '2026-11-23',
      credit_licensees: '2026-11-23',
    })
  })

  // Covers: surveillance-12
  it('of another holder has no green tick', async () => {
    const representatives = [...others, representative('990123', 'HADDAD, OMAR')]
    await loadRegister(app, compliance, 'credit_representatives', representatives)
    await loadRegister(app, compliance, 'credit_licensees', licensees)
    const id = await add({ asicNumber: '990123' })
    await check(id)
    const registered = async () => (await compliance.get('/api/brokers')).json()[0].registered
    expect(await registered()).toMatchObject({ holder: 'HADDAD, OMAR', matches: false })
    await admin.send('PATCH', `/api/brokers/${id}`, { name: 'Haddad, Omar' })
    await check(id)
    expect(await registered()).toMatchObject({ holder: 'HADDAD, OMAR', matches: true })
  })

  it.each([
    ['is on neither register', '990999', {}, 'ASIC number 990999 is on neither register', 70],
    [
      'has ended',
      '990123',
      { CRED_REP_END_DT: '03/11/2026' },
      'Credit representative 990123 ended on 3 November 2026',
      90,
    ],
    [
      'is somebody else’s',
      '990123',
      { CRED_REP_NAME: 'HADDAD, OMAR' },
      'ASIC number 990123 is held by HADDAD, OMAR',
      85,
    ],
    [
      'has a licensee that is gone',
      '990123',
      { CRED_LIC_NUM: '990777' },
      'Licence 990777, which the representative acts for, is not current',
      90,
    ],
    [
      'has no scheme',
      '990123',
      { CRED_REP_EDRS: '' },
      'ASIC number 990123 has no dispute resolution scheme',
      40,
    ],
  ])('%s', async (_what, asicNumber, cells, title, risk) => {
    await loadRegister(app, compliance, 'credit_representatives', [
      ...others,
      representative('990123', 'FRASER, ISLA', cells),
    ])
    await loadRegister(app, compliance, 'credit_licensees', licensees)
    const checked = await check(await add({ asicNumber }))
    expect(titles(checked)).toEqual([[title, risk]])
    expect([checked.result, checked.riskScore]).toEqual([risk >= 50 ? 'flagged' : 'clean', risk])
    expect(checked.findings[0]?.points.map((point) => point.risk).reduce((sum, each) => sum + each, 0)).toBe(
      risk,
    )
  })

  // Covers: surveillance-14
  it('acts for a licensee that is suspended', async () => {
    await loadRegister(app, compliance, 'credit_representatives', [
      ...others,
      representative('990123', 'FRASER, ISLA'),
    ])
    await loadRegister(app, compliance, 'credit_licensees', [
      licensee('990001', 'SUMMIT FINANCE PTY LTD', { CRED_LIC_STATUS: 'SUSP' }),
      ...licensees.slice(1),
    ])
    expect(titles(await check(await add({ asicNumber: '990123' })))).toEqual([
      ['Licence 990001 of the licensee SUMMIT FINANCE PTY LTD is suspended', 85],
    ])
  })

  // Covers: surveillance-14
  it('may be the company’s', async () => {
    await loadRegister(app, compliance, 'credit_representatives', [
      ...others,
      representative('990123', 'HARBOUR HOME LOANS PTY LTD'),
    ])
    expect(titles(await check(await add({ asicNumber: '990123', company: 'Harbour Home Loans' })))).toEqual(
      [],
    )
  })

  // Covers: surveillance-15
  it('is not checked while no register is loaded: nobody is called clean for want of one', async () => {
    const id = await add({ asicNumber: '990999' })
    const refused =
      'No ASIC register is loaded, so there is nothing to check against. Load ASIC’s files, then check again.'
    const one = await compliance.send('POST', `/api/surveillance/brokers/${id}/check`, {
      checkType: 'asic_banned',
    })
    expect([one.statusCode, one.json().message]).toEqual([409, refused])
    const all = await compliance.send('POST', '/api/surveillance/run-manual-check', {})
    expect([all.statusCode, all.json().message]).toEqual([409, refused])
    await startWeeklyRun(app.ctx())
    const { checks } = await app.connection.db
      .selectFrom('complianceChecks')
      .where('brokerId', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('checks'))
      .executeTakeFirstOrThrow()
    expect([checks, await newestCheck(app.ctx())]).toEqual([0, null])
    expect((await compliance.get('/api/surveillance/stats')).json().warnings).toEqual([
      'No register is loaded: nothing can be found. Load ASIC’s files below.',
    ])
  })
})

// Covers: decision-register-match
describe('a broker’s name', () => {
  // Covers: surveillance-14
  it.each([
    ['here', { BD_PER_ADD_STATE: 'NSW' }, 95, 'flagged'],
    ['in another state', { BD_PER_ADD_STATE: 'WA' }, 50, 'flagged'],
    ['of an unknown place', { BD_PER_ADD_STATE: '' }, 75, 'flagged'],
    ['whose ban is over', { BD_PER_END_DT: '12/03/2025' }, 48, 'clean'],
  ])('that is banned %s', async (_where, cells, risk, result) => {
    await loadRegister(app, compliance, 'banned_persons', [
      bannedPerson('#099000001', 'FRASER, ISLA', cells),
      bannedPerson('#099000002', 'OKAFOR, JARRAH'),
    ])
    const checked = await check(await add())
    expect([checked.riskScore, checked.result]).toEqual([risk, result])
    expect(checked.findings[0]?.rows[0]).toMatchObject({
      number: '#099000001',
      name: 'FRASER, ISLA',
      snapshotDate: '2026-11-23',
    })
    expect(checked.findings[0]?.points[0]?.text).toBe('The name is the same: every word agrees')
  })

  // Covers: surveillance-14
  it('stands in several rows of one document, and counts once', async () => {
    await loadRegister(app, compliance, 'banned_persons', [
      bannedPerson('#099000001', 'FRASER, ISLA'),
      bannedPerson('#099000001', 'FRASER, ISLA ROSE'),
      bannedPerson('#2', 'X, Y'),
    ])
    const checked = await check(await add())
    expect(checked.findings.map(({ subject, rows }) => [subject, rows.length])).toEqual([
      ['banned_persons:#099000001', 2],
    ])
  })

  // Covers: surveillance-14
  it('is the company’s', async () => {
    await loadRegister(app, compliance, 'banned_organisations', [
      bannedOrganisation('990000014', 'IRONBARK LENDING PTY. LIMITED'),
    ])
    expect(titles(await check(await add({ company: 'Ironbark Lending Pty Ltd' })))).toEqual([
      ['IRONBARK LENDING PTY. LIMITED: Credit banning', 85],
    ])
  })
})

describe('a check of all brokers', () => {
  // Covers: surveillance-20
  it('runs in the background, stores every result, and says how many are compliant', async () => {
    await loadRegister(app, compliance, 'banned_persons', [bannedPerson('#099000001', 'FRASER, ISLA')])
    await add()
    for (let at = 0; at < 7; at++) await add({ name: `Omar Haddad ${at}` })
    const started = await compliance.send('POST', '/api/surveillance/run-manual-check')
    expect([started.statusCode, started.json()]).toMatchObject([
      202,
      { status: 'running', total: 8, done: 0 },
    ])
    // another one begins nothing: it answers with the one that is under way
    expect((await compliance.send('POST', '/api/surveillance/run-manual-check')).json().id).toBe(
      started.json().id,
    )
    await finishChecks(app)
    expect((await compliance.get('/api/surveillance/stats')).json()).toMatchObject({
      totalBrokers: 8,
      flaggedBrokers: 1,
      complianceRate: 87.5,
      lastCheck: '2026-11-23T02:00:00.000Z',
      run: { status: 'finished', done: 8, flagged: 1 },
    })
    expect(await flagged()).toMatchObject([
      {
        name: 'Isla Fraser',
        complianceStatus: 'flagged',
        riskScore: 95,
        flaggedAt: '2026-11-23T02:00:00.000Z',
        reasons: ['FRASER, ISLA: Credit Banned & Disqualified'],
      },
    ])
  })

  it('is for those who may, and so is one of a broker', async () => {
    const lender = await staffClient(app, 'lender')
    const id = await add()
    const asked = [
      await lender.send('POST', '/api/surveillance/run-manual-check'),
      await lender.send('POST', `/api/surveillance/brokers/${id}/check`, { checkType: 'asic_banned' }),
      await lender.send('POST', `/api/surveillance/brokers/${id}/review`, { action: 'clear', notes: 'No' }),
      await compliance.send('POST', '/api/surveillance/brokers/2000000/check', { checkType: 'asic_banned' }),
      await compliance.send('POST', `/api/surveillance/brokers/${id}/check`, { checkType: 'everything' }),
    ]
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 404, 400])
  })

  // Covers: surveillance-20
  it('reaches by itself who was added or changed since', async () => {
    await loadRegister(app, compliance, 'banned_persons', [bannedPerson('#099000001', 'FRASER, ISLA')])
    const id = await add({ name: 'Omar Haddad' })
    await checkUnchecked(app.ctx())
    expect(await flagged()).toEqual([])
    await admin.send('PATCH', `/api/brokers/${id}`, { name: 'Isla Fraser' })
    await checkUnchecked(app.ctx())
    expect(await flagged()).toMatchObject([{ id, riskScore: 95 }])
  })
})

describe('a new snapshot', () => {
  const before = [
    ...others,
    representative('990123', 'FRASER, ISLA'),
    representative('990124', 'HADDAD, OMAR'),
  ]

  // Covers: surveillance-17
  it('is the one that a clean check names, even where its rows are those of the one before', async () => {
    const id = await add({ asicNumber: '990123' })
    await loadRegister(app, compliance, 'credit_licensees', licensees)
    await loadRegister(app, compliance, 'credit_representatives', before)
    now = new Date('2026-11-30T02:00:00Z')
    await loadRegister(app, compliance, 'credit_representatives', before)
    expect(await check(id)).toMatchObject({
      result: 'clean',
      snapshots: { credit_licensees: '2026-11-23', credit_representatives: '2026-11-30' },
    })
  })

  // Covers: surveillance-21
  it('that ends one licence changes one broker, writes one alert and one task, and nothing else', async () => {
    const ended = await add({ asicNumber: '990123' })
    await add({ asicNumber: '990124', name: 'Omar Haddad' })
    await loadRegister(app, compliance, 'credit_licensees', licensees)
    await loadRegister(app, compliance, 'credit_representatives', before)
    const picture = async () =>
      Promise.all(
        (['complianceChecks', 'complianceFindings', 'tasks', 'messages'] as const).map(
          async (table) => (await app.connection.db.selectFrom(table).selectAll().execute()).length,
        ),
      )
    const [checks = 0] = await picture()
    expect(await picture()).toEqual([checks, 0, 0, 0])
    now = new Date('2026-11-30T02:00:00Z')
    await loadRegister(
      app,
      compliance,
      'credit_representatives',
      before.map((row) => (row.CRED_REP_NUM === '990123' ? { ...row, CRED_REP_END_DT: '27/11/2026' } : row)),
    )
    // a check of each broker, one finding, one task, a mail to each of the two who review
    expect(await picture()).toEqual([checks + 2, 1, 1, 2])
    expect(await flagged()).toMatchObject([{ id: ended, riskScore: 90 }])
    const standing = (await compliance.get(`/api/surveillance/brokers/${ended}`)).json()
    expect(standing.registerHistory).toMatchObject([
      { endedOn: '2026-11-27', snapshotDate: '2026-11-30', untilDate: null },
      { endedOn: null, snapshotDate: '2026-11-23', untilDate: '2026-11-30' },
    ])
    const [task] = (await compliance.get('/api/tasks')).json()
    expect(task).toMatchObject({
      kind: 'compliance_review',
      broker: { id: ended },
      details: 'Credit representative 990123 ended on 27 November 2026.',
    })
    const mails = await app.connection.db.selectFrom('messages').select(['subject', 'template']).execute()
    expect(mails[0]).toEqual({ subject: '1 broker needs a compliance review', template: 'compliance_alert' })
  })

  // Covers: surveillance-21
  it('tells nobody again of what they were told', async () => {
    await add({ asicNumber: '990123' })
    await loadRegister(app, compliance, 'credit_licensees', licensees)
    await loadRegister(app, compliance, 'credit_representatives', [
      ...others,
      representative('990123', 'FRASER, ISLA', { CRED_REP_END_DT: '03/11/2026' }),
    ])
    const mails = async () => (await app.connection.db.selectFrom('messages').select('id').execute()).length
    const told = await mails()
    expect(told).toBeGreaterThan(0)
    await compliance.send('POST', '/api/surveillance/run-manual-check')
    await finishChecks(app)
    expect(await mails()).toBe(told)
  })

  // Covers: surveillance-21
  it('that lists somebody anew finds those of that name, and that takes them off clears them', async () => {
    const id = await add()
    await loadRegister(app, compliance, 'banned_persons', [
      bannedPerson('#1', 'OKAFOR, JARRAH'),
      bannedPerson('#2', 'ROSSI, MARCO'),
    ])
    expect(await flagged()).toEqual([])
    await loadRegister(app, compliance, 'banned_persons', [
      bannedPerson('#1', 'OKAFOR, JARRAH'),
      bannedPerson('#2', 'ROSSI, MARCO'),
      bannedPerson('#3', 'FRASER, ISLA'),
    ])
    expect(await flagged()).toMatchObject([{ id }])
    await loadRegister(app, compliance, 'banned_persons', [
      bannedPerson('#1', 'OKAFOR, JARRAH'),
      bannedPerson('#2', 'ROSSI, MARCO'),
    ])
    expect(await flagged()).toEqual([])
    await lookForTasks(app.ctx())
    expect((await compliance.get('/api/tasks?state=ended')).json()).toMatchObject([
      { endedReason: 'The broker is no longer flagged.' },
    ])
  })
})
