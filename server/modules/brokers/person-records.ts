import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { containing } from '#server/platform/db/search-pattern.ts'
import { notationsOf } from './person.ts'
import { forgetEvidence } from './suppressions/suppressions.store.ts'

const KEPT_NUMBER =
  'Shows that a number may not be called, or why it was called. It stands there without a name.'

/**
 * Erases the person's rows of imports and the former versions of the record, finally the record itself; counts what
 * must stay.
 */
export async function eraseRecords(
  tx: Ctx,
  { person: { brokerIds, emails, phones, names }, note }: AppEvents['broker.erasing'],
): Promise<void> {
  const count = async (query: ReturnType<typeof sql<{ rows: number }>>): Promise<number> =>
    (await query.execute(tx.db)).rows[0]?.rows ?? 0
  const timeline = await count(sql`
    select count(*)::int as rows from activities where broker_id = any(${brokerIds})`)
  const texts = [...emails, ...notationsOf(phones)].map(containing)
  const listRows = await count(sql`
    with cleared as (
      update broker_import_rows set cells = '[]', fields = null, existing_id = null, problems = '[]'
      where existing_id = any(${brokerIds}) or cells::text ilike any(${texts}) or fields::text ilike any(${texts})
        or (fields ->> 'name' = any(${names}) and exists (select from broker_import_changes c
          where c.import_id = broker_import_rows.import_id and c.broker_id = any(${brokerIds})))
      returning 1)
    select count(*)::int as rows from cleared`)
  const former = await count(sql`
    with changes as (delete from broker_import_changes where broker_id = any(${brokerIds}) returning 1),
      merges as (update broker_merges set merged = '{}' where into_id = any(${brokerIds}) returning 1)
    select ((select count(*) from changes) + (select count(*) from merges))::int as rows`)
  await forgetEvidence(tx, { phones })
  const kept = await count(sql`
    select ((select count(*) from suppressions where phone = any(${phones}))
      + (select count(*) from number_washes where phone = any(${phones}))
      + (select count(*) from call_decisions where broker_id = any(${brokerIds})))::int as rows`)
  const erased = (what: string, rows: number): void => note({ what, rows, outcome: 'erased', reason: null })
  erased('Broker record', 1)
  erased('Timeline', timeline)
  erased('Rows of imported lists', listRows)
  erased('Former versions of the record', former)
  const what = 'Suppressions, register checks and call decisions'
  note({ what, rows: kept, outcome: 'kept', reason: KEPT_NUMBER })
}

/** The rows in the brokers' own tables. */
export async function exportRecords(
  tx: Ctx,
  { person: { brokerIds, phones }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const all = async (name: string, query: ReturnType<typeof sql<object>>): Promise<void> =>
    add({ name, rows: (await query.execute(tx.db)).rows })
  await all('record', sql`select * from brokers where id = any(${brokerIds})`)
  await all('timeline', sql`select * from activities where broker_id = any(${brokerIds}) order by id`)
  await all('suppressions', sql`select * from suppressions where phone = any(${phones}) order by id`)
  await all('register-checks', sql`select * from number_washes where phone = any(${phones})`)
  await all('former-versions', sql`select * from broker_import_changes where broker_id = any(${brokerIds})`)
  await all('merged-records', sql`select * from broker_merges where into_id = any(${brokerIds})`)
  await all(
    'changes-in-bulk',
    sql`select k.input ->> 'label' as label, c.outcome, c.reason, c.before, k.started_at as created_at
        from bulk_change_brokers c join runs k on k.id = c.change_id where c.broker_id = any(${brokerIds}) order by k.id`,
  )
  await all(
    'imported-rows',
    sql`select import_id, row, cells from broker_import_rows where existing_id = any(${brokerIds})`,
  )
  await all(
    'call-decisions',
    sql`select id, decided_at, verdict, reasons, facts from call_decisions
        where broker_id = any(${brokerIds}) order by id`,
  )
  await all('visits', sql`select at, device, referrer_host from visits where broker_id = any(${brokerIds})`)
}
