import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendNext } from '#server/modules/messages/outbox.ts'
import { queueMail } from '#server/modules/messages/queue-message.ts'
import { type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { addBroker, addCampaign } from '#test/worlds/microsites-world.ts'
import { viewLiveness } from './liveness.views.ts'
import { alertAdmins } from './standstill-watch.ts'
import { removeSigns, writeSigns } from './worker-signs.store.ts'

const PROCESS = '6d0d3f5e-6d55-4a3e-9a57-0c8d4c1b7a11'
const OTHER = '6d0d3f5e-6d55-4a3e-9a57-0c8d4c1b7a12'
const dispatcher = { name: 'dispatcher', silentMs: 0 }

let smtp: SmtpServer
let app: TestApp

beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' } })
})
afterAll(async () => {
  await app?.close()
  await smtp.close()
})
beforeEach(async () => {
  for (const table of ['workerSigns', 'standstillAlerts', 'enrolments', 'messages'] as const)
    await app.connection.db.deleteFrom(table).execute()
  await sql`delete from graphile_worker._private_jobs`.execute(app.connection.db)
})

const what = async (): Promise<string[]> =>
  (await viewLiveness(app.ctx())).standstills.map((standstill) => standstill.what)

/** A dial of a running campaign, due and not placed for so many real seconds. */
async function dueDial(seconds: number): Promise<void> {
  const { db } = app.connection
  const provider = app.providers.voice.active
  if (!provider) throw new Error('the tests have a simulator')
  const { now, speed } = await provider.clock()
  const dueAt = new Date(now.getTime() - seconds * speed * 1000)
  const campaignId = await addCampaign(app, { status: 'active' })
  await db
    .insertInto('campaignDialling')
    .values({ campaignId, running: true })
    .onConflict((conflict) => conflict.column('campaignId').doUpdateSet({ running: true }))
    .execute()
  await sql`insert into enrolments (campaign_id, broker_id, simulated, state, due_at, created_at, updated_at)
    values (${campaignId}, ${await addBroker(app)}, true, 'waiting', ${dueAt},
      clock_timestamp() - make_interval(secs => ${seconds}), clock_timestamp() - make_interval(secs => ${seconds}))`.execute(
    db,
  )
}

const queued = (subject: string): Promise<number | null> =>
  queueMail(app.ctx(), {
    ...{ to: 'petra@example.com', mail: { subject, text: subject, html: subject } },
    ...{ template: 'draft_saved', occasion: subject, simulated: false },
  })

describe('the signs of life', () => {
  it('say when each worker was last in order, in whatever process', async () => {
    await writeSigns(app.ctx(), PROCESS, [dispatcher, { name: 'outbox', silentMs: 90_000 }])
    await writeSigns(app.ctx(), OTHER, [{ name: 'dispatcher', silentMs: 50_000 }])
    const { workers, standstills } = await viewLiveness(app.ctx())
    expect(workers).toEqual([
      { worker: 'dispatcher', silentSeconds: 0 },
      { worker: 'outbox', silentSeconds: expect.toSatisfy((seconds) => seconds >= 90 && seconds < 100) },
    ])
    expect(standstills).toMatchObject([{ what: 'workers', text: expect.stringContaining('"outbox"') }])
    await removeSigns(app.ctx(), PROCESS)
    expect((await viewLiveness(app.ctx())).workers).toMatchObject([{ worker: 'dispatcher' }])
  })

  it('are written by a process that works, and go when it ends in order', async () => {
    const working = await createTestApp({ databaseUrl: app.databaseUrl })
    await working.startWorkers()
    const names = async () => (await viewLiveness(app.ctx())).workers.map(({ worker }) => worker)
    await until('signs of life', async () => (await names()).length > 3)
    expect(await names()).toEqual(
      expect.arrayContaining(['background jobs', 'dispatcher', 'outbox', 'simulator']),
    )
    expect(await what()).toEqual([])
    await working.close()
    expect(await what()).toEqual(['workers'])
  })
})

describe('what stands still', () => {
  beforeEach(() => writeSigns(app.ctx(), PROCESS, [dispatcher]))

  // Covers: running-21
  it('is a dial that nobody places, but not while calls are under way or the campaign is paused', async () => {
    await dueDial(25)
    expect(await what()).toEqual([])
    await dueDial(40)
    expect(await what()).toEqual(['calls'])
    const { db } = app.connection
    await db.updateTable('campaigns').set({ status: 'paused' }).execute()
    expect(await what()).toEqual([])
    await db.updateTable('campaigns').set({ status: 'active' }).execute()
    expect(await what()).toEqual(['calls'])
    await sql`insert into calls (campaign_id, broker_id, to_number, provider, simulated, status, finished_at)
      select campaign_id, broker_id, '+61491570156', 'simulator', true, 'answered', null from enrolments limit 1`.execute(
      db,
    )
    expect(await what()).toEqual([])
    await sql`update calls set status = 'completed', outcome = 'human', finished_at = created_at, created_at = created_at - interval '1 hour'`.execute(
      db,
    )
    expect(await what()).toEqual(['calls'])
  })

  // Covers: running-21
  it('is a message that nobody sends', async () => {
    await queued('A draft')
    expect(await what()).toEqual([])
    await app.connection.db
      .updateTable('messages')
      .set({ nextAttemptAt: new Date(Date.now() - 60_000) })
      .execute()
    expect(await what()).toEqual(['messages'])
    await sendNext(app.ctx(), 'email')
    expect(await what()).toEqual([])
  })

  // Covers: running-21
  it('is a job that nobody starts', async () => {
    await sql`select graphile_worker.add_job('forget_idempotency_keys', run_at => now() - interval '1 minute')`.execute(
      app.connection.db,
    )
    expect(await what()).toEqual(['jobs'])
    await sql`update graphile_worker._private_jobs set locked_at = now()`.execute(app.connection.db)
    expect(await what()).toEqual([])
  })
})

describe('the admins', () => {
  const alerts = () => smtp.mails.filter(({ raw }) => raw.includes('Subject: Brokerline stands still'))
  beforeEach(() => void smtp.mails.splice(0))

  // Covers: running-21
  it('get one mail for a standstill of five minutes while calls are due, though nobody empties the outbox', async () => {
    await app.staff('admin')
    await app.staff('viewer')
    for (let waiting = 0; waiting < 3; waiting++) await queued(`Waits ${waiting}`)
    await dueDial(310)
    // a queue that has only now become due is checked once more before the alert
    const first = await alertAdmins(app.ctx(), new Set())
    expect(alerts()).toEqual([])
    expect([...first].sort()).toEqual(['calls', 'workers'])
    const second = await alertAdmins(app.ctx(), first)
    expect(alerts().map(({ to }) => to)).toEqual([['admin@staff.example']])
    await alertAdmins(app.ctx(), second)
    expect(alerts()).toHaveLength(1)
    expect(smtp.mails).toHaveLength(1)
    // a queue that recovers and stalls again causes a second alert
    await app.connection.db.deleteFrom('enrolments').execute()
    await writeSigns(app.ctx(), PROCESS, [dispatcher])
    expect(await alertAdmins(app.ctx(), second)).toEqual(new Set())
    await dueDial(310)
    await alertAdmins(app.ctx(), new Set(['calls']))
    expect(alerts()).toHaveLength(2)
  })

  it('get none while no call is due', async () => {
    await queued('A draft')
    await app.connection.db
      .updateTable('messages')
      .set({ nextAttemptAt: new Date(Date.now() - 600_000) })
      .execute()
    await alertAdmins(app.ctx(), new Set(['messages', 'workers']))
    expect(alerts()).toEqual([])
  })
})

describe('a standstill', () => {
  // Covers: running-21
  it('is told in readiness, metrics, settings and to every screen', async () => {
    await dueDial(45)
    const own = await createTestApp({ databaseUrl: app.databaseUrl })
    try {
      const ready = await own.server.inject('/readyz')
      expect(ready.statusCode).toBe(200)
      expect(ready.json()).toMatchObject({
        status: 'degraded',
        standing: [/^No worker/, /^Calls are due/].map((text) => expect.stringMatching(text)),
      })
      const metrics = (await own.server.inject('/metrics')).body
      expect(metrics).toMatch(/^queue_oldest_seconds\{queue="calls"\} 4\d$/m)
      expect(metrics).toContain('standstills 2')
      const { cookie } = await staffClient(own, 'viewer')
      const told = (await own.server.inject({ url: '/api/system/liveness', headers: { cookie } })).json()
      expect(told.standstills).toHaveLength(2)
      const system = (await own.server.inject({ url: '/api/system', headers: { cookie } })).json()
      expect(system.service).toBe('Inactive')
      expect(system.services).toContainEqual({
        name: 'Workers',
        status: 'failed',
        detail: expect.stringMatching(/^No worker .* Calls are due/),
      })
    } finally {
      await own.close()
    }
  })
})
