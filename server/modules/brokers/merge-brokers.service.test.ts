import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addCampaign, addMicrosite } from '#test/worlds/microsites-world.ts'
import { knownBroker } from './views.ts'

let app: TestApp
let lender: Client
let made = 0

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
})
afterAll(() => app.close())

async function addBroker(values: object = {}): Promise<number> {
  made += 1
  const phone = `+614915701${String(made).padStart(2, '0')}`
  const { id } = await app.connection.db
    .insertInto('brokers')
    .values({ name: `Broker ${made}`, phone, email: `broker${made}@example.com`, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const merge = (id: number, brokerId: number, take: string[] = []) =>
  lender.send('POST', `/api/brokers/${id}/merge`, { brokerId, take })

/** Sealed entries are never changed: they keep the record that they were sealed of, which `broker_merges` names. */
const tablesOfBrokers = async (): Promise<string[]> => {
  const { rows } = await sql<{ table: string }>`select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'broker_id'
      and table_name not in ('broker_import_changes', 'sealed_entries') order by 1`.execute(app.connection.db)
  return rows.map(({ table }) => table)
}

const countOf = async (table: string, brokerId: number): Promise<number> => {
  const { rows } = await sql<{
    count: string
  }>`select count(*) as count from ${sql.table(table)} where broker_id = ${brokerId}`.execute(
    app.connection.db,
  )
  return Number(rows[0]?.count)
}

/** Adds one row of every kind that can belong to a broker. */
/** Loans, a score with all that belongs to it, and a place in a comparison. */
async function scored(brokerId: number): Promise<void> {
  const { db } = app.connection
  await sql`
    with import as (
      insert into loan_imports (status, filename, columns, mapping, rows, accepted, rejected, existing, created_at)
      values ('preview', 'a.csv', '[]', '{}', 1, 1, 0, 0, now()) returning id
    ) insert into loan_import_rows (import_id, row, cells, broker_id) select id, 2, '{}', ${brokerId} from import`.execute(
    db,
  )
  await sql`with list as (insert into broker_lists default values returning id)
    insert into broker_list_members select id, ${brokerId} from list`.execute(db)
  await sql`with change as (insert into runs (kind, input, total)
      values ('brokers.run-bulk-change', '{"label": "Assign BDM"}', 1) returning id)
    insert into bulk_change_brokers (change_id, broker_id) select id, ${brokerId} from change`.execute(db)
  await sql`insert into loans (loan_id, broker_id, lodged_on, amount, reworked, defaulted)
    values (${`L${brokerId}`}, ${brokerId}, '2026-10-01', 1, false, false)`.execute(db)
  await sql`insert into score_overrides (broker_id, month, tier, calculated_tier, reason, made_at, expires_on)
    values (${brokerId}, '2026-10', 'Reward', 'Neutral', 'x', now(), '2027-01-01')`.execute(db)
  await sql`insert into contests (kind, reference, broker_id, decision, rule, decided_at, facts, reason, via, made_at, due_on)
    values ('score', '2026-10', ${brokerId}, 'x', 'x', now(), '{"overall": 50, "tier": "Neutral"}', 'x', 'portal', now(), '2027-01-01')`.execute(
    db,
  )
  await sql`insert into complaints (channel, broker_id, words, received_at, acknowledge_by, due_on)
    values ('portal', ${brokerId}, 'x', now(), now(), '2027-01-01')`.execute(db)
  await sql`
    with run as (
      insert into runs (kind, key, state, input, cursor, total)
      select 'scoring.calculate', '2026-10', 'done', jsonb_build_object('month', '2026-10', 'scorecardId', min(id)), '{}', 1
      from scorecards returning id, (input ->> 'scorecardId')::int as scorecard_id
    ) insert into broker_scores (month, broker_id, run_id, scorecard_id, overall, calculated_tier, tier, total_loans,
        evidence_of, compliance, gates, adjusted, points, calculated_at)
      select '2026-10', ${brokerId}, id, scorecard_id, 50, 'Neutral', 'Neutral', 1, '{1,1,1,1,1}', 100, '{}', '{}', '{}', now()
      from run`.execute(db)
  await sql`insert into campaign_arms (campaign_id, broker_id, arm, seed, percent, assigned_at)
    values (${await addCampaign(app)}, ${brokerId}, 'hold_out', 1, 10, now())`.execute(db)
}

async function live(brokerId: number): Promise<void> {
  const { db } = app.connection
  const campaignId = await addCampaign(app)
  const { id: micrositeId } = await addMicrosite(app, { campaignId })
  const bdmId = await addBdm(app, { email: `bdm${brokerId}@lender.example.com` })
  await sql`insert into activities (type, description, broker_id) values ('call_completed', 'Spoke', ${brokerId})`.execute(
    db,
  )
  await sql`insert into inbound_calls (provider, provider_call_id, broker_id)
    values ('twilio', ${`CA${brokerId}`}, ${brokerId})`.execute(db)
  await sql`insert into messages (channel, recipient, body, status, reason, occasion, broker_id, simulated)
    values ('sms', '+61491570156', 'Hello', 'held', 'No provider', ${`test:${brokerId}`}, ${brokerId}, false)`.execute(
    db,
  )
  await sql`insert into short_links (code, kind, target, broker_id, expires_at)
    values (${`code${brokerId}`}, 'page', ${`/booking?broker=${brokerId}`}, ${brokerId}, now() + interval '30 days')`.execute(
    db,
  )
  await sql`insert into calls (campaign_id, broker_id, provider, simulated, to_number, status, outcome, finished_at)
    values (${campaignId}, ${brokerId}, 'simulator', true, '+61491570156', 'completed', 'human', now())`.execute(
    db,
  )
  await sql`insert into enrolments (campaign_id, broker_id, simulated, state, due_at)
    values (${campaignId}, ${brokerId}, true, 'waiting', now())`.execute(db)
  await sql`insert into call_decisions (campaign_id, broker_id, verdict, reasons, facts, rules_version, data_versions, judged_at)
    values (${campaignId}, ${brokerId}, 'never', '[]', '{}', '1', '{}', now())`.execute(db)
  await sql`insert into webhook_events (type, occurred_at, data, broker_id) values ('broker.changed', now(), '{}', ${brokerId})`.execute(
    db,
  )
  await sql`insert into requested_calls (broker_id, campaign_id, phone, simulated, words, due_at, until_at)
    values (${brokerId}, ${campaignId}, '+61491570156', true, 'At three', now(), now())`.execute(db)
  await sql`insert into visits (microsite_id, at, day, visitor, broker_id, device)
    values (${micrositeId}, now(), current_date, '\\x01', ${brokerId}, 'phone')`.execute(db)
  await sql`insert into bookings (bdm_id, broker_id, name, during, meeting_type, attendees, uid, source, status)
    values (${bdmId}, ${brokerId}, 'Petra', tstzrange('2030-06-03T00:00:00Z', '2030-06-03T01:00:00Z'),
      'product-discussion', 1, ${`uid${brokerId}`}, 'web', 'booked')`.execute(db)
  await sql`insert into applications (status, broker_id, submitted_at) values ('approved', ${brokerId}, now())`.execute(
    db,
  )
  await sql`insert into broker_compliance (broker_id) values (${brokerId})`.execute(db)
  await sql`insert into compliance_checks (broker_id, check_type, result, risk_score, findings, snapshots, completed_at)
    values (${brokerId}, 'asic_banned', 'clean', 0, '[]', '{}', now())`.execute(db)
  await sql`insert into compliance_findings (broker_id, check_type, subject, fingerprint, title, risk, found_at)
    values (${brokerId}, 'asic_banned', 'licence:990123', 'x', 'Ended', 30, now())`.execute(db)
  await sql`insert into compliance_reviews (broker_id, action, notes, risk_score, reviewed_at)
    values (${brokerId}, 'clear', 'Another person', 30, now())`.execute(db)
  await scored(brokerId)
  await sql`insert into tasks (kind, dedupe_key, details, broker_id, due_at)
    values ('call_back', ${`test:${brokerId}`}, 'Asked for a person.', ${brokerId}, now())`.execute(db)
  await sql`insert into users (email, name, broker_id, email_verified)
    values (${`user${brokerId}@example.com`}, 'Petra', ${brokerId}, true)`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`insert into vault_files (key_id, storage_name, filename, media_type, bytes, sha256, attached_at)
    values ((select max(id) from vault_keys), ${`file${brokerId}.age`}, 'pi.pdf', 'application/pdf', 1, '\\x01', now())
    returning id`.execute(db)
  await sql`insert into documents (broker_id, document_type_id, version, file_id)
    values (${brokerId}, (select min(id) from document_types), 1, ${rows[0]?.id})`.execute(db)
  await sql`insert into broker_accreditations (broker_id, status, since) values (${brokerId}, 'in_progress', now())
    on conflict do nothing`.execute(db)
}

describe('merging two records', () => {
  it('leads links nowhere once the record that remained is deleted', async () => {
    const [target, source] = [await addBroker(), await addBroker()]
    expect((await merge(target, source)).statusCode).toBe(200)
    expect(await knownBroker(app.ctx(), source)).toBe(target)
    expect(
      (await (await staffClient(app, 'admin')).send('DELETE', `/api/brokers/${target}`)).statusCode,
    ).toBe(200)
    expect(await knownBroker(app.ctx(), source)).toBeNull()
  })

  // Covers: brokers-23
  it('moves everything that belongs to the one, in every table that knows brokers', async () => {
    const [target, source] = [await addBroker({ company: 'Novak Broking' }), await addBroker()]
    await live(source)
    const tables = await tablesOfBrokers()
    const before = await Promise.all(tables.map((table) => countOf(table, source)))
    expect(tables.filter((_, index) => !before[index] && tables[index] !== 'document_requests')).toEqual([])
    const answer = await merge(target, source)
    expect(answer.statusCode, answer.body).toBe(200)
    for (const table of tables) expect(await countOf(table, source), table).toBe(0)
    for (const [index, table] of tables.entries()) {
      if (before[index]) expect(await countOf(table, target), table).toBeGreaterThanOrEqual(1)
    }
    expect((await lender.get(`/api/brokers/${source}`)).statusCode).toBe(404)
    const timeline = (await lender.get(`/api/brokers/${target}/timeline`)).json()
    expect(timeline.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['merged', 'call_completed', 'decision_never', 'call_dialled']),
    )
  })

  // Covers: brokers-23
  it('fills blanks, takes what was chosen and writes down what went', async () => {
    const [target, source] = [
      await addBroker({ company: null, region: 'VIC', timezone: 'Australia/Melbourne' }),
      await addBroker({ company: 'Novak Broking', region: 'WA', postcode: '6000', asicNumber: '412345' }),
    ]
    const answer = await merge(target, source, ['place'])
    expect(answer.json()).toMatchObject({
      id: target,
      company: 'Novak Broking',
      region: 'WA',
      timezone: 'Australia/Perth',
      asicNumber: '412345',
    })
    const row = await app.connection.db
      .selectFrom('auditLog')
      .selectAll()
      .where('action', '=', 'broker.merged')
      .where('subjectId', '=', String(target))
      .executeTakeFirstOrThrow()
    expect(row.before).toMatchObject({ merged: { id: source, asicNumber: '412345' } })
  })

  // Covers: brokers-24
  it('keeps one place in a campaign: who was reached is never called again', async () => {
    const { db } = app.connection
    const [target, source] = [await addBroker(), await addBroker()]
    const campaignId = await addCampaign(app)
    await db
      .insertInto('enrolments')
      .values([
        { campaignId, brokerId: target, simulated: true, state: 'waiting', dueAt: new Date() },
        {
          ...{ campaignId, brokerId: source, simulated: true, state: 'done', dueAt: new Date() },
          ...{ reached: true, attempts: 2, endedReason: 'human' },
        },
      ])
      .execute()
    await merge(target, source)
    const places = await db
      .selectFrom('enrolments')
      .selectAll()
      .where('campaignId', '=', campaignId)
      .execute()
    expect(places).toMatchObject([
      { brokerId: target, state: 'done', reached: true, attempts: 2, endedReason: 'human' },
    ])
  })

  // Covers: brokers-24
  it('leads old links to the kept record', async () => {
    const [target, source] = [await addBroker(), await addBroker()]
    await merge(target, source)
    const third = await addBroker()
    await merge(third, target)
    const page = await app.server.inject({ method: 'GET', url: `/booking?broker=${source}` })
    expect(page.body).toContain(`"broker":${third}`)
  })

  it('refuses a record with itself, one that is gone, one in a call, and whoever may not', async () => {
    const [target, source] = [await addBroker(), await addBroker()]
    expect((await merge(target, target)).json()).toMatchObject({
      fields: { brokerId: 'Choose another record: this is the same one' },
    })
    expect((await merge(target, 2_000_000_000)).statusCode).toBe(400)
    expect((await merge(2_000_000_000, target)).statusCode).toBe(404)
    await app.connection.db
      .insertInto('calls')
      .values({ brokerId: source, provider: 'simulator', simulated: true, toNumber: '+61491570156' })
      .execute()
    expect((await merge(target, source)).statusCode).toBe(409)
    const compliance = await staffClient(app, 'compliance')
    expect(
      (await compliance.send('POST', `/api/brokers/${target}/merge`, { brokerId: source })).statusCode,
    ).toBe(403)
  })

  // Covers: brokers-24
  it('lets only one of two opposite merges at once happen', async () => {
    const [a, b] = [await addBroker(), await addBroker()]
    const answers = await Promise.all([merge(a, b), merge(b, a)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })
})
