import { type Kysely, type RawBuilder, sql } from 'kysely'
import { closeDays, countDueDay } from '#server/modules/figures/figures.store.ts'
import type { DB } from '#server/schema.gen.ts'
import { executeOn } from '#test/database.ts'

export interface Size {
  calls: number
  brokers: number
  campaigns: number
}

const REGIONS = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT']
const ZONES = [
  'Australia/Sydney',
  'Australia/Melbourne',
  'Australia/Brisbane',
  'Australia/Perth',
  'Australia/Adelaide',
  'Australia/Hobart',
  'Australia/Sydney',
  'Australia/Darwin',
]
const GIVEN = ['Mei', 'Wei', 'Petra', 'Ngaire', 'Jo', 'Priya', 'Tom', 'Aroha', 'Lee', 'Dana', 'Sione', 'Isla']
const PLACES =
  'Harbour Coastal Summit Wattle Banksia Ironbark Jarrah Kestrel Lorikeet Magpie Pelican Quokka Rosella Saltbush Tamar Yarra Zephyr'.split(
    ' ',
  )
const TRADES = ['Finance', 'Home Loans', 'Lending', 'Mortgages', 'Broking', 'Capital', 'Advisory']
const SURNAMES = [
  'Chen',
  'Li',
  'Novak',
  'Walker',
  'Ng',
  'Sharma',
  'Brown',
  'Kelly',
  'Wu',
  'Cole',
  'Quill',
  'Reid',
  'Kaur',
]

/** Partitions for the months of the year behind us; without them the next start of the product would move a million rows. */
export async function makePastMonths(ownerUrl: string): Promise<void> {
  await executeOn(
    ownerUrl,
    `select add_month(name, month::date) from kept_by_month(),
      generate_series(date_trunc('month', now() - interval '13 months'), now(), interval '1 month') month
    where to_regclass('partitions.' || name || to_char(month, '_YYYY_MM')) is null`,
  )
}

/**
 * A year of calls to fictitious brokers, none of them in the future, with their events, activities, enrolments,
 * decisions, messages and bookings; reproducible for each size.
 */
export async function fillWorld(db: Kysely<DB>, { calls, brokers, campaigns }: Size): Promise<void> {
  await addBrokers(db, brokers)
  await sql`insert into campaigns (name, product, call_script, status, created_at)
    select 'Campaign ' || n, (array['Flex', 'Premium', 'Investor', 'First Start'])[1 + n % 4], 'Hello {{firstName}}',
      (array['active', 'paused', 'completed', 'completed'])[1 + n % 4], now() - make_interval(days => 386 - n * 365 / ${campaigns})
    from generate_series(1, ${campaigns}) n`.execute(db)
  await sql`insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality, created_at)
    select c.id, v, c.product, 'p.a.', 'Hello', (array['professional', 'friendly', 'authoritative', 'consultative'])[1 + (c.id + v) % 4], c.created_at
    from campaigns c, generate_series(1, 2) v`.execute(db)
  await sql`update campaigns set version_id = (select max(v.id) from campaign_versions v where v.campaign_id = campaigns.id)`.execute(
    db,
  )
  await addCalls(db, calls, brokers, campaigns)
  await addTraces(db, calls)
  await countFigures(db)
}

/** Brokers of every region; a third has no ASIC number. Their addresses are broker.1@example.com and so on. */
export async function addBrokers(db: Kysely<DB>, brokers: number): Promise<void> {
  await sql`insert into brokers (name, company, email, phone, region, timezone, asic_number, membership, created_at)
    select (${GIVEN}::text[])[1 + n % 12] || ' ' || (${SURNAMES}::text[])[1 + n / 12 % 13] || ' ' || n / 156,
      (${PLACES}::text[])[1 + n / 3 % 17] || ' ' || (${TRADES}::text[])[1 + n / 51 % 7] || ' ' || n / 357, 'broker.' || n || '@example.com', '+614' || lpad(n::text, 8, '0'),
      (${REGIONS}::text[])[1 + n % 8], (${ZONES}::text[])[1 + n % 8],
      case when n % 3 > 0 then lpad(n::text, 9, '0') end, (array['MFAA', 'FBAA', 'Both', 'Other'])[1 + n % 4],
      now() - make_interval(mins => (n::bigint * 525600 / ${brokers})::int)
    from generate_series(1, ${brokers}) n`.execute(db)
}

/** Counts the days of the past, which the worker would count while something is measured. */
export async function countFigures(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute((tx) => closeDays({ db: tx }))
  for (let day: string | null = ''; day !== null; )
    day = await db.transaction().execute((tx) => countDueDay({ db: tx }))
}

/**
 * Each campaign calls for twenty days after its creation, from nine to five; on each day it calls brokers of every
 * region, with every outcome and every choice.
 */
async function addCalls(db: Kysely<DB>, calls: number, brokers: number, campaigns: number): Promise<void> {
  await sql`insert into enrolments (campaign_id, broker_id, simulated, state, due_at, attempts, ended_reason, reached, chose, created_at)
    select 1 + n % ${campaigns}, 1 + (n / ${campaigns} * 7919) % ${brokers}, true, 'done', c.created_at, 1,
      'human', answer < 3, answer < 2, c.created_at
    from generate_series(0, ${calls} - 1) n join campaigns c on c.id = 1 + n % ${campaigns},
      lateral (select ${answerOf(sql`n / ${campaigns}`)} as answer) a
    on conflict do nothing`.execute(db)
  // eight regions a day, twenty days a round
  await sql`insert into calls (campaign_id, campaign_version_id, broker_id, enrolment_id, attempt, provider, simulated, to_number,
      status, outcome, response, duration, cost, cost_currency, created_at, dispatched_at, finished_at, call_start_time,
      call_end_time, simulated_at, region, local_hour, called_line)
    select e.campaign_id, e.campaign_id * 2 - k % 2, e.broker_id, e.id, 1, 'simulator', true, '+614' || lpad(e.broker_id::text, 8, '0'),
      case when answer < 3 then 'completed' else 'no_answer' end,
      case when answer < 3 then 'human' when answer = 3 then 'voicemail' else 'no_answer' end,
      case when answer < 2 then 'option_' || 1 + (k / 40 + k / 160) % 4 end, case when answer < 3 then 20 + e.id % 200 end,
      case when answer < 3 then 0.08 + e.id % 10 * 0.01 end, case when answer < 3 then 'AUD' end,
      at, at, at + interval '2 minutes', at, at + interval '2 minutes', at, (${REGIONS}::text[])[1 + e.broker_id % 8],
      hour_of_week(at, 'Australia/Sydney'), 'mobile'
    from enrolments e, lateral (select ((e.id - 1) / ${campaigns})::int as k) w, lateral (select ${answerOf(sql`k`)} as answer,
      e.created_at + make_interval(days => k / 8 % 20, hours => k / 160 % 8, mins => (k / 1280 + k % 8 * 7) % 60) as at) a
    -- in the order in which calls are made, so that they lie on disk by time as real ones do
    order by at, e.id`.execute(db)
}

/** 0 and 1: chose, 2: answered, 3: voicemail, 4: no answer. @param k which of its campaign's calls it is */
const answerOf = (k: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(${k} + ${k} / 160) % 5`

async function addTraces(db: Kysely<DB>, calls: number): Promise<void> {
  await sql`insert into call_events (call_id, called_at, key, kind, at, data, received_at)
    select id, created_at, kind, kind, created_at, case when kind = 'ended' then jsonb_build_object('outcome', outcome) else '{}' end, created_at from calls, unnest(array['answered', 'ended']) kind`.execute(
    db,
  )
  await sql`insert into call_decisions (campaign_id, broker_id, enrolment_id, verdict, reasons, facts, rules_version, data_versions, judged_at, decided_at)
    select campaign_id, broker_id, enrolment_id, 'call', '[]', '{}', '3', '{}', created_at, created_at from calls`.execute(
    db,
  )
  await sql`insert into activities (type, description, broker_id, call_id, campaign_id, simulated, created_at)
    select 'call_ended', 'Call answered, ' || coalesce(duration, 0) || ' seconds', broker_id, id, campaign_id, true, finished_at from calls`.execute(
    db,
  )
  await sql`insert into messages (channel, recipient, body, occasion, status, simulated, broker_id, call_id, created_at)
    select 'sms', to_number, 'The link you asked for', 'call:' || id || ':option_1', 'sent', true, broker_id, id, finished_at
    from calls where response = 'option_1'`.execute(db)
  await sql`insert into bdms (name, email, hours, blocks, feed_token)
    select 'BDM ' || n, 'bdm.' || n || '@lender.example', '[]', '[]', 'feed-' || n from generate_series(1, 40) n`.execute(
    db,
  )
  await sql`insert into bookings (uid, bdm_id, during, name, broker_id, call_id, meeting_type, attendees, source, status, simulated, created_at)
    select 'booking-' || c.id, bdm, tstzrange(start, start + interval '1 hour'), 'A broker', c.broker_id, c.id,
      'product-discussion', 1, 'call', 'held', true, c.finished_at
    from (select *, row_number() over (order by id) as n from calls where response = 'option_2' order by id limit ${Math.round(calls / 20)}) c,
      lateral (select 1 + c.n % 40 as bdm, date_trunc('hour', timestamptz '2024-01-01') + make_interval(hours => (c.n / 40)::int) as start) w`.execute(
    db,
  )
  await sql`insert into audit_log (actor, action, subject_type, subject_id, after, at)
    select 'Bench', 'call.ended', 'call', id::text, '{}', finished_at from calls where id % 10 = 0`.execute(
    db,
  )
}
