import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'
import { screenOutdated } from '../applications/screen-applications.ts'
import { createNameIndex } from '../names/name-index.rules.ts'
import { WORKING_CUTOFF } from '../names/name-score.rules.ts'
import type { EntryFacts } from './assess-broker.rules.ts'
import { checkSnapshotJob } from './check-snapshot.job.ts'
import { newestRunSnapshot } from './compliance-runs.store.ts'
import { entryColumns, kindOf, type NamedRegister } from './name-screening.ts'
import { startCheck } from './run-checks.ts'

const PAGE = 2000
const AGAIN_MS = 15_000
/** With more, the order makes no difference: a run takes seconds. */
const MAX_FIRST = 5000

interface SnapshotRow {
  id: number
  register: EntryFacts['register']
  isFirst: boolean
}

/**
 * Checks all brokers against a new snapshot, the affected ones first: brokers with a number whose row changed, with a
 * name like a new one, or with a finding whose row is gone. Open applications are compared again as well.
 */
export async function checkSnapshot(ctx: Ctx, snapshotId: number): Promise<void> {
  await screenOutdated(ctx)
  const done = await newestRunSnapshot(ctx)
  // a run that has begun since checks everybody against this snapshot too
  if (done >= snapshotId) return
  const { rows: snapshots } = await sql<SnapshotRow>`
    select id, register, not exists (select from register_snapshots o where o.register = s.register and o.id < s.id) as is_first
    from register_snapshots s where id > ${done} order by id`.execute(ctx.db)
  if (snapshots.length === 0) return
  const concerned = new Set<number>()
  for (const snapshot of snapshots) {
    if (snapshot.isFirst) continue
    for (const id of await concernedBy(ctx, snapshot)) concerned.add(id)
  }
  const first = [...concerned].sort((one, other) => one - other).slice(0, MAX_FIRST)
  const run = await ctx.tx((tx) => startCheck(tx, 'snapshot', { firstIds: first }))
  if (run) return
  // while another run is under way, the brokers that it has checked already did not meet this snapshot
  const runAt = new Date(Date.now() + AGAIN_MS)
  await ctx.enqueue(
    checkSnapshotJob,
    { snapshotId },
    { runAt, key: `surveillance.check-snapshot:${snapshotId}` },
  )
}

async function concernedBy(ctx: Ctx, { id, register }: SnapshotRow): Promise<Set<number>> {
  const { rows: changed } = await sql<EntryFacts & { isFresh: boolean }>`
    select ${entryColumns}, e.from_snapshot_id = ${id} as is_fresh from register_entries e
    where e.from_snapshot_id = ${id} or e.until_snapshot_id = ${id}`.execute(ctx.db)
  if (changed.length === 0) return new Set()
  const concerned =
    register === 'credit_representatives' || register === 'credit_licensees'
      ? await byNumber(ctx, changed)
      : await byName(
          ctx,
          register,
          changed.filter(({ isFresh }) => isFresh),
        )
  const subjects = [...new Set(changed.map((row) => `${register}:${row.number ?? row.name}`))]
  const { rows } = await sql<{ brokerId: number }>`
    select distinct broker_id from compliance_findings where subject = any(${subjects})`.execute(ctx.db)
  for (const { brokerId } of rows) concerned.add(brokerId)
  return concerned
}

/** Brokers with the number of a changed row, or whose representative acts for a changed licensee. */
async function byNumber(ctx: Ctx, changed: readonly EntryFacts[]): Promise<Set<number>> {
  const numbers = [...new Set(changed.flatMap(({ number }) => number ?? []))]
  const { rows } = await sql<{ id: number }>`
    with numbers as (
      select unnest(${numbers}::text[]) as number
      union select e.number from register_entries e
        where e.register = 'credit_representatives' and e.licence = any(${numbers}) and e.until_snapshot_id is null
          and ${changed[0]?.register === 'credit_licensees'}
    )
    select b.id from brokers b join numbers n
      on n.number = ${plainAsicNumberOf(sql`b.asic_number`)}
    where b.asic_number is not null`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** Brokers whose names are like those of new rows. */
async function byName(ctx: Ctx, register: NamedRegister, fresh: readonly EntryFacts[]): Promise<Set<number>> {
  const concerned = new Set<number>()
  if (fresh.length === 0) return concerned
  const index = createNameIndex<EntryFacts>(kindOf[register], ({ name }) => name)
  index.add(fresh)
  const isPerson = kindOf[register] === 'person'
  let after = 0
  for (;;) {
    const { rows } = await sql<{ id: number; name: string | null }>`
      select id, ${isPerson ? sql`name` : sql`company`} as name from brokers where id > ${after} order by id limit ${PAGE}`.execute(
      ctx.db,
    )
    for (const { id, name } of rows) {
      if (name && index.search(name, WORKING_CUTOFF[kindOf[register]]).length > 0) concerned.add(id)
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < PAGE) return concerned
  }
}
