import { parseCronItems } from 'graphile-worker'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { analyticsBreakdown, analyticsHours, analyticsSummary } from '#contract/dashboard/analytics.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sendNext } from '#server/modules/messages/outbox.ts'
import { openTask } from '#server/modules/tasks/store.ts'
import { startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { staffClient } from '#test/worlds/client.ts'
import { addReader, addSubscriber } from '#test/worlds/report-readers.ts'
import { jobs } from '../jobs.ts'
import { changeSubscription } from './report-subscriptions.ts'
import { sendWeeklyReports } from './weekly-report.job.ts'
import { viewWeeklyReport } from './weekly-report.views.ts'

const EARLIER = new Date('2026-01-05T00:00:00Z')
/** Monday 23 November, seven in the morning in Sydney. */
const MONDAY = new Date('2026-11-23T07:00:00+11:00')
const WEEK = { from: '2026-11-16', to: '2026-11-22' }
const WEEK_MS = 7 * 86_400_000

let app: TestApp
let now = EARLIER
let spring = 0

beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  const { db } = app.connection
  const fields = { product: 'Flex', callScript: 'Hello', createdAt: EARLIER }
  const campaign = await db
    .insertInto('campaigns')
    .values({ ...fields, name: 'Spring' })
    .returning('id')
    .executeTakeFirstOrThrow()
  spring = campaign.id
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = EARLIER
  const { db } = app.connection
  for (const table of ['messages', 'weeklyReportSubscriptions', 'calls', 'tasks'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('users').where('email', 'like', '%.reader@staff.example').execute()
})

async function addCalls(at: string, count: number, over: object = {}): Promise<void> {
  const when = new Date(at)
  const answered = {
    status: 'completed',
    outcome: 'human',
    duration: 90,
    cost: '0.1200',
    costCurrency: 'AUD',
  }
  const call = { campaignId: spring, toNumber: '+61255501234', provider: 'simulator', simulated: true }
  await app.connection.db
    .insertInto('calls')
    .values(
      Array.from({ length: count }, () => ({
        ...call,
        ...answered,
        createdAt: when,
        finishedAt: when,
        ...over,
      })),
    )
    .execute()
}

const mails = () =>
  app.connection.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'body', 'html', 'status', 'notAfter', 'unsubscribeUrl', 'occasion'])
    .where('template', '=', 'weekly_report')
    .orderBy('id')
    .execute()
const recipients = async () => (await mails()).map(({ recipient }) => recipient)
async function sendAt(at: Date | string, from = app): Promise<void> {
  now = new Date(at)
  await sendWeeklyReports(from.ctx())
}

describe('who gets the report', () => {
  // Covers: analytics-figures-12
  it('is staff who asked for it, whatever their role, in time', async () => {
    for (const role of ['admin', 'lender', 'compliance', 'viewer'] as const)
      await addSubscriber(app, `${role} reader`, role)
    await addReader(app, 'Silent Reader')
    now = MONDAY
    await addSubscriber(app, 'Late Reader')
    await sendAt(MONDAY)
    expect(await recipients()).toEqual(
      ['admin', 'lender', 'compliance', 'viewer'].map((role) => `${role}.reader@staff.example`),
    )
    await sendAt(new Date(MONDAY.getTime() + WEEK_MS))
    expect((await recipients()).slice(4)).toContain('late.reader@staff.example')
  })

  // Covers: analytics-figures-12
  it.each([
    ['are disabled', { disabledAt: EARLIER }],
    ['are no staff any more', { role: null }],
    [
      'have not accepted their invitation',
      { invitedAt: EARLIER, invitationHash: 'hash', invitationExpiresAt: MONDAY },
    ],
    ['have an address that nobody has confirmed', { emailVerified: false }],
  ])('is nobody of those who %s', async (_what, values) => {
    const { id } = await addSubscriber(app, 'Former Reader')
    await addSubscriber(app, 'Other Reader')
    await app.connection.db.updateTable('users').set(values).where('id', '=', id).execute()
    await sendAt(MONDAY)
    expect(await recipients()).toEqual(['other.reader@staff.example'])
  })

  // Covers: analytics-figures-12
  it('is nobody who was deleted, and nobody who must set up two-factor before they may read anything', async () => {
    const deleted = await addSubscriber(app, 'Deleted Reader')
    await app.connection.db.deleteFrom('users').where('id', '=', deleted.id).execute()
    const strict = await createTestApp({
      databaseUrl: app.databaseUrl,
      now: () => now,
      env: { TWO_FACTOR: 'required' },
    })
    try {
      const { id } = await addSubscriber(app, 'Plain Reader')
      await sendAt(MONDAY, strict)
      expect(await recipients()).toEqual([])
      await app.connection.db
        .updateTable('users')
        .set({ twoFactorEnabled: true })
        .where('id', '=', id)
        .execute()
      await sendAt(MONDAY, strict)
      expect(await recipients()).toEqual(['plain.reader@staff.example'])
    } finally {
      await strict.close()
    }
  })
})

describe('when the report goes', () => {
  // Covers: analytics-figures-12
  it('is once a week, however many processes look and however often', async () => {
    for (const name of ['One', 'Two', 'Three']) await addSubscriber(app, `${name} Reader`)
    const other = await createTestApp({ databaseUrl: app.databaseUrl, now: () => now })
    try {
      now = MONDAY
      const both = [app, other, app, other]
      await Promise.all(both.map((each) => sendWeeklyReports(each.ctx())))
      await sendAt('2026-11-23T18:00:00+11:00', other)
      expect((await recipients()).toSorted()).toEqual(
        ['one', 'three', 'two'].map((name) => `${name}.reader@staff.example`),
      )
      await sendAt(new Date(MONDAY.getTime() + WEEK_MS))
      expect(await mails()).toHaveLength(6)
    } finally {
      await other.close()
    }
  })

  // Covers: analytics-figures-12
  it('is Monday at seven, later on that day where nobody was running, and never after it', async () => {
    await addSubscriber(app, 'One Reader')
    for (const at of ['2026-11-23T06:59:59+11:00', '2026-11-24T00:00:00+11:00', '2026-11-22T12:00:00+11:00'])
      await sendAt(at)
    expect(await mails()).toEqual([])
    await sendAt('2026-11-23T23:59:00+11:00')
    expect(await mails()).toMatchObject([{ status: 'held', notAfter: new Date('2026-11-24T00:00:00+11:00') }])
  })

  // Covers: analytics-figures-12
  it.each([
    ['begins', '2026-10-05T07:00:00+11:00', '2026-09-27T23:30:00+10:00', '2026-10-04T23:30:00+11:00'],
    ['ends', '2026-04-06T07:00:00+10:00', '2026-03-29T23:30:00+11:00', '2026-04-05T23:30:00+10:00'],
  ])('is seven by the clock on the wall when summer time %s, of a week that is an hour shorter or longer', async (_what, monday, before, within) => {
    await addSubscriber(app, 'One Reader')
    await addCalls(before, 3)
    await addCalls(within, 5)
    await sendAt(new Date(Date.parse(monday) - 1))
    expect(await mails()).toEqual([])
    await sendAt(monday)
    const [mail] = await mails()
    expect(mail?.body).toContain('Calls: 5 (the week before: 3)')
  })

  it('is looked for by a job in every minute of a Monday in Sydney, in summer and in winter', () => {
    const job = jobs.find(({ name }) => name === 'analytics.weekly-report')
    const [item] = parseCronItems([{ task: 'report', match: job?.cron ?? '' }])
    for (const midnight of ['2026-11-23T00:00:00+11:00', '2026-07-06T00:00:00+10:00']) {
      for (let minute = 0; minute < 24 * 60; minute += 7) {
        const at = new Date(Date.parse(midnight) + minute * 60_000)
        const digest = {
          ...{ min: at.getUTCMinutes(), hour: at.getUTCHours(), date: at.getUTCDate() },
          ...{ month: at.getUTCMonth() + 1, dow: at.getUTCDay() },
        }
        expect(item?.match(digest), at.toISOString()).toBe(true)
      }
    }
  })
})

describe('what the report says', () => {
  // Covers: analytics-figures-13
  it('is what Analytics says of the same days', async () => {
    await addCalls('2026-11-17T23:10:00Z', 40, { response: 'option_1' })
    await addCalls('2026-11-17T23:20:00Z', 30, { outcome: 'no_answer', cost: null, costCurrency: null })
    await addCalls('2026-11-10T00:00:00Z', 12)
    const { db } = app.connection
    const version = { campaignId: spring, number: 2, product: 'Flex', rateType: 'p.a.', callScript: 'Hi' }
    await db
      .insertInto('campaignVersions')
      .values({ ...version, aiPersonality: 'friendly', createdAt: new Date('2026-11-18T00:00:00Z') })
      .onConflict((on) => on.doNothing())
      .execute()
    now = new Date(MONDAY.getTime() - 48 * 3_600_000)
    const task = { kind: 'call_back', details: 'Asked for a person', subject: null, brokerId: null } as const
    await app.ctx().tx(async (tx) => {
      for (const key of ['1', '2']) await openTask(tx, { ...task, key })
    })
    now = MONDAY
    const viewer = await staffClient(app, 'viewer')
    const query = new URLSearchParams(WEEK)
    const asked = async <Answer>(path: string): Promise<Answer> =>
      (await viewer.get(`/api/analytics${path}?${query}`)).json<Answer>()
    const summary = await asked<ReturnsOf<typeof analyticsSummary>>('')
    const { rows } = await asked<ReturnsOf<typeof analyticsBreakdown>>('/breakdown')
    const hours = await asked<ReturnsOf<typeof analyticsHours>>('/hours')
    const report = await viewWeeklyReport(app.ctx(), WEEK)
    expect(summary.current).toMatchObject(report.current)
    expect(summary.previous).toMatchObject(report.previous)
    expect(report.current).toMatchObject({ calls: 70, reached: 40, responseRate: 57.1 })
    expect(report.previous.calls).toBe(12)
    expect(rows).toMatchObject(report.campaigns)
    expect(hours).toMatchObject(report.hours)
    expect(report).toMatchObject({
      week: 'Mon 16 to Sun 22 Nov 2026',
      tasks: [{ what: 'Call back', open: 2, overdue: 2 }],
      url: 'http://localhost:3000/analytics?period=own&from=2026-11-16&to=2026-11-22',
    })
    expect(report.changes).toContainEqual({
      day: 'Wed 18 Nov',
      text: 'Script or offer changed: Spring, version 2',
    })
    now = EARLIER
    await addSubscriber(app, 'One Reader')
    await sendAt(MONDAY)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Mon 16 to Sun 22 Nov 2026: 70 calls, 0 meetings')
    for (const said of [
      'Calls: 70 (the week before: 12)',
      'Response rate: 57.1%',
      'Cost of calls: $4.80 (the week before: $1.44)',
      'Spring: 70 calls, 57.1% responded',
      'Wed 18 Nov: Script or offer changed: Spring, version 2',
      '2 open tasks, 2 overdue.',
      report.url,
    ])
      expect(mail?.body).toContain(said)
    expect(mail?.html).toContain(report.url.replaceAll('&', '&amp;'))
  })

  it('is one sentence where nobody was called', async () => {
    await addSubscriber(app, 'One Reader')
    await sendAt(MONDAY)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Mon 16 to Sun 22 Nov 2026: no calls')
    expect(mail?.body).toContain('No calls were made from Mon 16 to Sun 22 Nov 2026.')
    expect(mail?.body).not.toContain('Calls: 0')
  })

  // Covers: analytics-figures-14
  it('reaches the mail server with the two headers by which mail programs stop it', async () => {
    const smtp = await startSmtpServer()
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', PUBLIC_URL: 'https://lumen.example' }
    const mailing = await createTestApp({ databaseUrl: app.databaseUrl, now: () => now, env })
    try {
      await addSubscriber(app, 'One Reader')
      await sendAt(MONDAY, mailing)
      expect(await sendNext(mailing.ctx(), 'email')).toBe(true)
      const [mail] = await mails()
      expect(mail?.status).toBe('sent')
      expect(mail?.unsubscribeUrl).toMatch(/^https:\/\/lumen\.example\/reports\/unsubscribe\/\S+$/)
      const raw = smtp.mails[0]?.raw.replaceAll(/\r\n[ \t]+/g, ' ') ?? ''
      expect(raw).toContain(`List-Unsubscribe: <${mail?.unsubscribeUrl}>\r\n`)
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
    } finally {
      await mailing.close()
      await smtp.close()
    }
  })
})

describe('a report that has not gone yet', () => {
  // Covers: analytics-figures-14
  it('is taken back when its reader stops it, and they get the next one once they want it again', async () => {
    const { ctx } = await addSubscriber(app, 'One Reader')
    await sendAt(MONDAY)
    await changeSubscription(ctx, { weekly: false })
    expect(await mails()).toMatchObject([{ status: 'cancelled' }])
    await changeSubscription(ctx, { weekly: true })
    await sendAt('2026-11-23T18:00:00+11:00')
    expect(await mails()).toHaveLength(1)
    await sendAt(new Date(MONDAY.getTime() + WEEK_MS))
    expect(await mails()).toMatchObject([{ status: 'cancelled' }, { status: 'held' }])
  })
})
