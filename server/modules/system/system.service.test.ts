import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { audit } from '#server/modules/accounts/audit.ts'
import { sendNext } from '#server/modules/messages/outbox.ts'
import { queueMail } from '#server/modules/messages/queue-message.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import { startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { writeSigns } from './liveness/worker-signs.store.ts'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await createTestApp()
  admin = (await staffClient(app, 'admin')).cookie
  // as a separate worker process would
  await writeSigns(app.ctx(), randomUUID(), [{ name: 'dispatcher', silentMs: 0 }])
})
afterAll(() => app.close())

const get = (url: string, cookie = admin) => app.server.inject({ url, headers: { cookie } })
const post = (url: string, cookie = admin) => app.server.inject({ method: 'POST', url, headers: { cookie } })
const service = async (name: string) => {
  const { services } = (await get('/api/system')).json()
  return services.find((known: { name: string }) => known.name === name)
}

describe('the system', () => {
  // Covers: settings-6
  it('says version, environment, database and what there is', async () => {
    expect((await get('/api/system')).json()).toMatchObject({
      version: packageJson.version,
      environment: 'Development',
      database: 'PostgreSQL',
      service: 'Active',
      platform: { brokers: 0, campaigns: 0, calls: 0 },
    })
    await app.connection.db.insertInto('brokers').values({ name: 'One', phone: '+61491570156' }).execute()
    expect((await get('/api/system')).json().platform.brokers).toBe(1)
  })

  // Covers: settings-1
  it('tells which services work and which hold messages back', async () => {
    expect(await service('Calls')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('simulator'),
    })
    expect(await service('SMS')).toMatchObject({ status: 'held' })
    expect(await service('Email')).toMatchObject({
      status: 'held',
      help: 'Set SMTP_URL and MAIL_FROM.',
    })
  })

  // Covers: running-12
  it('says when the application may do more to its database than it should', async () => {
    expect(await service('Database')).toMatchObject({ status: 'ok' })
    const databaseExcess = 'The application may alter the database: its role owner owns the tables.'
    const owning = await createTestApp({ databaseUrl: app.databaseUrl, databaseExcess })
    try {
      const answer = await owning.server.inject({ url: '/api/system', headers: { cookie: admin } })
      const entry = { name: 'Database', status: 'attention', detail: databaseExcess }
      expect(answer.json().services).toContainEqual(entry)
    } finally {
      await owning.close()
    }
  })

  it('says when the log cannot be written, in the settings and in the metrics', async () => {
    expect(await service('Log')).toEqual({ name: 'Log', status: 'ok', detail: 'Writing normally.' })
    const since = new Date('2026-11-24T01:00:00Z')
    const silent = await createTestApp({
      databaseUrl: app.databaseUrl,
      logState: () => ({ failure: { reason: 'the disk is full', since }, lost: 12 }),
    })
    try {
      const answer = await silent.server.inject({ url: '/api/system', headers: { cookie: admin } })
      expect(answer.json().services).toContainEqual({
        name: 'Log',
        status: 'failed',
        detail: expect.stringMatching(
          /^Cannot be written since .*: the disk is full\. 12 lines are lost\. Everything else goes on\.$/,
        ),
      })
      const metrics = (await silent.server.inject('/metrics')).body
      expect(metrics).toContain('log_writable 0')
      expect(metrics).toContain('log_lines_lost_total 12')
    } finally {
      await silent.close()
    }
  })

  // Covers: messages-7
  it('says whether the mail server takes mail', async () => {
    const smtp = await startSmtpServer()
    const env = { SMTP_URL: smtp.url.replace('//', '//ada:hunter2@'), MAIL_FROM: 'no-reply@example.com' }
    const mailing = await createTestApp({ databaseUrl: app.databaseUrl, env })
    const state = async () => {
      const answer = await mailing.server.inject({ url: '/api/system', headers: { cookie: admin } })
      expect(answer.body).not.toContain('hunter2')
      return answer.json().services.find(({ name }: { name: string }) => name === 'Email')
    }
    const mail = { subject: 'A', html: 'A', text: 'A' }
    const queue = (occasion: string) =>
      queueMail(mailing.ctx(), {
        ...{ to: 'wei.li@example.com', mail, template: 'draft_saved', occasion, simulated: false },
      })
    try {
      expect(await state()).toMatchObject({
        status: 'ok',
        detail: expect.stringMatching(/^Sends through 127\.0\.0\.1:\d+ as no-reply@example\.com\.$/),
      })
      smtp.answer = (moment) => (moment === 'CONNECT' ? '421 4.3.2 Down' : undefined)
      await queue('system:1')
      await sendNext(mailing.ctx(), 'email')
      expect(await state()).toMatchObject({
        status: 'failed',
        detail: 'The mail server answered: 421 4.3.2 Down. 1 message waiting.',
      })
      smtp.answer = (moment) => (moment === 'RCPT' ? '550 5.1.1 No such user' : undefined)
      await queue('system:2')
      await sendNext(mailing.ctx(), 'email')
      // an unknown recipient is not a fault of the server
      expect(await state()).toMatchObject({ status: 'ok' })
    } finally {
      await mailing.close()
      await smtp.close()
    }
  })

  // Covers: settings-6
  it('says Production, and that no calls go out, where that is so', async () => {
    const env = { NODE_ENV: 'production', DEMO: 'off', TWO_FACTOR: 'offered', RATE_LIMITS: 'on' }
    const live = await createTestApp({ databaseUrl: app.databaseUrl, env })
    try {
      const response = await live.server.inject({ url: '/api/system', headers: { cookie: admin } })
      expect(response.json()).toMatchObject({ environment: 'Production' })
      expect(response.json().services[0]).toMatchObject({ name: 'Calls', status: 'not_configured' })
    } finally {
      await live.close()
    }
  })
})

describe('the audit log', () => {
  const list = async (query: string) => (await get(`/api/audit?${query}`)).json()

  beforeAll(async () => {
    const ctx = await app.staff('lender')
    for (let i = 0; i < 5; i++) {
      const row = {
        action: 'broker.changed',
        subjectType: 'broker',
        subjectId: 40 + i,
        after: { note: `<b>${i}</b>` },
      }
      await ctx.tx((tx) => audit(tx, row))
    }
    await ctx.tx((tx) => audit(tx, { action: 'campaign.created', subjectType: 'campaign', subjectId: 44 }))
  })

  it('keeps the names of documents from those who may not read them', async () => {
    const ctx = await app.staff('compliance')
    const row = {
      action: 'document.viewed',
      subjectType: 'document',
      subjectId: 9,
      after: { filename: 'passport.pdf' },
    }
    await ctx.tx((tx) => audit(tx, row))
    expect(await list('action=document.viewed')).toMatchObject([{ after: { filename: 'passport.pdf' } }])
    const viewer = await staffClient(app, 'viewer')
    const seen = await viewer.get('/api/audit?action=document.viewed')
    expect(seen.json()).toMatchObject([{ subject: 'document 9', before: null, after: null }])
  })

  it('shows who did what, newest first', async () => {
    const [newest, second] = await list('q=lender@staff.example')
    expect(newest).toMatchObject({
      action: 'campaign.created',
      subject: 'campaign 44',
      before: null,
      after: null,
    })
    expect(second).toMatchObject({
      actor: 'lender@staff.example',
      action: 'broker.changed',
      subject: 'broker 44',
      after: { note: '<b>4</b>' },
      ip: '127.0.0.1',
    })
  })

  // Covers: settings-7
  it('names who acted and the record that an entry concerns, and finds it by its present name', async () => {
    const staff = await staffClient(app, 'admin')
    const broker = { name: 'Odette Farrow', phone: '0491 570 111', email: 'odette@farrow.example' }
    const { id } = (await staff.send('POST', '/api/brokers', broker)).json()
    const ctx = await app.staff('lender')
    if (ctx.actor.kind !== 'staff') throw new Error('not a member of staff')
    const row = { action: 'compliance.clear', subjectType: 'broker', subjectId: id }
    await ctx.tx((tx) => audit(tx, row))
    await ctx.tx((tx) => audit(tx.as({ kind: 'system', name: 'scoring.calculate' }), row))
    const [automatic, cleared] = await list('q=odette%20farrow&action=compliance.clear')
    expect(automatic).toMatchObject({ actor: 'scoring.calculate', actorName: null })
    expect(cleared).toMatchObject({
      ...{ actor: ctx.actor.email, actorName: ctx.actor.name, subject: `broker ${id}` },
      record: { type: 'broker', id, name: 'Odette Farrow' },
    })
    expect(await list('q=broker%2044')).toMatchObject([{ record: null }])
  })

  it('names the user that an entry concerns, and finds the sentence', async () => {
    const ctx = await app.staff('lender')
    if (ctx.actor.kind !== 'staff') throw new Error('not a member of staff')
    const row = { action: 'two_factor.on', subjectType: 'user', subjectId: ctx.actor.userId }
    await ctx.tx((tx) => audit(tx, row))
    const sentence = encodeURIComponent(`two-factor turned on, ${ctx.actor.name}`)
    expect(await list(`q=${sentence}`)).toMatchObject([{ subject: ctx.actor.name }])
    await ctx.tx((tx) =>
      audit(tx, { action: 'sign_in.failed', subjectType: 'user', after: { email: 'no@staff.example' } }),
    )
    expect(await list('q=failed,%20no@staff')).toMatchObject([{ subject: 'no@staff.example' }])
  })

  it('finds people by name, also those whose record is gone', async () => {
    const ctx = await app.staff('lender')
    if (ctx.actor.kind !== 'staff') throw new Error('not a member of staff')
    const { userId } = ctx.actor
    // an action without a sentence, as a later version may add
    await ctx.tx((tx) => audit(tx, { action: 'user.waved_at', subjectType: 'user', subjectId: userId }))
    await ctx.tx((tx) =>
      audit(tx, {
        action: 'broker.deleted',
        subjectType: 'broker',
        subjectId: 71,
        before: { name: 'Petra Quill' },
      }),
    )
    expect(await list('q=petra%20quill')).toMatchObject([{ subject: 'broker 71' }])
    expect(await list('q=TEST%20lender&action=user.waved_at')).toHaveLength(1)
  })

  // Covers: settings-7
  it('is searched by person, action and subject, filtered by action, and paged without gaps', async () => {
    expect(await list('q=BROKER%2044')).toHaveLength(1)
    expect(await list('action=campaign.created')).toHaveLength(1)
    expect(await list('q=%25')).toEqual([])
    expect(await list('q=created%20campaign%2044')).toHaveLength(1)
    const subjects: string[] = []
    let url = '/api/audit?action=broker.changed&limit=2'
    for (;;) {
      const response = await get(url)
      expect(response.headers['x-total-count']).toBe('5')
      subjects.push(...response.json().map(({ subject }: { subject: string }) => subject))
      const next = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1]
      if (!next) break
      url = next
    }
    expect(subjects).toEqual([44, 43, 42, 41, 40].map((id) => `broker ${id}`))
  })

  // Covers: settings-7
  it('is filtered by person, kind and days in Sydney, together too', async () => {
    const ctx = await app.staff('admin')
    if (ctx.actor.kind !== 'staff') throw new Error('not a member of staff')
    const { userId } = ctx.actor
    await ctx.tx((tx) => audit(tx, { action: 'retention.changed', subjectType: 'retention' }))
    const actionsOf = async (query: string): Promise<string[]> =>
      (await list(query)).map(({ action }: { action: string }) => action)
    expect(await actionsOf(`person=${userId}&kind=settings`)).toContain('retention.changed')
    expect(await actionsOf(`person=${userId}&kind=brokers`)).toEqual([])
    expect(new Set(await actionsOf('kind=brokers'))).toEqual(
      new Set(['broker.changed', 'broker.created', 'broker.deleted']),
    )
    expect(await list('person=2000000000')).toEqual([])
    const people = (await get('/api/audit/people')).json()
    expect(people).toContainEqual({ id: userId, name: ctx.actor.name })

    // two rows around midnight in Sydney, the first of them written after the second
    await sql`insert into audit_log (at, actor, action, subject_type) values
      ('2026-10-04T12:59:59Z', 'Clock', 'task.closed', 'task'),
      ('2026-10-03T13:59:59Z', 'Clock', 'task.assigned', 'task')`.execute(app.connection.db)
    const clock = (days: string) => actionsOf(`q=clock&${days}`)
    expect(await clock('from=2026-10-04&to=2026-10-04')).toEqual(['task.closed'])
    expect(await clock('to=2026-10-03')).toEqual(['task.assigned'])
    expect(await clock('from=2026-10-05')).toEqual([])
    const page = await get('/api/audit?q=clock&from=2026-10-01&to=2026-10-04&limit=1')
    expect(page.json()).toMatchObject([{ action: 'task.closed' }])
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await get(next)).json()).toMatchObject([{ action: 'task.assigned' }])
    // of the same list without days
    expect((await get(next.replace('from=2026-10-01&to=2026-10-04&', ''))).statusCode).toBe(400)
    const backwards = await get('/api/audit?from=2026-10-05&to=2026-10-04')
    expect(backwards.statusCode).toBe(400)
    expect(backwards.json().fields).toEqual({ to: 'The last day cannot be before the first' })
  })

  it.each([
    'person=0',
    'person=x',
    'kind=everything',
    'from=2026-13-01',
    'to=soon',
    'cursor=x',
    'cursor=WyJhIl0',
    `action=${'a'.repeat(101)}`,
    `q=${'a'.repeat(201)}`,
    'q=%00',
    'limit=-1',
  ])('refuses %s with a message', async (query) => {
    expect((await get(`/api/audit?${query}`)).statusCode).toBe(400)
  })
})

describe('failed jobs', () => {
  const job = defineJob('work_that_fails', z.object({ id: z.number() }))
  let id: number

  beforeAll(async () => {
    await app.ctx().enqueue(job, { id: 1 })
    const { rows } = await sql<{ id: number }>`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'it broke'
      returning id`.execute(app.connection.db)
    id = rows[0]?.id ?? 0
  })

  it('are listed with their last error', async () => {
    expect((await get('/api/jobs/failed')).json()).toMatchObject([
      { id, task: 'work_that_fails', attempts: 10, maxAttempts: 10, lastError: 'it broke' },
    ])
    expect(await service('Background jobs')).toMatchObject({
      status: 'failed',
      detail: '1 failed; see System.',
    })
  })

  it('come page by page', async () => {
    await sql`select graphile_worker.add_job('work_that_fails', '{"id":2}', job_key => 'second')`.execute(
      app.connection.db,
    )
    await sql`update graphile_worker._private_jobs set last_error = 'again' where last_error is null`.execute(
      app.connection.db,
    )
    const first = await get('/api/jobs/failed?limit=1')
    expect(first.json()).toMatchObject([{ lastError: 'again' }])
    expect(first.headers['x-total-count']).toBe('2')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await get(next)).json()).toMatchObject([{ id, lastError: 'it broke' }])
    await sql`select graphile_worker.remove_job('second')`.execute(app.connection.db)
    expect((await get('/api/jobs/failed?cursor=x')).statusCode).toBe(400)
  })

  // Covers: settings-7
  it('are retried by admins only, with a trace in the log', async () => {
    for (const role of ['lender', 'compliance', 'viewer'] as const) {
      expect((await post(`/api/jobs/${id}/retry`, (await staffClient(app, role)).cookie)).statusCode).toBe(
        403,
      )
    }
    expect((await post(`/api/jobs/${id}/retry`)).json()).toEqual({ retried: true })
    const { rows } = await sql<{ attempts: number }>`
      select attempts from graphile_worker.jobs where id = ${id}`.execute(app.connection.db)
    expect(rows).toEqual([{ attempts: 0 }])
    expect((await get('/api/audit?action=job.retried')).json()).toMatchObject([{ subject: `job ${id}` }])
  })

  it('are left alone while they run, and unknown ones are not found', async () => {
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'me' where id = ${id}`.execute(
      app.connection.db,
    )
    for (const wrong of [id, 2_000_000_000])
      expect((await post(`/api/jobs/${wrong}/retry`)).statusCode).toBe(404)
    for (const wrong of ['0', '-1', 'x', '1.5', '99999999999']) {
      expect((await post(`/api/jobs/${wrong}/retry`)).statusCode).toBe(400)
    }
  })

  // Covers: settings-7
  it('are retried together, except running ones, with one entry in the log', async () => {
    const viewer = await staffClient(app, 'viewer')
    expect((await post('/api/jobs/retry', viewer.cookie)).statusCode).toBe(403)
    expect((await post('/api/jobs/retry')).json()).toEqual({ retried: 0 })
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = max_attempts,
      last_error = 'it broke'`.execute(app.connection.db)
    await app.ctx().enqueue(job, { id: 3 })
    await sql`update graphile_worker._private_jobs set last_error = 'once' where last_error is null`.execute(
      app.connection.db,
    )
    expect((await post('/api/jobs/retry')).json()).toEqual({ retried: 2 })
    const { rows } = await sql<{ attempts: number }>`
      select attempts from graphile_worker.jobs where task_identifier = 'work_that_fails'`.execute(
      app.connection.db,
    )
    expect(rows).toEqual([{ attempts: 0 }, { attempts: 0 }])
    expect((await get('/api/audit?action=job.all_retried')).json()).toMatchObject([{ after: { jobs: 2 } }])
  })
})
