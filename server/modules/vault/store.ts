import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { VaultFiles } from '#server/schema.gen.ts'

/** The fault of a stored file: it is missing, none of our keys decrypts it, or its bytes were changed. */
export type StorageFault = 'missing' | 'unreadable' | 'changed'

export type VaultFileRow = Selectable<VaultFiles>

export async function insertFile(ctx: Ctx, values: Insertable<VaultFiles>): Promise<VaultFileRow> {
  return ctx.db.insertInto('vaultFiles').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function findFile(ctx: Ctx, id: number): Promise<VaultFileRow | undefined> {
  return ctx.db
    .selectFrom('vaultFiles')
    .selectAll()
    .where('id', '=', id)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
}

/** Marks loose files as attached. @returns how many were still loose */
export async function markAttached(ctx: Ctx, ids: readonly number[]): Promise<number> {
  const marked = await ctx.db
    .updateTable('vaultFiles')
    .set({ attachedAt: ctx.now() })
    .where('id', '=', anyOf(ids))
    .where('attachedAt', 'is', null)
    .where('releasedAt', 'is', null)
    .returning('id')
    .execute()
  return marked.length
}

/**
 * Releases files that nothing holds any more: they can no longer be opened or attached, and will be destroyed. The file of
 * an approved application is one of the broker's documents too.
 */
export async function markReleased(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.db
    .updateTable('vaultFiles')
    .set({ attachedAt: null, releasedAt: ctx.now() })
    .where('id', '=', anyOf(ids))
    .where('releasedAt', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from application_files f where f.file_id = vault_files.id)
        and not exists (select from documents d where d.file_id = vault_files.id)`,
    )
    .execute()
}

/** Releases those of these files that are loose. @returns their ids */
export async function markLooseReleased(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .updateTable('vaultFiles')
    .set({ releasedAt: ctx.now() })
    .where('id', '=', anyOf(ids))
    .where('attachedAt', 'is', null)
    .where('releasedAt', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Releases loose files that were stored before this instant. */
export async function markForgottenReleased(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db
    .updateTable('vaultFiles')
    .set({ releasedAt: ctx.now() })
    .where('attachedAt', 'is', null)
    .where('releasedAt', 'is', null)
    .where('createdAt', '<', before)
    .execute()
}

/** Released files, limited to these ids if there are any. */
export async function findReleased(
  ctx: Ctx,
  options: { ids?: readonly number[]; limit: number },
): Promise<Pick<VaultFileRow, 'id' | 'storageName'>[]> {
  let rows = ctx.db
    .selectFrom('vaultFiles')
    .select(['id', 'storageName'])
    .where('attachedAt', 'is', null)
    .where('releasedAt', 'is not', null)
  if (options.ids) rows = rows.where('id', '=', anyOf(options.ids))
  return rows.orderBy('id').limit(options.limit).execute()
}

export async function deleteFileRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('vaultFiles').where('id', '=', id).where('releasedAt', 'is not', null).execute()
}

/** Those of these names that have no row. */
export async function unknownNames(ctx: Ctx, names: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('vaultFiles')
    .select('storageName')
    .where('storageName', 'in', [...names])
    .execute()
  const known = new Set(rows.map(({ storageName }) => storageName))
  return names.filter((name) => !known.has(name))
}

/** The result of checking the stored bytes. */
export interface Finding {
  /** null: the bytes were decrypted to the end and match their checksum. */
  fault: StorageFault | null
  /** Whether the stored bytes begin with age's header; null: there were none. */
  sealed: boolean | null
}

/** The result of processing one file. */
export interface Outcome {
  /** As it was when its bytes were fetched. */
  row: VaultFileRow
  finding: Finding
  /** The new name and key, after a rotation. */
  moved?: Pick<VaultFileRow, 'storageName' | 'keyId'>
}

/**
 * Stores the outcomes of many files, except those that were moved or released meanwhile.
 * @returns ids of the files whose outcome was stored
 */
export async function markChecked(tx: Ctx, outcomes: readonly Outcome[]): Promise<Set<number>> {
  const ids = outcomes.map(({ row }) => row.id)
  // locked in a fixed order, so that two jobs on the same files cannot deadlock
  await sql`select from vault_files where id = any(${ids}::int[]) order by id for update`.execute(tx.db)
  const { rows } = await sql<{ id: number }>`
    update vault_files f set
      storage_name = coalesce(found.moved_name, f.storage_name), key_id = coalesce(found.moved_key, f.key_id),
      fault = found.fault, sealed = coalesce(found.sealed, f.sealed),
      verified_at = case when found.fault is null then ${tx.now()}::timestamptz else f.verified_at end
    from unnest(${ids}::int[], ${outcomes.map(({ row }) => row.storageName)}::text[],
      ${outcomes.map(({ moved }) => moved?.storageName ?? null)}::text[],
      ${outcomes.map(({ moved }) => moved?.keyId ?? null)}::int[],
      ${outcomes.map(({ finding }) => finding.fault)}::text[],
      ${outcomes.map(({ finding }) => finding.sealed)}::boolean[])
      as found (id, name, moved_name, moved_key, fault, sealed)
    where f.id = found.id and f.storage_name = found.name and f.released_at is null
    returning f.id`.execute(tx.db)
  return new Set(rows.map(({ id }) => id))
}

/** Number of files whose last check found a fault. @param exceptKeyId ignores those encrypted with this key */
export async function countFaulty(ctx: Ctx, exceptKeyId?: number): Promise<number> {
  let rows = ctx.db
    .selectFrom('vaultFiles')
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .where('releasedAt', 'is', null)
    .where('fault', 'is not', null)
  if (exceptKeyId !== undefined) rows = rows.where('keyId', '<>', exceptKeyId)
  return (await rows.executeTakeFirstOrThrow()).files
}
