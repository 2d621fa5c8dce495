import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'

interface Mixture {
  campaigns: readonly { id: number; versionId: number }[]
  brokers: readonly { id: number }[]
  bdmId: number
  /** The first of the days over which it is spread. */
  from: string
  days: number
}

const COUNT = 600

/** A statement of the owner that sets the database's date in Sydney, which decides when days are closed. */
export const setSydneyToday = (day: string): string =>
  `create or replace function sydney_today() returns date language sql volatile begin atomic select date '${day}'; end`

/**
 * Calls, enrolments, meetings and applications of every mixture of campaign, region, outcome, currency and provider,
 * the same ones each time: also test calls, cancelled meetings, drafts, and rows without a campaign.
 */
export async function addMixedPast(db: Kysely<DB>, mixture: Mixture): Promise<void> {
  const { campaigns, brokers, bdmId, from, days } = mixture
  // strides that share no factor with the lengths of the lists
  const each = sql`select n,
      (${sql.val(campaigns.map(({ id }) => id))}::int[])[1 + n * 7 % ${campaigns.length + 1}::int] as campaign_id,
      (${sql.val(campaigns.map(({ versionId }) => versionId))}::int[])[1 + n * 7 % ${campaigns.length + 1}::int] as version_id,
      (${sql.val(brokers.map(({ id }) => id))}::int[])[1 + n * 11 % ${brokers.length}::int] as broker_id,
      ${from}::timestamptz + make_interval(days => n * 13 % ${days}::int, hours => n * 5 % 24) as at,
      n % 17 = 0 as test, n % 19 <> 0 as simulated
    from generate_series(1, ${COUNT}) n`
  await sql`insert into calls (campaign_id, campaign_version_id, broker_id, to_number, from_number, provider, test, simulated, created_at, status,
      outcome, finished_at, response, duration, cost, cost_currency, region, local_hour, called_line)
    select campaign_id, version_id, broker_id, case when n % 2 = 0 then '+61491570156' else '+61255501234' end,
      (array['+61255500100', '+61370100200', null])[1 + n % 3], 'simulator', test,
      simulated, at, case n % 5 when 0 then 'no_answer' when 1 then 'initiated' else 'completed' end,
      case n % 5 when 0 then 'no_answer' when 1 then null else 'human' end, case when n % 5 <> 1 then at end,
      case when n % 5 > 1 and n % 3 > 0 then 'option_' || 1 + n % 4 end, case when n % 5 > 1 then n % 290 end,
      case when n % 5 > 1 and n % 7 > 0 then n % 40 / 100.0 end, case when n % 2 = 0 then 'AUD' else 'USD' end,
      b.region, hour_of_week(at, coalesce(b.timezone, 'Australia/Sydney')), case when n % 2 = 0 then 'mobile' else 'fixed' end
    from (${each}) e join brokers b on b.id = broker_id`.execute(db)
  await sql`insert into bookings (uid, bdm_id, during, name, broker_id, campaign_id, campaign_version_id, meeting_type, attendees,
      source, status, test, simulated, created_at, region)
    select 'mixed-' || n, ${bdmId}, tstzrange(${from}::timestamptz + n * interval '1 hour', ${from}::timestamptz + (n + 1) * interval '1 hour'),
      'Zoe Quill', broker_id, campaign_id, version_id, 'product-discussion', 1, 'call',
      case when n % 4 = 0 then 'cancelled' else 'held' end, test, simulated, at, b.region
    from (${each}) e join brokers b on b.id = broker_id where n % 3 = 0`.execute(db)
  await sql`insert into applications (status, email, broker_id, campaign_id, campaign_version_id, simulated, submitted_at, created_at, region)
    select case when n % 4 = 0 then 'draft' else 'approved' end, 'applicant.' || n || '@example.com', broker_id, campaign_id, version_id,
      simulated, case when n % 4 > 0 then at end, at, b.region
    from (${each}) e join brokers b on b.id = broker_id where n % 5 = 0`.execute(db)
  await sql`insert into enrolments (campaign_id, broker_id, region, simulated, state, due_at, attempts, reached, chose, visited, booked,
      applied, accredited, created_at)
    select distinct on (campaign_id, broker_id, simulated) campaign_id, broker_id, b.region, simulated, 'done', at, n % 3, n % 3 > 1, n % 4 > 2, n % 5 > 3,
      n % 6 > 4, n % 7 > 5, n % 8 > 6, at
    from (${each}) e join brokers b on b.id = broker_id where campaign_id is not null
    order by campaign_id, broker_id, simulated, n`.execute(db)
}
