import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Region } from '#contract/brokers/brokers.ts'
import { STRICT } from '#server/calendar/legal-hours.ts'
import { demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { classifyNumber } from '#server/modules/brokers/phone.rules.ts'
import { viewStats } from '#server/modules/dashboard/views.ts'
import { callingWindow } from '#server/modules/dialling/calling-window.rules.ts'
import { drawPage, PAGE } from '#server/modules/documents/pictures/draw-page.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { worldPicture } from '#test/worlds/world-picture.ts'
import { loadDemoWorld } from './world.ts'

const HOUR_MS = 3_600_000
const office = callingWindow(
  {
    days: ['1', '2', '3', '4', '5'],
    start: '09:00',
    end: '17:00',
    zone: 'Australia/Sydney',
    respectLocalTime: true,
  },
  STRICT,
)
/** The changes that the dashboard of a fresh demo shows (decided with the specification's fixed figures). */
const CHANGES = { totalCalls: 12, responseRate: 5.2, meetingsBooked: -2.1, accreditations: 8.7 }

const TUESDAY = '2026-11-24T12:00:00+11:00'
const worlds = new Map<string, Promise<TestApp>>()

const START = new Date()

async function load(at: string, live?: Date): Promise<TestApp> {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@lumen.example' }
  const app = await createTestApp({ now: () => new Date(at), env: mail })
  await loadDemoWorld(app.ctx(), live)
  return app
}

/** The demo world that was loaded at this moment. */
function worldAt(at: string): Promise<TestApp> {
  const world = worlds.get(at) ?? load(at)
  worlds.set(at, world)
  return world
}

afterAll(async () => {
  for (const world of worlds.values()) await (await world).close()
})

interface DemoCall {
  at: Date
  toNumber: string
  day: string
  region: Region
  timezone: string
}

async function callsOf(app: TestApp): Promise<DemoCall[]> {
  const { rows } = await sql<DemoCall>`
    select calls.created_at as at, to_number, (calls.created_at at time zone timezone)::date as day, brokers.region, timezone
    from calls join brokers on brokers.id = calls.broker_id`.execute(app.connection.db)
  return rows
}

describe.each([
  ['on a weekday at noon', TUESDAY],
  ['on a Sunday', '2026-11-22T14:00:00+11:00'],
  ['early on a Monday', '2026-11-23T07:10:00+11:00'],
  ['in Christmas week', '2026-12-28T10:00:00+11:00'],
  ['after the clocks went forward', '2026-10-07T09:30:00+11:00'],
])('a demo world loaded %s', (_name, at) => {
  let app: TestApp

  beforeAll(async () => {
    app = await worldAt(at)
  })

  // Covers: demo-world-2
  it('shows the changes of the specification for the whole day of loading', async () => {
    for (const hours of [0, 1, 12, 23.9]) {
      const now = () => new Date(Date.parse(at) + hours * HOUR_MS)
      expect((await viewStats({ ...app.ctx(), now })).changes).toEqual(CHANGES)
    }
  })

  // Covers: demo-world-3
  it('has called nobody outside legal hours and campaign hours at their place, nor twice a day', async () => {
    const calls = await callsOf(app)
    const outside = calls.filter(({ at, region, timezone }) => !office.isOpen(at, { region, zone: timezone }))
    expect(outside).toEqual([])
    expect(calls.filter((call) => call.at.getTime() > Date.parse(at))).toEqual([])
    expect(new Set(calls.map((call) => `${call.toNumber} ${call.day}`)).size).toBe(calls.length)
    expect(calls.length).toBe(606)
  })
})

describe('a demo world', () => {
  const at = TUESDAY
  let app: TestApp

  beforeAll(async () => {
    app = await worldAt(at)
  })

  /** How many rows of `table` meet the condition. */
  async function count(table: string, condition = 'true'): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where ${sql.raw(condition)}`.execute(app.connection.db)
    return rows[0]?.count ?? -1
  }

  // Covers: demo-world-1
  it('is the same each time, row by row, whether its history goes through the services or is written in sets', async () => {
    const throughServices = await load(at, new Date(0))
    try {
      const [expected, found] = [await worldPicture(throughServices, START), await worldPicture(app, START)]
      for (const [table, rows] of Object.entries(expected)) expect(found[table], table).toEqual(rows)
      // both ways were gone: some calls lie in the last day, most before it
      const live = `created_at >= timestamptz '${at}' - interval '1 day'`
      expect([(await count('calls', live)) > 20, (await count('calls', `not ${live}`)) > 500]).toEqual([
        true,
        true,
      ])
    } finally {
      await throughServices.close()
    }
  })

  // Covers: demo-world-1
  it('that is broken off while loading leaves nothing behind, so that the next start loads it whole', async () => {
    const empty = await createTestApp({ now: () => new Date(at) })
    try {
      // the accounts, brokers, campaigns and the history before the last day have been written by then
      vi.spyOn(empty.providers.voice, 'named').mockReturnValue(null)
      await expect(loadDemoWorld(empty.ctx())).rejects.toThrow('lacks a part')
      for (const table of ['users', 'brokers', 'campaigns', 'calls', 'audit_log']) {
        const { rows } = await sql`select from ${sql.table(table)}`.execute(empty.connection.db)
        expect(rows, table).toEqual([])
      }
    } finally {
      await empty.close()
    }
  })

  // Covers: demo-world-3
  it('has every kind of call, and each has ended with what belongs to it', async () => {
    const { rows } = await sql<{ outcome: string; response: string | null; count: number }>`
      select outcome, response, count(*) from calls group by 1, 2 order by 1, 2`.execute(app.connection.db)
    expect(rows).toEqual([
      { outcome: 'busy', response: null, count: 26 },
      { outcome: 'human', response: 'option_1', count: 58 },
      { outcome: 'human', response: 'option_2', count: 127 },
      { outcome: 'human', response: 'option_3', count: 67 },
      { outcome: 'human', response: 'option_4', count: 20 },
      { outcome: 'human', response: null, count: 120 },
      { outcome: 'no_answer', response: null, count: 123 },
      { outcome: 'screened', response: null, count: 9 },
      { outcome: 'voicemail', response: null, count: 56 },
    ])
    // why each was allowed
    expect(await count('calls', 'decision_id is null')).toBe(0)
    // nearly all have fixed lines, which no text message reaches
    expect(await count('messages', "channel = 'email' and occasion like 'call:%:option_1'")).toBe(51)
    expect(await count('messages', "channel = 'sms' and occasion like 'call:%:option_1'")).toBe(7)
    // each leads to the campaign's microsite, by which a visit is counted
    expect(await count('short_links', "target like '/microsite/%utm_source=brokerline%'")).toBe(58)
    expect(await count('short_links', "kind = 'offer'")).toBe(0)
  })

  // Covers: microsites-visits-18
  it('has microsites whose visits lie in the past, and rollups that agree with them', async () => {
    const { rows } = await sql<{ visits: number; counted: number; rollups: number; future: number }>`
      select visits, count(*) as counted, count(*) filter (where at > ${new Date(TUESDAY)}) as future,
        (select sum(visits)::int from visit_rollups r where r.microsite_id = microsites.id and dimension = 'total') as rollups
      from microsites join visits on visits.microsite_id = microsites.id group by microsites.id`.execute(
      app.connection.db,
    )
    expect(rows).toHaveLength(5)
    for (const { visits, counted, rollups, future } of rows) {
      expect([counted, rollups, future]).toEqual([visits, visits, 0])
      expect(visits).toBeGreaterThan(100)
    }
    // some visitors with a link then met a BDM
    expect(await count('visit_outcomes')).toBeGreaterThan(0)
  })

  // Covers: demo-world-3
  it('keeps every number suppressed that opted out', async () => {
    const { rows } = await sql<{ free: number }>`
      select count(*) filter (where not exists (
        select from suppressions where phone = to_number and ended_at is null)) as free
      from calls where response = 'option_4'`.execute(app.connection.db)
    expect(rows).toEqual([{ free: 0 }])
    expect(await count('suppressions', "source <> 'unclear'")).toBe(20)
    expect(await count('suppressions', "source = 'unclear'")).toBe(1)
    // no call follows an opt-out
    const { rows: later } = await sql`
      select from calls join suppressions on phone = to_number and calls.created_at > suppressions.created_at`.execute(
      app.connection.db,
    )
    expect(later).toEqual([])
  })

  // Covers: messages-18
  it('leaves nothing that would go on by itself', async () => {
    // retries wait until the day after the one of loading
    expect(await count('enrolments', "state <> 'done'")).toBe(16)
    expect(await count('enrolments', `state = 'waiting' and due_at > '2026-11-25T00:00:00+11:00'`)).toBe(16)
    expect(await count('enrolments', "ended_reason is null and state = 'done'")).toBe(0)
    expect(await count('calls', 'finished_at is null')).toBe(0)
    expect(await count('simulator_calls', 'next_at is not null')).toBe(0)
    expect(await count('messages', "channel = 'email'")).toBeGreaterThan(0)
    expect(await count('messages', "status <> 'held'")).toBe(0)
    expect(await count('campaigns', "status = 'active'")).toBe(2)
  })

  it('tells every time as it was: nothing follows a call before it ended or lies ahead', async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from calls where finished_at < created_at or finished_at > ${new Date(at)}) as calls,
             (select count(*) from activities join calls on calls.id = call_id
              where activities.created_at <> call_end_time) as activities,
             (select count(*) from short_links where kind = 'offer'
                and expires_at - created_at <> interval '90 days') as links,
             (select count(*) from brokers where created_at > ${new Date(at)}) as brokers`.execute(
      app.connection.db,
    )
    expect(rows).toEqual([{ calls: 0, activities: 0, links: 0, brokers: 0 }])
  })

  it('has an application in every state, each that was submitted with its certificate', async () => {
    const { rows } = await sql<{
      status: string
    }>`select distinct status from applications order by status`.execute(app.connection.db)
    expect(rows.map(({ status }) => status)).toEqual([
      'approved',
      'declined',
      'draft',
      'in_review',
      'info_requested',
      'submitted',
    ])
    const without = `status <> 'draft' and not exists (select from application_files f
      join vault_files v on v.id = f.file_id where application_id = applications.id and attached_at is not null)`
    expect(await count('applications', without)).toBe(0)
    const ahead = `submitted_at > '${at}' or decided_at > '${at}' or decided_at < submitted_at or submitted_at < created_at`
    expect(await count('applications', ahead)).toBe(0)
  })

  it('shows the pages of what came with an application, drawn when somebody opens it', async () => {
    const papers = await app.connection.db
      .selectFrom('documents')
      .innerJoin('applicationFiles', 'applicationFiles.fileId', 'documents.fileId')
      .select(['documents.fileId', 'renderState', 'pages'])
      .execute()
    const [paper] = papers
    if (!paper) throw new Error('no application of the demo world left a document')
    expect(new Set(papers.map(({ renderState, pages }) => `${renderState} ${pages}`))).toEqual(
      new Set(['done 1']),
    )
    const drawn = await drawPage(app.ctx(), { fileId: paper.fileId, page: 1, as: PAGE })
    expect(drawn).toMatchObject({ ok: true, pages: 1 })
  })

  // Covers: demo-world-7
  it('has a broker who can sign in to the portal, with a meeting to come', async () => {
    const broker = sql.raw(`(select broker_id from users where email = '${demoBroker.email}')`)
    const { rows } = await sql`
      select b.email, b.region is not null and b.asic_number is not null as known,
        (select password is not null from credentials c join users u on u.id = c.user_id where u.broker_id = b.id) as opens,
        exists (select from bookings where broker_id = b.id and status = 'booked' and lower(during) > ${new Date(at)}) as meets
      from brokers b where id = ${broker}`.execute(app.connection.db)
    expect(rows).toEqual([{ email: demoBroker.email, known: true, opens: true, meets: true }])
  })

  // Covers: documents-accreditation-20
  it('has documents in every state in the account that its sign-in page shows, and a queue for the reviewers', async () => {
    const { rows } = await sql<{ status: string; version: number; good: number | null }>`
      select d.status, d.version, d.expires_on - (${TUESDAY}::timestamptz at time zone 'Australia/Sydney')::date as good
      from documents d join users u on u.broker_id = d.broker_id
      where u.email = ${demoBroker.email} order by d.uploaded_at`.execute(app.connection.db)
    expect(rows).toEqual([
      { status: 'rejected', version: 1, good: null },
      { status: 'approved', version: 1, good: 353 },
      { status: 'approved', version: 2, good: null },
      { status: 'approved', version: 1, good: 21 },
      { status: 'approved', version: 1, good: 1300 },
      { status: 'approved', version: 1, good: 700 },
      { status: 'rejected', version: 1, good: null },
      { status: 'pending', version: 1, good: null },
    ])
    expect(await count('documents', "status = 'pending' and current")).toBe(11)
    expect(await count('documents', 'claimed_by is not null')).toBe(1)
    const ahead = `uploaded_at > '${at}' or reviewed_at > '${at}' or reviewed_at < uploaded_at`
    expect(await count('documents', ahead)).toBe(0)
    expect(await count('broker_accreditations', `since > '${at}'`)).toBe(0)
    expect(await count('broker_accreditations', "status = 'conditional'")).toBeGreaterThan(20)
  })

  // Covers: demo-world-8
  it('has only fictitious people: reserved numbers, example addresses', async () => {
    const { rows } = await sql<{ phone: string; email: string }>`select phone, email from brokers`.execute(
      app.connection.db,
    )
    expect(rows.filter(({ phone }) => !classifyNumber(phone).fictitious)).toEqual([])
    expect(rows.filter(({ email }) => !/^[a-z.]+\.\d+@example\.com$/.test(email))).toEqual([
      expect.objectContaining({ email: demoBroker.email }),
    ])
    expect(new Set(rows.map(({ phone }) => phone)).size).toBe(300)
  })
})
