// Enough brokers for a campaign of any length, and its progress.
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { FIXED_LINES, fixedLine } from './fixed-lines.ts'

/** Brokers after all fixed lines get an unassigned mobile number. */
export async function fillBrokers(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into brokers (name, company, email, phone, region, timezone, call_basis, number_source)
    select 'Broker ' || n, 'Company ' || n / 3, 'pace.' || n || '@example.com',
      case when n < ${FIXED_LINES} then ${fixedLine('n')}
        else '+614' || lpad(n::text, 8, '0') end,
      'NSW', 'Australia/Sydney', 'relationship', 'Met at a conference'
    from generate_series(0, $1 - 1) n on conflict do nothing`,
    [count],
  )
  // as autovacuum does within minutes
  await client.query('vacuum analyze')
}

export async function finishedCalls(client: pg.Client, campaignId: number): Promise<number> {
  const { rows } = await client.query<{ finished: number }>(
    'select count(*)::int as finished from calls where campaign_id = $1 and finished_at is not null',
    [campaignId],
  )
  return rows[0]?.finished ?? 0
}

export async function firstCallIsOver(client: pg.Client, campaignId: number): Promise<void> {
  const giveUpAt = performance.now() + 120_000
  while ((await finishedCalls(client, campaignId)) === 0) {
    if (performance.now() > giveUpAt) throw new Error('no call was made within 120 s')
    await delay(50)
  }
}

/** Waits for the comparison of new brokers with the registers, which is not part of a call. */
export async function newBrokersAreChecked(client: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + 180_000
  const unchecked = `select exists (select from brokers b left join broker_compliance c on c.broker_id = b.id
    where c.checked_facts is null) as "left"`
  while ((await client.query<{ left: boolean }>(unchecked)).rows[0]?.left) {
    if (performance.now() > giveUpAt)
      throw new Error('new brokers were not compared with the registers within 180 s')
    await delay(1000)
  }
}
