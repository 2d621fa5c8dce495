import { type Insertable, sql } from 'kysely'
import type { SealFault, SealSource } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Tile } from '#server/platform/tlog/tiles.ts'
import type { SealedEntries } from '#server/schema.gen.ts'

export interface LockedLog {
  size: number
  verifierKey: string | null
}

/** Locks the log for appending; null: another process appends. */
export async function lockLog(tx: Ctx): Promise<LockedLog | null> {
  const row = await tx.db
    .selectFrom('sealedLog')
    .select(['size', 'verifierKey'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

export async function updateLog(tx: Ctx, { size, verifierKey }: LockedLog): Promise<void> {
  await tx.db.updateTable('sealedLog').set({ size, verifierKey }).execute()
}

/** The number of the last sealed state of each table. */
export async function lastChanges(ctx: Ctx): Promise<Record<SealSource, number>> {
  const rows = await ctx.db.selectFrom('sealedSources').select(['source', 'lastChange']).execute()
  // the table's check constraint allows no other source, and the migration inserted them all
  return Object.fromEntries(rows.map((row) => [row.source, row.lastChange])) as Record<SealSource, number>
}

export async function setLastChange(tx: Ctx, source: SealSource, lastChange: number): Promise<void> {
  await tx.db.updateTable('sealedSources').set({ lastChange }).where('source', '=', source).execute()
}

export type NewEntry = Pick<
  Insertable<SealedEntries>,
  'rowId' | 'changeId' | 'brokerId' | 'content' | 'sealedAt'
> & { source: SealSource; index: number; salt: Buffer; commitment: Buffer }

/** In arrays: a thousand rows of parameters take the database longer to parse than to insert. */
export async function insertEntries(tx: Ctx, entries: readonly NewEntry[]): Promise<void> {
  const column = <Name extends keyof NewEntry>(name: Name) => entries.map((entry) => entry[name] ?? null)
  await sql`
    insert into sealed_entries (index, source, row_id, change_id, broker_id, content, salt, commitment, sealed_at)
    select * from unnest(${column('index')}::bigint[], ${column('source')}::text[], ${column('rowId')}::bigint[],
      ${column('changeId')}::bigint[], ${column('brokerId')}::int[], ${column('content')}::text[],
      ${column('salt')}::bytea[], ${column('commitment')}::bytea[], ${column('sealedAt')}::timestamptz[])`.execute(
    tx.db,
  )
}

export async function storeTiles(tx: Ctx, tiles: readonly Tile[]): Promise<void> {
  await tx.db
    .insertInto('sealedTiles')
    .values([...tiles])
    .onConflict((conflict) =>
      conflict.columns(['level', 'index']).doUpdateSet((eb) => ({ hashes: eb.ref('excluded.hashes') })),
    )
    .execute()
}

export async function insertCheckpoint(
  tx: Ctx,
  checkpoint: { size: number; note: string; signedAt: Date },
): Promise<void> {
  await tx.db.insertInto('sealedCheckpoints').values(checkpoint).execute()
}

export async function storeCosignature(ctx: Ctx, size: number, cosignature: string): Promise<void> {
  await ctx.db
    .updateTable('sealedCheckpoints')
    .set({ cosignature, cosignedAt: ctx.now() })
    .where('size', '=', size)
    .execute()
}

/** Removes the salts of rows of the audit log from which details were taken out; their hashes stay in the log. */
export async function forgetAuditRows(tx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`update sealed_entries set salt = null
    where source = 'audit' and change_id = any(array(select unnest(${[...ids]}::bigint[]))) and salt is not null`.execute(
    tx.db,
  )
}

/** Removes salts and contents of the scores of brokers that are deleted. @returns how many entries */
export async function forgetScores(tx: Ctx, brokerIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`update sealed_entries set content = null, salt = null
    where source = 'score' and broker_id = any(${[...brokerIds]}::int[]) and salt is not null`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}

/** Stores the result of a comparison in place of the one before. */
export async function storeCheck(
  tx: Ctx,
  { entries, faults }: { entries: number; faults: readonly SealFault[] },
): Promise<void> {
  const now = tx.now()
  await tx.db.deleteFrom('sealFaults').execute()
  if (faults.length > 0) {
    const rows = faults.map((fault) => ({ ...fault, foundAt: now }))
    await tx.db.insertInto('sealFaults').values(rows).execute()
  }
  await tx.db.updateTable('sealedLog').set({ checkedAt: now, checkedEntries: entries }).execute()
}
