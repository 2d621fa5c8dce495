import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'
import { screenOutdated } from '../applications/screen-applications.ts'
import { createNameIndex } from '../names/name-index.rules.ts'
import { WORKING_CUTOFF } from '../names/name-score.rules.ts'
import type { EntryFacts } from './assess-broker.rules.ts'
import { checkRegisters } from './check-registers.ts'
import { insertFinishedRun } from './compliance-runs.store.ts'
import { entryColumns, kindOf, type NamedRegister } from './name-screening.ts'
import { checkSnapshotJob } from './run-checks.job.ts'
import { alertOf, brokersById, startRun } from './run-checks.ts'

const PAGE = 2000
const AGAIN_MS = 15_000
const BATCH = 500

interface SnapshotRow {
  id: number
  register: EntryFacts['register']
  isFirst: boolean
}

/**
 * Checks again whom a new snapshot concerns: who has a number whose row changed, whose name is like one that is new, and
 * about whom something was found that is gone. Everybody else stays as they were. The first snapshot of a register
 * concerns everybody.
 */
export async function checkSnapshot(ctx: Ctx, snapshotId: number): Promise<void> {
  await screenOutdated(ctx)
  const { rows } = await sql<SnapshotRow>`
    select id, register, not exists (select from register_snapshots o where o.register = s.register and o.id < s.id) as is_first
    from register_snapshots s where id = ${snapshotId}`.execute(ctx.db)
  const [snapshot] = rows
  if (!snapshot) return
  if (snapshot.isFirst) {
    // while another run is under way, the brokers that it has checked already did not meet this register
    const run = await ctx.tx((tx) => startRun(tx, 'snapshot'))
    const runAt = new Date(Date.now() + AGAIN_MS)
    if (!run)
      await ctx.enqueue(
        checkSnapshotJob,
        { snapshotId },
        { runAt, key: `surveillance.check-snapshot:${snapshotId}` },
      )
    return
  }
  const startedAt = ctx.now()
  const concerned = [...(await concernedBy(ctx, snapshot))].sort((one, other) => one - other)
  await ctx.tx(async (tx) => {
    let flagged = 0
    const runId = await insertFinishedRun(tx, { total: concerned.length, flagged: 0, startedAt })
    for (let at = 0; at < concerned.length; at += BATCH) {
      const brokers = await brokersById(tx, concerned.slice(at, at + BATCH))
      flagged += (await checkRegisters(tx, brokers, runId)).length
    }
    await sql`update compliance_runs set flagged = ${flagged} where id = ${runId}`.execute(tx.db)
    await alertOf(tx, concerned)
    tx.changed('surveillance')
  })
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
