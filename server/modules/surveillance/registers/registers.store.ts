import { type Insertable, sql } from 'kysely'
import type { Register } from '#contract/surveillance/registers.ts'
import type { Ctx } from '#server/ctx.ts'
import type { RegisterSnapshots } from '#server/schema.gen.ts'
import type { RegisterRow } from './register-files.rules.ts'
import type { CurrentRow, Differences } from './snapshot-differences.rules.ts'

export interface Snapshot {
  id: number
  snapshotDate: string
  rows: number
  hash: string
}

/** Imports of one register take turns; ended with the transaction. */
export async function lockRegister(tx: Ctx, register: Register): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`register:${register}`}))`.execute(tx.db)
}

export async function newestSnapshot(ctx: Ctx, register: Register): Promise<Snapshot | undefined> {
  return ctx.db
    .selectFrom('registerSnapshots')
    .select(['id', 'rows', 'hash', sql<string>`snapshot_date::text`.as('snapshotDate')])
    .where('register', '=', register)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Key, version and number of every row of the newest snapshot. */
export async function currentRows(ctx: Ctx, register: Register): Promise<CurrentRow[]> {
  return ctx.db
    .selectFrom('registerEntries')
    .select(['id', 'key', 'fingerprint'])
    .where('register', '=', register)
    .where('untilSnapshotId', 'is', null)
    .execute()
}

export async function insertSnapshot(tx: Ctx, values: Insertable<RegisterSnapshots>): Promise<number> {
  const row = await tx.db
    .insertInto('registerSnapshots')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Rows per statement. */
const BATCH = 2000

/** Ends rows that are removed or changed, and adds new and changed ones. */
export async function applyDifferences(
  tx: Ctx,
  target: { register: Register; snapshotId: number },
  { ended, fresh }: Differences,
): Promise<void> {
  if (ended.length > 0) {
    await sql`update register_entries set until_snapshot_id = ${target.snapshotId} where id = any(${ended})`.execute(
      tx.db,
    )
  }
  for (let at = 0; at < fresh.length; at += BATCH) {
    await insertEntries(tx, target, fresh.slice(at, at + BATCH))
  }
}

async function insertEntries(
  tx: Ctx,
  { register, snapshotId }: { register: Register; snapshotId: number },
  rows: readonly (RegisterRow & { fingerprint: string })[],
): Promise<void> {
  await sql`
    insert into register_entries (register, from_snapshot_id, key, fingerprint, number, name, kind, abn, acn, licence,
      started_on, ended_on, status, state, postcode, locality, scheme, cells)
    select ${register}, ${snapshotId}, key, fingerprint, number, name, kind, abn, acn, licence, "startedOn", "endedOn",
      status, state, postcode, locality, scheme, cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as incoming(key text, fingerprint text, number text, name text,
      kind text, abn text, acn text, licence text, "startedOn" date, "endedOn" date, status text, state text,
      postcode text, locality text, scheme text, cells jsonb)`.execute(tx.db)
}
