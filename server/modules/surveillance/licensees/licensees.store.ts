import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { MOVES_DAYS } from '#contract/surveillance/living-registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'

/** The snapshot that joiners and leavers are counted from. */
export interface Baseline {
  id: number
  date: string
}

/**
 * The newest snapshot of the representatives that is at least `MOVES_DAYS` old, else the first one there is; null while
 * there is only one.
 */
export async function findBaseline(ctx: Ctx): Promise<Baseline | null> {
  const before = addDays(sydneyDate(ctx.now()), -MOVES_DAYS)
  const { rows } = await sql<Baseline>`
    select id, snapshot_date::text as date from register_snapshots s where register = 'credit_representatives'
      and exists (select from register_snapshots n where n.register = s.register and n.id > s.id)
    order by snapshot_date <= ${before}::date desc,
      case when snapshot_date <= ${before}::date then -id else id end limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

export interface LicenseeRow {
  number: string
  name: string | null
  status: string | null
  endedOn: string | null
  gone: boolean
  representatives: number
  brokers: number
  joined: number
  left: number
}

/** A broker's number as the registers write it. */
const brokersNumber = sql`${plainAsicNumberOf(sql`b.asic_number`)}`

/** Representatives of these licences now, and at the baseline. */
const members = (baseline: Baseline | null, today: string, licences: ReturnType<typeof sql>) => sql`
  now_ as (
    select distinct licence, number, name, state from register_entries
    where register = 'credit_representatives' and until_snapshot_id is null and licence in (${licences})
      and (ended_on is null or ended_on > ${today}::date)
  ), then_ as (
    select distinct licence, number, name, state from register_entries
    where register = 'credit_representatives' and licence in (${licences}) and from_snapshot_id <= ${baseline?.id ?? 0}
      and (until_snapshot_id is null or until_snapshot_id > ${baseline?.id ?? 0})
      and (ended_on is null or ended_on > ${baseline?.date ?? today}::date)
  ), joined as (
    select * from now_ n where ${baseline !== null}
      and not exists (select from then_ t where t.licence = n.licence and t.number = n.number)
  ), left_ as (
    select * from then_ t where not exists (select from now_ n where n.licence = t.licence and n.number = t.number)
  )`

/** The licensees that are watched, or this one of them, by name. */
export async function watchedLicensees(
  ctx: Ctx,
  baseline: Baseline | null,
  only: string | null = null,
): Promise<LicenseeRow[]> {
  const today = sydneyDate(ctx.now())
  const watched = sql`select number from watched_licensees where ${only}::text is null or number = ${only}`
  const { rows } = await sql<LicenseeRow>`
    with ${members(baseline, today, watched)}
    select w.number, e.name, e.status, e.ended_on::text as ended_on, e.until_snapshot_id is not null as gone,
      (select count(*)::int from now_ where licence = w.number) as representatives,
      (select count(*)::int from now_ n join brokers b on ${brokersNumber} = n.number where n.licence = w.number) as brokers,
      (select count(*)::int from joined where licence = w.number) as joined,
      (select count(*)::int from left_ where licence = w.number) as left
    from (${watched}) w left join lateral (
      select name, status, ended_on, until_snapshot_id from register_entries
      where number = w.number and register = 'credit_licensees' order by until_snapshot_id desc nulls first, id desc limit 1
    ) e on true order by e.name, w.number`.execute(ctx.db)
  return rows
}

export interface MoveRow {
  kind: 'joined' | 'left'
  number: string
  name: string
  state: string | null
  brokerId: number | null
  /** The former licensee of a joiner, or the present one of a leaver: its licence and name, or an end. */
  otherLicence: string | null
  otherName: string | null
  endedOn: string | null
}

export async function movesOf(
  ctx: Ctx,
  licence: string,
  baseline: Baseline,
  most: number,
): Promise<MoveRow[]> {
  const today = sydneyDate(ctx.now())
  const { rows } = await sql<MoveRow>`
    with ${members(baseline, today, sql`${licence}`)}, moves as (
      select 'joined' as kind, number, name, state from joined union all select 'left', number, name, state from left_
    )
    select m.kind, m.number, m.name, m.state, o.licence as other_licence, l.name as other_name,
      case when m.kind = 'left' and o.licence is null then e.ended_on::text end as ended_on,
      (select min(b.id) from brokers b where ${brokersNumber} = m.number) as broker_id
    from moves m
    left join lateral (
      select licence from register_entries r where r.number = m.number and r.register = 'credit_representatives'
        and r.licence is distinct from ${licence}
        and case when m.kind = 'left' then r.until_snapshot_id is null and (r.ended_on is null or r.ended_on > ${today}::date)
          else r.from_snapshot_id <= ${baseline.id} end
      order by r.id desc limit 1
    ) o on true
    left join lateral (
      select ended_on from register_entries r where r.number = m.number and r.register = 'credit_representatives'
        and r.licence = ${licence} and r.until_snapshot_id is null order by r.id desc limit 1
    ) e on true
    left join register_entries l on l.number = o.licence and l.register = 'credit_licensees' and l.until_snapshot_id is null
    order by m.name, m.number limit ${most}`.execute(ctx.db)
  return rows
}

/** @returns false if this licensee is watched already */
export async function insertWatchedLicensee(tx: Ctx, number: string): Promise<boolean> {
  const added = await tx.db
    .insertInto('watchedLicensees')
    .values({
      number,
      addedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
      addedAt: tx.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  return added !== undefined
}

/** @returns false if this licensee is not watched */
export async function deleteWatchedLicensee(tx: Ctx, number: string): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('watchedLicensees')
    .where('number', '=', number)
    .returning('number')
    .executeTakeFirst()
  return deleted !== undefined
}
