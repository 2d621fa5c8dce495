import { sql } from 'kysely'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Register, RegisterChangeKind, registerChanges } from '#contract/surveillance/registers.ts'
import type { Ctx } from '#server/ctx.ts'
import { holds, searchPattern } from '#server/platform/db/search-pattern.ts'
import { decodeIdCursor, encodeCursor, type Page, page } from '#server/platform/http/page.ts'
import { type ChangedRow, describeChange } from './describe-change.rules.ts'

type Change = ReturnsOf<typeof registerChanges>[number]

interface Row extends ChangedRow {
  id: number
  change: RegisterChangeKind
  before: ChangedRow | null
  snapshotDate: string
}

const facts = (
  table: string,
) => sql`jsonb_build_object('number', ${sql.ref(`${table}.number`)}, 'name', ${sql.ref(`${table}.name`)},
  'startedOn', ${sql.ref(`${table}.started_on`)}, 'endedOn', ${sql.ref(`${table}.ended_on`)}, 'status', ${sql.ref(`${table}.status`)},
  'state', ${sql.ref(`${table}.state`)}, 'postcode', ${sql.ref(`${table}.postcode`)}, 'licence', ${sql.ref(`${table}.licence`)},
  'scheme', ${sql.ref(`${table}.scheme`)})`

/**
 * The changes of the newest snapshot. The first snapshot of a register has none: there is no earlier one to compare
 * with.
 */
export async function viewChanges(
  ctx: Ctx,
  register: Register,
  { kind, state, q, cursor, limit }: QueryOf<typeof registerChanges>,
): Promise<Page<Change>> {
  const after = decodeIdCursor(cursor) ?? 0
  const text = sql`fold_key(coalesce(number, '') || ' ' || name)`
  const changes = sql`
    with newest as (
      select id, snapshot_date from register_snapshots s where register = ${register}
        and exists (select from register_snapshots o where o.register = s.register and o.id < s.id)
      order by id desc limit 1
    ), fresh as (
      select e.*, o.id as old_id, row_number() over (partition by e.number, o.id is null order by e.id) as nth
      from newest s join register_entries e on e.from_snapshot_id = s.id
      left join register_entries o on o.register = e.register and o.key = e.key and o.until_snapshot_id = s.id
    ), gone as (
      select e.*, row_number() over (partition by e.number order by e.id) as nth
      from newest s join register_entries e on e.until_snapshot_id = s.id
      where not exists (select from register_entries n where n.from_snapshot_id = s.id and n.key = e.key)
    ), changes as (
      select f.id, f.number, f.name, f.started_on, f.ended_on, f.status, f.state, f.postcode, f.licence, f.scheme, s.snapshot_date,
        case when o.id is not null then 'changed' when g.id is not null then 'moved' else 'added' end as change,
        case when o.id is not null then ${facts('o')} when g.id is not null then ${facts('g')} end as before
      from newest s cross join fresh f
      left join register_entries o on o.id = f.old_id
      left join gone g on ${register} = 'credit_representatives' and f.old_id is null and g.number = f.number and g.nth = f.nth
      union all
      select g.id, g.number, g.name, g.started_on, g.ended_on, g.status, g.state, g.postcode, g.licence, g.scheme, s.snapshot_date,
        'removed', null::jsonb
      from newest s cross join gone g
      where not (${register} = 'credit_representatives' and exists (select from fresh f
        where f.old_id is null and f.number = g.number and f.nth = g.nth))
    )`
  const chosen = sql`(${kind ?? null}::text is null or change = ${kind ?? null})
    and (${state ?? null}::text is null or state = ${state?.toUpperCase() ?? null})
    and ${holds(text, searchPattern(q))}`
  const { rows } = await sql<Row>`${changes}
    select id::int as id, change, number, name, started_on::text as started_on, ended_on::text as ended_on, status, state,
      postcode, licence, scheme, before, snapshot_date::text as snapshot_date
    from changes where ${chosen} and id > ${after} order by id limit ${limit + 1}`.execute(ctx.db)
  const counted = await sql<{
    total: number
  }>`${changes} select count(*)::int as total from changes where ${chosen}`.execute(ctx.db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeCursor([last.id]) : null
  return page(
    shown.map((row) => ({
      id: row.id,
      kind: row.change,
      number: row.number,
      name: row.name,
      state: row.state,
      text: describeChange(register, row, row.before, row.change),
      snapshotDate: row.snapshotDate,
    })),
    { total: counted.rows[0]?.total ?? 0, next },
  )
}
