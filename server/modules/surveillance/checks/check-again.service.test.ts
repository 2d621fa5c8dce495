import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerFile } from '#server/demo/register-files.ts'
import { waitForLocks } from '#test/lock-waits.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedPerson } from '#test/worlds/register-rows.ts'
import { finishChecks, loadRegister, sendRegister } from '#test/worlds/register-world.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { checkUnchecked } from './check-unchecked.ts'
import { makeUpWeeklyRun, startWeeklyRun } from './weekly-run.ts'

let app: TestApp
let admin: Client
let compliance: Client
/** null: as the database has it, by whose clock a record is changed. */
// before the days of the tests below
const START = Date.parse('2026-11-19T00:00:00Z')
let fixed: Date | null = null
const ban = bannedPerson('#099000001', 'FRASER, ISLA')

beforeAll(async () => {
  app = await createTestApp({ now: () => fixed ?? new Date(START + performance.now()) })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  fixed = null
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from brokers; delete from broker_imports; delete from runs; delete from register_entries; delete from register_snapshots',
  )
  await loadRegister(app, compliance, 'banned_persons', [ban, bannedPerson('#2', 'OKAFOR, JARRAH')])
})

let added = 0
async function add(name: string): Promise<number> {
  added += 1
  const phone = `(02) 5550 ${String(added).padStart(4, '0')}`
  const answer = await admin.send('POST', '/api/brokers', {
    name,
    phone,
    email: `b${added}@example.com`,
    region: 'NSW',
  })
  return answer.json().id
}
const review = (id: number, action: string) =>
  compliance.send('POST', `/api/surveillance/brokers/${id}/review`, { action, notes: 'Compared the records' })
const standing = async (id: number) => (await compliance.get(`/api/surveillance/brokers/${id}`)).json()
const look = () => checkUnchecked(app.ctx())

describe('who was not compared with the registers as they are now', () => {
  // Covers: surveillance-23
  it('is checked though something else was done with them since: a news check, or a review', async () => {
    const first = await add('Isla Fraser')
    await compliance.send('POST', `/api/surveillance/brokers/${first}/check`, {
      checkType: 'external_mentions',
    })
    const second = await add('Omar Haddad')
    await look()
    expect(await standing(first)).toMatchObject({ complianceStatus: 'flagged' })
    await review(second, 'suspend')
    await admin.send('PATCH', `/api/brokers/${second}`, { name: 'Jarrah Okafor' })
    await review(second, 'reinstate')
    await look()
    expect(await standing(second)).toMatchObject({ complianceStatus: 'flagged', riskScore: 95 })
  })

  // Covers: surveillance-23
  it('is checked after a change that the check itself overtook', async () => {
    const id = await add('Omar Haddad')
    await look()
    // the check read the record before it was changed, and was stored after
    await asOwner(
      app.databaseUrl,
      `update brokers set name = 'Isla Fraser', updated_at = (select checked_at from broker_compliance where broker_id = ${id}) where id = ${id}`,
    )
    await look()
    expect(await standing(id)).toMatchObject({ complianceStatus: 'flagged' })
  })

  // Covers: surveillance-23
  it('is checked once an import that overwrote the record is undone', async () => {
    const id = await add('Isla Fraser')
    await look()
    const email = `b${added}@example.com`
    const file = Buffer.from(
      `Name,Phone,Email\nOmar Haddad,(02) 5550 ${String(added).padStart(4, '0')},${email}\n`,
    )
    const form = uploadForm(file, { filename: 'brokers.csv', fields: { onExisting: 'overwrite' } })
    const imported = (await admin.send('POST', '/api/brokers/imports', undefined, form)).json().id
    for (const step of ['commit', 'undo']) {
      expect((await admin.send('POST', `/api/brokers/imports/${imported}/${step}`)).statusCode).toBeLessThan(
        300,
      )
      await runImport(app.ctx(), imported)
      await look()
      if (step === 'commit')
        expect(await standing(id)).toMatchObject({ name: 'Omar Haddad', complianceStatus: 'active' })
    }
    expect(await standing(id)).toMatchObject({ name: 'Isla Fraser', complianceStatus: 'flagged' })
  })

  // Covers: surveillance-23
  it('is checked in any number, and once', async () => {
    await asOwner(
      app.databaseUrl,
      "insert into brokers (name, region) select 'Darcy Kelly ' || n, 'NSW' from generate_series(1, 1100) n",
    )
    await look()
    await look()
    const checks = await app.connection.db.selectFrom('complianceChecks').select('id').execute()
    expect(checks).toHaveLength(1100)
  })

  // Covers: surveillance-23
  it('says when it was checked, not when it was reviewed', async () => {
    const checked = new Date()
    fixed = checked
    const id = await add('Isla Fraser')
    await look()
    fixed = new Date(checked.getTime() + 3_600_000)
    await review(id, 'clear')
    expect(await standing(id)).toMatchObject({ lastComplianceCheck: checked.toISOString() })
  })
})

describe('all brokers', () => {
  // Covers: surveillance-24
  it('are checked every week though somebody had them checked in between, and once a week', async () => {
    await add('Omar Haddad')
    fixed = new Date('2026-11-25T02:00:00Z')
    await compliance.send('POST', '/api/surveillance/run-manual-check')
    await finishChecks(app)
    const reasons = async () =>
      (await app.connection.db.selectFrom('runs').select('input').orderBy('id').execute()).map(
        ({ input }) => (input as { reason: string }).reason,
      )
    fixed = new Date('2026-11-29T20:00:00Z')
    await startWeeklyRun(app.ctx())
    await finishChecks(app)
    await startWeeklyRun(app.ctx())
    expect((await reasons()).slice(-2)).toEqual(['manual', 'weekly'])
  })

  // Covers: surveillance-21
  it('are checked on each new snapshot, first those whom it concerns', async () => {
    fixed = new Date('2026-12-01T02:00:00Z')
    const [first, second] = [await add('Omar Haddad'), await add('Rafael Santos')]
    await look()
    const last = await app.connection.db
      .selectFrom('complianceChecks')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await loadRegister(app, compliance, 'banned_persons', [ban, bannedPerson('#3', 'SANTOS, RAFAEL')])
    const checks = await app.connection.db
      .selectFrom('complianceChecks')
      .select('brokerId')
      .where('id', '>', last.id)
      .orderBy('id')
      .execute()
    expect(checks.map(({ brokerId }) => brokerId)).toEqual([second, first])
  })

  // Covers: surveillance-24
  it('that were not checked for eight days are named', async () => {
    fixed = new Date('2026-11-25T02:00:00Z')
    await add('Omar Haddad')
    await compliance.send('POST', '/api/surveillance/run-manual-check')
    await finishChecks(app)
    const warnings = async () =>
      (await compliance.get('/api/surveillance/stats'))
        .json()
        .warnings.filter((text: string) => text.includes('eight'))
    expect(await warnings()).toEqual([])
    fixed = new Date('2026-12-08T02:00:00Z')
    expect(await warnings()).toEqual(['No check of all brokers has finished in the last eight days.'])
    await loadRegister(app, compliance, 'banned_persons', [ban, bannedPerson('#3', 'HADDAD, OMAR')])
    expect(await warnings()).toEqual([])
  })

  // Covers: surveillance-24
  it('are checked at the next start where the weekly check was missed, with one task', async () => {
    fixed = new Date('2026-11-23T02:00:00Z')
    await add('Omar Haddad')
    await compliance.send('POST', '/api/surveillance/run-manual-check')
    await finishChecks(app)
    fixed = new Date('2026-11-28T02:00:00Z')
    await startWeeklyRun(app.ctx())
    await finishChecks(app)
    // the server was off from Sunday until Wednesday
    fixed = new Date('2026-12-02T02:00:00Z')
    const weekly = async () =>
      (
        await app.connection.db
          .selectFrom('runs')
          .select('id')
          .where('input', '@>', { reason: 'weekly' })
          .execute()
      ).length
    const before = await weekly()
    await makeUpWeeklyRun(app.ctx())
    await finishChecks(app)
    await makeUpWeeklyRun(app.ctx())
    expect(await weekly()).toBe(before + 1)
    expect((await compliance.get('/api/tasks?kind=check_missed')).json()).toMatchObject([
      {
        details:
          'The weekly check of all brokers that was due on 30 November 2026 did not run. It was started on 2 December 2026.',
      },
    ])
  })
})

describe('a check', () => {
  // Covers: surveillance-23
  it('that waits for another one of the broker asks the snapshot of then, so that no older one is stored last', async () => {
    const id = await add('Rafael Santos')
    await look()
    const other = new pg.Client({ connectionString: app.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select 1 from broker_compliance where broker_id = $1 for update', [id])
    const waiting = compliance.send('POST', `/api/surveillance/brokers/${id}/check`, {
      checkType: 'asic_banned',
    })
    await waitForLocks(app.connection.db)
    await sendRegister(
      compliance,
      'banned_persons',
      registerFile('banned_persons', [
        ban,
        bannedPerson('#2', 'OKAFOR, JARRAH'),
        bannedPerson('#3', 'SANTOS, RAFAEL'),
      ]),
    )
    await other.query('commit')
    await other.end()
    expect((await waiting).json()).toMatchObject({ result: 'flagged', riskScore: 95 })
  })
})

describe('a broker who changes their own record', () => {
  // Covers: surveillance-27
  it('stays flagged and uncalled until a person has decided, and is silent then', async () => {
    const broker = await brokerClient(app, { name: 'Isla Fraser' })
    const id = broker.brokerId
    await look()
    expect(await standing(id)).toMatchObject({ complianceStatus: 'flagged', riskScore: 95 })
    const profile = (await broker.get('/api/broker/profile')).json()
    const changed = await broker.send('PUT', '/api/broker/profile', {
      ...profile,
      name: 'Isobel Frazzer',
      region: 'WA',
    })
    expect(changed.statusCode, changed.body).toBe(200)
    await look()
    expect(await standing(id)).toMatchObject({
      name: 'Isobel Frazzer',
      complianceStatus: 'flagged',
      riskScore: 95,
      reasons: ['FRASER, ISLA: Credit Banned & Disqualified'],
    })
    expect((await compliance.get(`/api/brokers/${id}`)).json().hold).toMatchObject({
      reason: 'FRASER, ISLA: Credit Banned & Disqualified',
    })
    expect((await review(id, 'clear')).json()).toMatchObject({ complianceStatus: 'active', riskScore: 0 })
    await look()
    expect(await standing(id)).toMatchObject({ complianceStatus: 'active', reasons: [] })
  })

  // Covers: surveillance-27
  it('is cleared by a correction of staff, as by the register', async () => {
    const id = await add('Isla Fraser')
    await look()
    await admin.send('PATCH', `/api/brokers/${id}`, { name: 'Ilsa Faser-Tran' })
    await look()
    expect(await standing(id)).toMatchObject({ complianceStatus: 'active' })
  })
})
