import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Register, registerQuarantine } from '#contract/surveillance/registers.ts'
import type { Ctx } from '#server/ctx.ts'

type Quarantine = ReturnsOf<typeof registerQuarantine>

const SHOWN = 1000

/** Unreadable rows of the newest snapshot, after those of the snapshot before that have disappeared. */
export async function viewQuarantine(ctx: Ctx, register: Register): Promise<Quarantine> {
  const { rows } = await sql<Quarantine[number]>`
    with newest as (select id from register_snapshots where register = ${register} order by id desc limit 1)
    select q.id::int as id, case when q.snapshot_id = n.id then 'unreadable' else 'vanished' end as state, q.line, q.text,
      q.reason, q.number, q.name, case when e.until_snapshot_id is null and e.id is not null then q.read_on::text end as in_force_from,
      s.snapshot_date::text as snapshot_date
    from newest n
    join register_quarantine q on q.snapshot_id = n.id or q.vanished_snapshot_id = n.id
    join register_snapshots s on s.id = q.snapshot_id
    left join register_entries e on e.id = q.entry_id
    order by q.snapshot_id = n.id, q.line, q.id limit ${SHOWN}`.execute(ctx.db)
  return rows
}
