// Calls in flight, as dialling leaves them, in a database of their own.
import pg from 'pg'
import { FIXED_LINES, fixedLine } from '../pace/fixed-lines.ts'
import type { SeededCall } from './stories.ts'

const SCRIPT = {
  greeting: 'Hello, this is Alex, an AI assistant calling for Acme Lending. This call is recorded.',
  body: 'Our home loan has an offset account and no monthly fee.',
  aiPrompt: null,
  personality: 'professional',
  instructions: null,
  menu: [1, 2, 3, 4].map((key) => ({
    option: `option_${key}`,
    key: String(key),
    text: `Press ${key} for it.`,
  })),
  operator: 'You can reach us on (02) 5550 0100.',
}

export interface World {
  client: pg.Client
  /** New calls to this many brokers, dialled by this vendor. */
  calls(provider: 'twilio' | 'vapi', count: number): Promise<SeededCall[]>
}

/** A campaign without automatic calls, with enough BDMs for every meeting request. */
export async function makeWorld(databaseUrl: string): Promise<World> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // PostgreSQL may stop before it is closed
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`insert into bdms (name, email, hours, blocks, feed_token)
    select 'BDM ' || n, 'bdm' || n || '@example.com',
      (select jsonb_agg(jsonb_build_object('weekday', day, 'from', '09:00', 'to', '17:00')) from generate_series(1, 5) day),
      '[]', 'feed' || n from generate_series(1, 40) n`)
  const made = await client.query<{ id: number }>(`insert into campaigns
    (name, product, call_script, max_concurrent_calls, status) values ('Bench', 'Loan', 'Hello', 100, 'paused') returning id`)
  const campaignId = made.rows[0]?.id
  const versions = await client.query<{ id: number }>(
    `insert into campaign_versions (campaign_id, number, product, rate_type, call_script, ai_personality)
     values ($1, 1, 'Loan', 'p.a.', 'Hello', 'professional') returning id`,
    [campaignId],
  )
  const versionId = versions.rows[0]?.id
  await client.query('update campaigns set version_id = $2 where id = $1', [campaignId, versionId])
  let brokers = 0
  return {
    client,
    async calls(provider, count) {
      const first = brokers
      brokers += count
      if (brokers > FIXED_LINES) throw new Error('there are no more numbers')
      const { rows } = await client.query<SeededCall>(
        `with people as (
          insert into brokers (name, phone, email, region, timezone, call_basis)
          select 'Broker ' || n, ${fixedLine('n')},
            'broker' || n || '@example.com', 'NSW', 'Australia/Sydney', 'relationship'
          from generate_series($3::int, $4::int) n returning id, phone
        ), places as (
          insert into enrolments (campaign_id, broker_id, simulated, state, attempts, due_at)
          select $1, id, false, 'in_flight', 1, now() from people returning id, broker_id
        ), made as (
          insert into calls (campaign_id, campaign_version_id, broker_id, to_number, provider, simulated, test,
            enrolment_id, attempt, dispatched_at, provider_call_id, from_number)
          select $1, $2, people.id, phone, $5, false, false, places.id, 1, now(),
            case $5 when 'twilio' then 'CA' || md5(phone) else gen_random_uuid()::text end, '+61491570501'
          from people join places on places.broker_id = people.id
          returning id, provider_call_id, to_number
        ), words as (insert into live_scripts (call_id, script, called_name) select id, $6::jsonb, 'Alex' from made)
        select id, provider_call_id as "providerCallId", to_number as "toNumber" from made order by id`,
        [campaignId, versionId, first, brokers - 1, provider, JSON.stringify(SCRIPT)],
      )
      return rows
    },
  }
}
