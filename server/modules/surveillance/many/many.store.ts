import { sql } from 'kysely'
import { type ManyReason, manyReasons, registersOf } from '#contract/surveillance/finding-reasons.ts'
import { FLAG_AT } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'

export interface CountedReason {
  reason: ManyReason
  importId: number | null
  brokers: number
  total: number
}

const OPEN_FINDING = sql`f.risk >= ${FLAG_AT} and f.cleared_fingerprint is distinct from f.fingerprint and not f.awaits_review
  and not f.single`

/** Not part of the finding about an import. */
const OUTSIDE_IMPORTS = sql`not exists (select from findings_of_many o where o.id = f.many_id and o.import_id is not null)`

/** Brokers that each reason concerns, of every import with undecided findings. */
export async function countOfImports(tx: Ctx): Promise<CountedReason[]> {
  const { rows } = await sql<CountedReason>`
    with imports as (
      select distinct c.import_id from broker_import_changes c join compliance_findings f on f.broker_id = c.broker_id
      where f.pending
      union select import_id from findings_of_many where state = 'open' and import_id is not null
    ), sizes as (
      select c.import_id, count(*)::int as total from broker_import_changes c
      where c.import_id in (select import_id from imports) group by c.import_id
    )
    select f.reason, s.import_id, count(distinct f.broker_id)::int as brokers, s.total
    from sizes s join broker_import_changes c on c.import_id = s.import_id
    join compliance_findings f on f.broker_id = c.broker_id
    where f.reason = any(${[...manyReasons]}) and ${OPEN_FINDING}
    group by f.reason, s.import_id, s.total order by s.import_id desc, f.reason`.execute(tx.db)
  return rows
}

/** Brokers that each reason concerns, of all, without those of a finding about an import. */
export async function countOfAll(tx: Ctx): Promise<CountedReason[]> {
  const { rows } = await sql<CountedReason>`
    select f.reason, null::int as import_id, count(distinct f.broker_id)::int as brokers,
      (select count(*)::int from brokers) as total
    from compliance_findings f where f.reason = any(${[...manyReasons]}) and ${OPEN_FINDING} and ${OUTSIDE_IMPORTS}
    group by f.reason order by f.reason`.execute(tx.db)
  return rows
}

/** The finding about the reason, counted again. */
export async function openMany(
  tx: Ctx,
  { reason, importId, brokers, total }: CountedReason,
): Promise<{ id: number; isNew: boolean; state: 'open' | 'flagged' }> {
  const registers = [...registersOf[reason]]
  const { rows } = await sql<{ id: number; isNew: boolean; state: 'open' | 'flagged' }>`
    insert into findings_of_many (reason, import_id, brokers, total, register_date, opened_at)
    values (${reason}, ${importId}, ${brokers}, ${total},
      (select min(newest) from (select max(snapshot_date) as newest from register_snapshots
        where register = any(${registers}) group by register) n), ${tx.now()})
    on conflict (reason, coalesce(import_id, 0)) where state in ('open', 'flagged') do update
    set brokers = excluded.brokers, total = excluded.total, register_date = excluded.register_date
    returning id, xmax = 0 as is_new, state`.execute(tx.db)
  const [row] = rows
  if (!row) throw new Error('finding of many not stored')
  return row
}

/** Makes the findings of the reason part of the one about many. @returns the brokers whose findings it takes */
export async function gatherInto(
  tx: Ctx,
  id: number,
  { reason, importId }: CountedReason,
): Promise<number[]> {
  const { rows } = await sql<{ brokerId: number }>`
    update compliance_findings f set many_id = ${id}, pending = false
    where f.reason = ${reason} and f.many_id is null and ${OPEN_FINDING}
      and (${importId}::int is null
        or f.broker_id in (select broker_id from broker_import_changes where import_id = ${importId}::int))
    returning f.broker_id`.execute(tx.db)
  return rows.map(({ brokerId }) => brokerId)
}

/** Ends findings about many that are now about few. @returns the brokers whose findings count singly again */
export async function endOver(tx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ brokerId: number }>`
    with counted as (
      select m.id, (select count(distinct f.broker_id) from compliance_findings f
        where f.reason = m.reason and ${OPEN_FINDING} and case when m.import_id is null then ${OUTSIDE_IMPORTS}
          else f.broker_id in (select broker_id from broker_import_changes c where c.import_id = m.import_id) end) as brokers,
        case when m.import_id is null then (select count(*) from brokers)
          else (select count(*) from broker_import_changes c where c.import_id = m.import_id) end as total
      from findings_of_many m where m.state in ('open', 'flagged')
    ), over as (
      update findings_of_many m set state = 'ended', closed_at = ${tx.now()} from counted c
      where c.id = m.id and (c.brokers < 10 or c.brokers * 20 <= c.total) returning m.id
    )
    update compliance_findings f set many_id = null from over where f.many_id = over.id returning f.broker_id`.execute(
    tx.db,
  )
  return rows.map(({ brokerId }) => brokerId)
}

/** Pending findings that are not about many count for their broker from now on. @returns the brokers */
export async function settlePending(tx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ brokerId: number }>`
    update compliance_findings set pending = false where pending returning broker_id`.execute(tx.db)
  return rows.map(({ brokerId }) => brokerId)
}

export interface OpenMany {
  id: number
  reason: ManyReason
  importId: number | null
  importName: string | null
  brokers: number
  total: number
  registerDate: string | null
  openedAt: Date
}

/** The open findings about many, the largest first. @param id null: all */
export async function findOpenMany(ctx: Ctx, id: number | null = null): Promise<OpenMany[]> {
  const { rows } = await sql<OpenMany>`
    select m.id, m.reason, m.import_id, i.filename as import_name, m.brokers, m.total,
      m.register_date::text as register_date, m.opened_at
    from findings_of_many m left join broker_imports i on i.id = m.import_id
    where m.state = 'open' and (${id}::int is null or m.id = ${id}::int) order by m.brokers desc, m.id`.execute(
    ctx.db,
  )
  return rows
}

/** Closes an open finding about many. @returns false where it is closed already */
export async function closeMany(
  tx: Ctx,
  id: number,
  { state, by, note }: { state: 'dismissed' | 'flagged'; by: number; note: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update findings_of_many set state = ${state}, closed_at = ${tx.now()}, closed_by = ${by}, note = ${note}
    where id = ${id} and state = 'open' returning id`.execute(tx.db)
  return rows.length > 0
}

export async function existsMany(tx: Ctx, id: number): Promise<boolean> {
  const row = await tx.db.selectFrom('findingsOfMany').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** @returns the brokers whose findings are silent, or count singly, from now on */
export async function releaseFindings(
  tx: Ctx,
  id: number,
  { clearedBy }: { clearedBy: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ brokerId: number }>`
    update compliance_findings set many_id = null, single = ${clearedBy === null},
      cleared_fingerprint = case when ${clearedBy}::int is null then cleared_fingerprint else fingerprint end,
      cleared_at = case when ${clearedBy}::int is null then cleared_at else ${tx.now()} end,
      cleared_by = case when ${clearedBy}::int is null then cleared_by else ${clearedBy}::int end
    where many_id = ${id} returning broker_id`.execute(tx.db)
  return rows.map(({ brokerId }) => brokerId)
}
