import { sql } from 'kysely'
import type { Register } from '#contract/surveillance/registers.ts'
import type { Ctx } from '#server/ctx.ts'
import type { MissingRow, QuarantinedRow } from './quarantine.rules.ts'
import type { UnreadableRow } from './read-register.rules.ts'

export interface StoredQuarantine extends QuarantinedRow {
  entryId: number | null
  readOn: string | null
}

/** The unreadable rows of a snapshot. */
export async function findQuarantined(ctx: Ctx, snapshotId: number): Promise<StoredQuarantine[]> {
  const { rows } = await sql<StoredQuarantine>`
    select id::int as id, text, number, name, cells, entry_id::int as entry_id, read_on::text as read_on
    from register_quarantine where snapshot_id = ${snapshotId} order by id`.execute(ctx.db)
  return rows
}

/** The keys of these entries. */
export async function findMissing(ctx: Ctx, ids: readonly number[]): Promise<MissingRow[]> {
  const { rows } = await sql<MissingRow>`
    select id::int as id, number, name, started_on::text as started_on from register_entries
    where id = any(${[...ids]}) order by id`.execute(ctx.db)
  return rows
}

export async function insertQuarantined(
  tx: Ctx,
  { register, snapshotId }: { register: Register; snapshotId: number },
  rows: readonly (UnreadableRow & { entryId: number | null; readOn: string | null })[],
): Promise<void> {
  if (rows.length === 0) return
  const storable = rows.map((row) => ({ ...row, text: row.text.replaceAll('\0', '\ufffd').toWellFormed() }))
  await sql`
    insert into register_quarantine (register, snapshot_id, line, text, reason, number, name, cells, entry_id, read_on)
    select ${register}, ${snapshotId}, line, text, reason, number, name,
      array(select jsonb_array_elements_text(cells)), "entryId", "readOn"
    from jsonb_to_recordset(${JSON.stringify(storable)}::jsonb) as i(line int, text text, reason text, number text,
      name text, cells jsonb, "entryId" bigint, "readOn" date) order by line`.execute(tx.db)
}

export async function markVanished(tx: Ctx, snapshotId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update register_quarantine set vanished_snapshot_id = ${snapshotId} where id = any(${[...ids]})`.execute(
    tx.db,
  )
}
