import { type Kysely, sql } from 'kysely'
import { reopenDays } from '#server/modules/figures/figures.store.ts'
import { factsDigest } from '#server/modules/surveillance/checks/checks.store.ts'
import type { DB } from '#server/schema.gen.ts'
import { addBrokers, countFigures } from './scale-world.ts'
import type { Volume } from './volume.ts'
import { addPapers, addRecords, addTasks } from './volume-records.ts'

/** A large lender after two years. */
export const LARGE_LENDER: Volume = {
  ...{ brokers: 100_000, findings: 4_000, tasks: 1_500, campaigns: 20, auditEntries: 300 },
}

const DAYS_OF_CALLS = 28

/**
 * Adds the volume to the demo world, as the owner of its tables. Waiting brokers are due in a month, so that no call
 * changes the screens meanwhile.
 */
export async function fillVolume(db: Kysely<DB>, volume: Volume): Promise<void> {
  await addBrokers(db, volume.brokers)
  await sql`create temp table new_brokers as
    select split_part(split_part(email, '@', 1), '.', 2)::int as n, id, name, company, phone, region
    from brokers where email ~ '^broker\\.\\d+@example\\.com$'`.execute(db)
  await sql`create unique index on new_brokers (n)`.execute(db)
  await sql`analyze new_brokers`.execute(db)
  await addFindings(db, volume)
  await addCampaigns(db, volume)
  await addMeetings(db, volume)
  await addPapers(db, volume)
  await addRecords(db, volume)
  await addTasks(db, volume)
  await sql`drop table new_brokers, new_campaigns`.execute(db)
  await db.transaction().execute((tx) => reopenDays({ db: tx }))
  await countFigures(db)
  await sql`vacuum analyze`.execute(db)
}

/** Every broker is checked as it is, so that no worker checks it again. */
async function addFindings(db: Kysely<DB>, { findings }: Volume): Promise<void> {
  await sql`create temp table new_findings as
    select n, id, (array[90, 60, 80, 55, 50])[1 + n % 5] as risk, now() - make_interval(mins => n * 9) as at,
      n % 5 = 4 as is_mention from new_brokers where n <= ${findings}`.execute(db)
  await sql`insert into broker_compliance (broker_id, status, risk_score, flagged_at, held_since, held_reason, checked_at, checked_facts)
    select b.id, case when f.id is null then 'active' else 'flagged' end, coalesce(f.risk, 0), f.at,
      case when f.risk >= 80 then f.at end, case when f.risk >= 80 then 'A high risk waits for a review.' end,
      now() - interval '1 day', ${factsDigest}
    from new_brokers v join brokers b on b.id = v.id left join new_findings f on f.id = v.id`.execute(db)
  await sql`insert into compliance_findings (broker_id, check_type, subject, fingerprint, title, risk, found_at, alerted_at)
    select id, case when is_mention then 'external_mentions' else 'asic_banned' end,
      (array['banned_persons:#' || n, 'licence:' || n || ':holder', 'licence:' || n, 'licensee:' || n, 'news:' || n])[1 + n % 5],
      'volume ' || n, (array['Banned by ASIC from credit activities', 'Number ' || n || ' is held by another person',
        'Number ' || n || ' is on neither register', 'The licensee of number ' || n || ' is not current', 'Named in a news item'])[1 + n % 5],
      risk, at, at from new_findings`.execute(db)
  await sql`insert into compliance_checks (broker_id, check_type, result, risk_score, findings, snapshots, completed_at)
    select id, case when is_mention then 'external_mentions' else 'asic_banned' end, 'flagged', risk, '[]', '{}', at
    from new_findings`.execute(db)
  await sql`drop table new_findings`.execute(db)
}

async function addCampaigns(db: Kysely<DB>, { brokers, campaigns }: Volume): Promise<void> {
  await sql`create temp table new_campaigns (n, id) as
    with made as (insert into campaigns (name, product, rate, call_script, status, created_at)
      select 'Offer of the week ' || n, (array['Flex Home Loan', 'Premium Home Loan', 'Investor', 'First Start'])[1 + n % 4],
        5.5 + n % 10 * 0.05, 'Hello {{firstName}}.', 'active', now() - make_interval(days => 30 + n)
      from generate_series(1, ${campaigns}) n returning id)
    select row_number() over (order by id) - 1, id from made`.execute(db)
  await sql`insert into campaign_versions (campaign_id, number, product, rate, rate_type, call_script, ai_personality, created_at)
    select c.id, 1, product, rate, rate_type, call_script, ai_personality, created_at
    from campaigns c join new_campaigns using (id)`.execute(db)
  await sql`update campaigns c set version_id = v.id from campaign_versions v join new_campaigns n on n.id = v.campaign_id
    where c.id = n.id`.execute(db)
  await sql`insert into campaign_dialling (campaign_id, running) select id, true from new_campaigns
    on conflict (campaign_id) do update set running = true`.execute(db)
  await sql`insert into enrolments (campaign_id, broker_id, simulated, state, due_at, attempts, ended_reason, reached, chose, region, created_at)
    select c.id, v.id, true, case when is_called then 'done' else 'waiting' end, now() + interval '30 days', is_called::int,
      case when is_called then 'human' end, v.n % 12 = 0, v.n % 24 = 0, v.region, now() - interval '29 days'
    from new_brokers v join new_campaigns c on c.n = v.n / 6 % ${campaigns}, lateral (select v.n % 6 = 0 as is_called) w
    where v.n <= ${Math.round(brokers / 2)}`.execute(db)
  await sql`insert into calls (campaign_id, campaign_version_id, broker_id, enrolment_id, attempt, provider, simulated, to_number, status,
      outcome, response, duration, cost, cost_currency, created_at, dispatched_at, finished_at, call_start_time, call_end_time,
      simulated_at, region, local_hour, called_line)
    select c.id, c.version_id, v.id, e.id, 1, 'simulator', true, v.phone, case when reached then 'completed' else 'no_answer' end,
      case when reached then 'human' else 'no_answer' end, case when chose then 'option_' || 1 + v.n / 24 % 4 end,
      case when reached then 20 + v.n % 200 end, case when reached then 0.12 end, case when reached then 'AUD' end,
      at, at, at + interval '2 minutes', at, at + interval '2 minutes', at, v.region, hour_of_week(at, 'Australia/Sydney'), 'mobile'
    from enrolments e join new_campaigns n on n.id = e.campaign_id join campaigns c on c.id = n.id join new_brokers v on v.id = e.broker_id,
      lateral (select now() - interval '2 hours' - make_interval(secs => v.n * ${(DAYS_OF_CALLS * 2 * 86_400) / brokers}::float8) as at) w
    where e.state = 'done' order by at`.execute(db)
  await sql`insert into activities (type, description, broker_id, call_id, campaign_id, simulated, created_at)
    select 'call_ended', 'Call answered', l.broker_id, l.id, l.campaign_id, true, l.finished_at
    from calls l join new_campaigns c on c.id = l.campaign_id order by l.finished_at`.execute(db)
  await sql`insert into messages (channel, recipient, body, occasion, status, simulated, broker_id, call_id, created_at, sent_at)
    select 'sms', to_number, 'The link you asked for', 'call:' || l.id || ':option_1', 'sent', true, broker_id, l.id, finished_at, finished_at
    from calls l join new_campaigns c on c.id = l.campaign_id where response is not null`.execute(db)
}

/** Twenty BDMs with two meetings a day, from twenty days ago to twenty days ahead. */
async function addMeetings(db: Kysely<DB>, { brokers }: Volume): Promise<void> {
  const meetings = Math.min(1600, Math.round(brokers / 10))
  await sql`insert into bdms (name, email, hours, blocks, feed_token)
    select 'Manager ' || n, 'manager.' || n || '@lender.example', (select hours from bdms order by id limit 1), '[]', 'volume-' || n
    from generate_series(1, 20) n`.execute(db)
  await sql`insert into bookings (uid, bdm_id, during, name, broker_id, meeting_type, attendees, source, status, simulated, created_at)
    select 'volume-' || v.n, m.id, tstzrange(start, start + interval '1 hour'), v.name, v.id, 'product-discussion', 1, 'web',
      case when start > now() or v.n % 16 = 0 then 'booked' when v.n % 7 = 0 then 'no_show' else 'held' end, true, start - interval '5 days'
    from new_brokers v join bdms m on m.feed_token = 'volume-' || 1 + v.n % 20,
      lateral (select (date_trunc('day', now() at time zone 'Australia/Sydney')
        + make_interval(days => v.n / 40 - ${Math.round(meetings / 80)}, hours => 9 + v.n / 20 % 2 * 4)) at time zone 'Australia/Sydney' as start) w
    where v.n < ${meetings}`.execute(db)
}
