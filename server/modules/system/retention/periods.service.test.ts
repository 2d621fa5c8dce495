import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RetentionPreview, RetentionRun } from '#contract/system/retention.ts'
import { retentionKinds, retentionTerms } from '#contract/system/retention-terms.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { agedData } from '#test/worlds/aged-data.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { removeExpired } from './remove-expired.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-11-24T16:20:00Z')
const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS)

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

const days = (count: number) => ({ count, unit: 'days' })
const change = (body: object, client = admin) => client.send('PATCH', '/api/retention', body)
const preview = async (periods: object = {}): Promise<Record<string, RetentionPreview>> => {
  const answer = await admin.send('POST', '/api/retention/preview', { periods })
  expect(answer.statusCode).toBe(200)
  return Object.fromEntries(answer.json<RetentionPreview[]>().map((each) => [each.kind, each]))
}

describe('how long data is kept', () => {
  // Covers: settings-10
  it('has a period for every kind, each no shorter than its least', async () => {
    const usual = Object.fromEntries(retentionKinds.map((kind) => [kind, retentionTerms[kind].usual]))
    expect((await admin.get('/api/retention')).json()).toEqual(usual)
    // the usual ones are within their bounds
    expect((await change({ periods: usual })).json()).toEqual(usual)
  })

  // Covers: settings-10
  it.each([
    [
      'recordings',
      days(29),
      'Call recordings are kept for at least 30 days: a complaint about a call can only be judged by hearing it.',
    ],
    [
      'audit',
      { count: 11, unit: 'months' },
      'Names in the audit log are kept for at least 1 year: they show who decided what.',
    ],
    ['visits', { count: 1, unit: 'months' }, null],
    ['calls', { count: 26, unit: 'years' }, 'Enter at most 25 years'],
    ['jobs', days(0), 'Enter a whole number, 1 or more'],
    ['jobs', days(7.5), 'Enter a whole number, 1 or more'],
  ])('%s: %j is answered with %s', async (kind, period, message) => {
    const answer = await change({ periods: { [kind]: period }, confirmed: true })
    expect(answer.statusCode).toBe(message === null ? 200 : 400)
    if (message !== null) expect(answer.json().fields).toEqual({ [`periods.${kind}.count`]: message })
  })

  // Covers: settings-10
  it('is for admins to change, and for all staff to read', async () => {
    const compliance = await staffClient(app, 'compliance')
    expect((await change({ periods: { visits: days(900) } }, compliance)).statusCode).toBe(403)
    expect((await compliance.get('/api/retention')).statusCode).toBe(200)
  })

  // Covers: settings-11
  it('shortens only when that was confirmed, says what would go first, and removes nothing before the night', async () => {
    const make = agedData(app.ctx())
    const visits = [await make.visits(ago(40)), await make.visits(ago(35))]
    expect((await preview()).visits).toMatchObject({ count: 2 })
    await change({ periods: { visits: { count: 2, unit: 'years' } } })
    expect((await preview()).visits).toEqual({ kind: 'visits', count: 0, oldest: null, examples: [] })
    expect((await preview({ visits: days(36) })).visits).toEqual({
      kind: 'visits',
      count: 1,
      oldest: ago(40).toISOString(),
      examples: [ago(40).toISOString()],
    })
    const refused = await change({ periods: { visits: days(36), jobs: days(100) } })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'A shorter period removes data. Look at how much, and confirm it.',
    ])
    expect((await admin.get('/api/retention')).json()).toMatchObject({ jobs: days(90) })
    expect((await change({ periods: { visits: days(36) }, confirmed: true })).statusCode).toBe(200)
    expect(await Promise.all(visits.map((visit) => visit.isThere()))).toEqual([true, true])
    expect((await change({ periods: { jobs: days(100) } })).statusCode).toBe(200)

    await removeExpired(app.ctx())
    expect(await Promise.all(visits.map((visit) => visit.isThere()))).toEqual([false, true])
    const [run] = (await admin.get('/api/retention/runs')).json<RetentionRun[]>()
    expect(run).toMatchObject({ day: '2026-11-25', status: 'done', removed: [{ kind: 'visits', count: 1 }] })
  })

  // Covers: settings-11
  it('names a few by their dates, and of many only how many and the oldest', async () => {
    const make = agedData(app.ctx())
    for (let day = 50; day < 56; day++) await make.importPreviews(ago(day))
    expect((await preview({ importPreviews: days(51) })).importPreviews?.examples).toEqual(
      [55, 54, 53, 52].map((day) => ago(day).toISOString()),
    )
    expect((await preview()).importPreviews).toEqual({
      kind: 'importPreviews',
      count: 6,
      oldest: ago(55).toISOString(),
      examples: [],
    })
  })

  // Covers: settings-13
  it('leaves a row in the audit log for each change, with what was before', async () => {
    await change({ periods: { drafts: days(45), visits: days(36) } })
    const [row] = (await admin.get('/api/audit?action=retention.changed&limit=1')).json()
    expect(row).toMatchObject({ before: { drafts: days(30) }, after: { drafts: days(45) } })
    expect(row.after).not.toHaveProperty('visits')
    // an unchanged period adds no row
    await change({ periods: { drafts: days(45) } })
    const [latest] = (await admin.get('/api/audit?action=retention.changed&limit=1')).json()
    expect(latest.id).toBe(row.id)
  })
})

describe('the audit log past its period', () => {
  // Covers: settings-12
  it('loses names by no other way, and never what was done', async () => {
    const attempt = (change: string) =>
      asOwner(
        app.databaseUrl,
        `do $$ begin perform set_config('brokerline.amends', 'audit_log', true); ${change}; end $$`,
      )
    for (const change of [
      `update audit_log set action = 'x', actor_id = null, details_removed_at = now()`,
      `update audit_log set at = now(), actor_id = null, details_removed_at = now()`,
      `update audit_log set request_id = 'x'`,
      'delete from audit_log',
    ]) {
      await expect(attempt(change)).rejects.toThrow('append-only')
    }
    await expect(
      asOwner(app.databaseUrl, 'update audit_log set details_removed_at = now(), actor_id = null'),
    ).rejects.toThrow('append-only')
  })

  // Covers: settings-12
  it('has nothing put in, and rows of the last 90 days stay as they are', async () => {
    const { db } = app.connection
    const add = async (at: Date): Promise<number> => {
      const row = await db
        .insertInto('auditLog')
        .values({
          at,
          actor: 'ada@example.com',
          action: 'user.created',
          subjectType: 'user',
          after: '{"a": ["ask 7"]}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    }
    const remove = (id: number, change: object) => {
      const changes = JSON.stringify([
        { id, actor: 'Name removed', before: null, after: { a: ['ask 7'] }, ...change },
      ])
      return sql`select remove_audit_details(${changes}::jsonb, now())`.execute(db)
    }
    const old = await add(new Date(Date.now() - 91 * DAY_MS))
    for (const change of [
      { actor: 'bo@example.com' },
      { actor: null },
      { before: { a: 1 } },
      { after: { a: ['ask 8'] } },
      { after: { a: ['ask 7', 'more'] } },
      { after: { a: ['ask 7'], b: 1 } },
      { after: 'text' },
    ]) {
      await expect(remove(old, change)).rejects.toThrow('only takes details out')
    }
    await expect(remove(await add(new Date(Date.now() - 89 * DAY_MS)), {})).rejects.toThrow(
      'only takes details out',
    )
    await remove(old, { after: { a: ['ask [removed]'] } })
    const row = await db.selectFrom('auditLog').selectAll().where('id', '=', old).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ actor: 'Name removed', after: { a: ['ask [removed]'] } })
  })
})
