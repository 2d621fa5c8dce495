import { sql } from 'kysely'
import type { CallBasis } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { optOutSources } from '../suppressions/suppressions.rules.ts'
import type { BasisBefore, Change, Chosen, Planned } from './plan-bulk-change.rules.ts'
import type { selectedBrokers } from './selected-brokers.views.ts'

/** Stores the chosen brokers of a change, in one statement. @returns their number */
export async function insertChosen(
  ctx: Ctx,
  id: number,
  chosen: ReturnType<typeof selectedBrokers>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with added as (insert into bulk_change_brokers (change_id, broker_id)
      select ${id}::int, chosen.id from (${chosen}) chosen returning 1)
    select count(*)::int as total from added`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** The next brokers of a change, locked until the transaction ends, so that the dispatcher leaves them alone. */
export async function lockChosen(
  ctx: Ctx,
  { id, change, limit }: { id: number; change: Change; limit: number },
): Promise<Chosen[]> {
  const listId = change.kind === 'audience' ? change.listId : null
  const { rows } = await sql<Omit<Chosen, 'basis'> & Chosen['basis']>`
    with batch as materialized (select broker_id from bulk_change_brokers
      where change_id = ${id} and outcome is null order by broker_id limit ${limit})
    select b.id, b.phone, b.bdm_id, b.call_basis, b.call_basis_source, b.call_basis_at,
      b.prospect_since is not null as is_prospect,
      exists (select from suppressions s where s.phone = b.phone and s.ended_at is null
        and s.source = any(${[...optOutSources]}::text[])) as opted_out,
      exists (select from suppressions s where s.phone = b.phone and s.ended_at is null and s.source = 'manual')
        as suppressed,
      exists (select from broker_list_members m where m.list_id = ${listId}::int and m.broker_id = b.id) as listed
    from brokers b where b.id in (select broker_id from batch) order by b.id for update of b`.execute(ctx.db)
  return rows.map(({ callBasis, callBasisSource, callBasisAt, ...row }) => ({
    ...row,
    // the table's check allows no other
    basis: { callBasis: callBasis as CallBasis, callBasisSource, callBasisAt },
  }))
}

type Changed = Extract<Planned, { outcome: 'changed' }>

/** Writes what a batch changes in the brokers' own rows. */
export async function writeChanges(ctx: Ctx, change: Change, changed: readonly Changed[]): Promise<void> {
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return
  if (change.kind === 'bdm') {
    await sql`update brokers set bdm_id = ${change.bdmId}, updated_at = clock_timestamp()
      where id = any(${ids}::int[])`.execute(ctx.db)
  } else if (change.kind === 'call_basis') {
    const rows = changed.map(({ id, basis }) => ({ id, ...basis }))
    await sql`update brokers b set call_basis = input."callBasis", call_basis_source = input."callBasisSource",
        call_basis_at = input."callBasisAt", updated_at = clock_timestamp()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as input(id int, "callBasis" text, "callBasisSource" text, "callBasisAt" timestamptz)
      where b.id = input.id`.execute(ctx.db)
  } else if (change.kind === 'audience') await setListed(ctx, change.listId, ids, !change.remove)
}

/** Puts brokers on a list, or takes them off it. */
export async function setListed(
  ctx: Ctx,
  listId: number,
  ids: readonly number[],
  listed: boolean,
): Promise<void> {
  if (listed) {
    await sql`insert into broker_list_members (list_id, broker_id)
      select ${listId}::int, b.id from brokers b where b.id = any(${[...ids]}::int[])
      on conflict do nothing`.execute(ctx.db)
  } else {
    await sql`delete from broker_list_members
      where list_id = ${listId} and broker_id = any(${[...ids]}::int[])`.execute(ctx.db)
  }
}

/** Notes what became of the brokers of a batch, with what they had before. */
export async function noteOutcomes(ctx: Ctx, id: number, planned: readonly Planned[]): Promise<void> {
  const rows = planned.map((each) => ({
    id: each.id,
    outcome: each.outcome,
    reason: each.outcome === 'refused' ? each.reason : null,
    before: each.outcome === 'changed' ? each.before : null,
  }))
  await sql`update bulk_change_brokers c set outcome = input.outcome, reason = input.reason, before = input.before,
      left_at = case when input.outcome = 'changed' then b.updated_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input(id int, outcome text, reason text, before jsonb)
    join brokers b on b.id = input.id
    where c.change_id = ${id} and c.broker_id = input.id`.execute(ctx.db)
}

export interface Undoing {
  id: number
  before: unknown
  /** Changed since, by whomever. */
  edited: boolean
}

/** The next brokers to undo, locked as above. */
export async function lockChanged(ctx: Ctx, id: number, limit: number): Promise<Undoing[]> {
  const { rows } = await sql<Undoing>`
    with batch as materialized (select broker_id, before, left_at from bulk_change_brokers
      where change_id = ${id} and outcome = 'changed' order by broker_id limit ${limit})
    select b.id, batch.before, b.updated_at is distinct from batch.left_at as edited
    from brokers b join batch on batch.broker_id = b.id order by b.id for update of b`.execute(ctx.db)
  return rows
}

/** Gives brokers their former BDM; none where that one is gone. */
export async function restoreBdms(
  ctx: Ctx,
  rows: readonly { id: number; bdmId: number | null }[],
): Promise<void> {
  await sql`update brokers b set bdm_id = (select m.id from bdms m where m.id = input."bdmId"),
      updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as input(id int, "bdmId" int)
    where b.id = input.id`.execute(ctx.db)
}

export async function restoreBases(ctx: Ctx, rows: readonly ({ id: number } & BasisBefore)[]): Promise<void> {
  await sql`update brokers b set call_basis = input."callBasis", call_basis_source = input."callBasisSource",
      call_basis_at = input."callBasisAt", updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as input(id int, "callBasis" text, "callBasisSource" text, "callBasisAt" timestamptz)
    where b.id = input.id`.execute(ctx.db)
}

export async function noteUndone(
  ctx: Ctx,
  id: number,
  { restored, left }: { restored: readonly number[]; left: readonly number[] },
): Promise<void> {
  await sql`update bulk_change_brokers
    set outcome = case when broker_id = any(${[...restored]}::int[]) then 'restored' else 'left' end
    where change_id = ${id} and broker_id = any(${[...restored, ...left]}::int[])`.execute(ctx.db)
}
