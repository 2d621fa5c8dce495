import { sql } from 'kysely'
import { addDays } from '#contract/calendar.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { recountedRows } from './counted-rows.views.ts'
import {
  measures as allMeasures,
  figureKeys,
  type Measures,
  measuresHash,
  sourceNames,
} from './measures.rules.ts'

/** One transaction of the installation counts at a time. */
async function lock(tx: Pick<Ctx, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('figures')) as locked`.execute(tx.db)
  return rows[0]?.locked ?? false
}

interface Closing {
  countedUntil: string | null
  isCurrent: boolean
  today: string
}

/**
 * Makes the days that ended since, or all days after a change of the measures, due. Their marks carry this transaction's id:
 * a day is counted once all transactions that could still write to it unmarked have ended.
 */
export async function closeDays(tx: Pick<Ctx, 'db'>, measures: Measures = allMeasures): Promise<void> {
  if (!(await lock(tx))) return
  const hash = measuresHash(measures)
  // reads the clock before this transaction has an id: rows written later are marked by their trigger
  const { rows } = await sql<Closing>`
    select counted_until::text, measures = ${hash} as is_current, sydney_today()::text as today from figures_state`.execute(
    tx.db,
  )
  const [state] = rows
  if (!state) throw new Error('the state of the figures is missing')
  const { countedUntil, isCurrent, today } = state
  if (isCurrent && countedUntil === today) return
  const first =
    isCurrent && countedUntil !== null
      ? sql`${countedUntil}::date`
      : sql`(select min(day) from (
          select min(day) as day from figures
          union all select (min(created_at) at time zone 'Australia/Sydney')::date from calls
          union all select (min(created_at) at time zone 'Australia/Sydney')::date from bookings
          union all select (min(submitted_at) at time zone 'Australia/Sydney')::date from applications) days)`
  await sql`insert into due_days (day, ended_by)
    select day::date, pg_current_xact_id() from generate_series(${first}, ${today}::date - 1, interval '1 day') day`.execute(
    tx.db,
  )
  await sql`update figures_state set counted_until = ${today}::date, measures = ${hash}`.execute(tx.db)
}

/** Forgets which days are counted: all are read live until they are counted again. */
export async function reopenDays(ctx: Pick<Ctx, 'db'>): Promise<void> {
  await sql`update figures_state set counted_until = null`.execute(ctx.db)
}

/** Marks a day as due. */
export async function markDay(ctx: Pick<Ctx, 'db'>, day: string): Promise<void> {
  await sql`insert into due_days (day) values (${day}::date)`.execute(ctx.db)
}

/** Counts the earliest due day again. @returns the day; null: none is ready, or another process counts */
export async function countDueDay(
  tx: Pick<Ctx, 'db'>,
  measures: Measures = allMeasures,
): Promise<string | null> {
  if (!(await lock(tx))) return null
  // an id that this server has not given yet is of the server from which the database was restored
  const { rows } = await sql<{ day: string }>`
    select day::text from due_days, figures_state, pg_current_snapshot() s where day < counted_until
    group by day having bool_and(ended_by is null or ended_by < pg_snapshot_xmin(s) or ended_by >= pg_snapshot_xmax(s))
    order by day limit 1`.execute(tx.db)
  const day = rows[0]?.day
  if (day === undefined) return null
  // in this order: a change that commits after the marks are gone has a mark of its own
  await sql`delete from due_days where day = ${day}::date`.execute(tx.db)
  await sql`delete from figures where day = ${day}::date`.execute(tx.db)
  const ranges = [{ from: sydneyMidnight(day), to: sydneyMidnight(addDays(day, 1)) }]
  for (const source of sourceNames)
    await sql`insert into figures (day, source, dimension, simulated, ${sql.join(figureKeys.map((key) => sql.ref(key)))}, counts)
      ${recountedRows(source, ranges, measures)}`.execute(tx.db)
  return day
}
