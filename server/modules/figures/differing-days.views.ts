import { sql } from 'kysely'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { recountedRows } from './counted-rows.views.ts'
import { figureKeys, measuresHash, sourceNames } from './measures.rules.ts'

/** The first day with stored figures or counted rows, and the day after the last stored one; null: none is stored. */
export async function findStoredDays({ db }: Pick<Ctx, 'db'>): Promise<{ from: string; to: string } | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select least((select min(day) from figures),
        (select (min(created_at) at time zone 'Australia/Sydney')::date from calls),
        (select (min(created_at) at time zone 'Australia/Sydney')::date from bookings),
        (select (min(submitted_at) at time zone 'Australia/Sydney')::date from applications))::text as from,
      (select counted_until::text from figures_state) as to`.execute(db)
  const { from = null, to = null } = rows[0] ?? {}
  return from === null || to === null || from >= to ? null : { from, to }
}

/** Stored days that differ from a recount, in one snapshot. @param to excluded */
export async function findDifferingDays(
  { db }: Pick<Ctx, 'db'>,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const columns = sql.join(
    ['day', 'source', 'dimension', 'simulated', ...figureKeys, 'counts'].map((name) => sql.ref(name)),
  )
  const ranges = [{ from: sydneyMidnight(from), to: sydneyMidnight(to) }]
  const counted = sourceNames.map(
    (source) => sql`select ${columns} from (${recountedRows(source, ranges)}) r`,
  )
  const { rows } = await sql<{ day: string }>`
    with stored as (select ${columns} from figures where day >= ${from}::date and day < ${to}::date),
      counted as (${sql.join(counted, sql` union all `)}),
      different as ((select * from stored except all select * from counted)
        union all (select * from counted except all select * from stored))
    select distinct day::text from different
    where day < (select counted_until from figures_state where measures = ${measuresHash()}) and day not in (select day from due_days)
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}
