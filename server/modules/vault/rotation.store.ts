import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { VaultFileRow } from './store.ts'

/** The key that encrypts new files. */
export async function newestKeyId(ctx: Ctx): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('vaultKeys')
    .select('id')
    .where('retiredAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

const selectOutdated = (ctx: Ctx, keyId: number) =>
  ctx.db.selectFrom('vaultFiles').where('releasedAt', 'is', null).where('keyId', '<>', keyId)

export async function countOutdated(ctx: Ctx, keyId: number): Promise<number> {
  const { files } = await selectOutdated(ctx, keyId)
    .select((eb) => eb.fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  return files
}

/** Files that are encrypted with another key, in the order of their ids. */
export async function findOutdated(
  ctx: Ctx,
  keyId: number,
  after: number,
  limit: number,
): Promise<VaultFileRow[]> {
  return selectOutdated(ctx, keyId).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
}

/** Whether a readable file is encrypted with another key, or an older key is unused and can be retired. */
export async function isRotationDue(ctx: Ctx, keyId: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from vault_files where released_at is null and key_id <> ${keyId} and fault is null)
      or exists (select from vault_keys k where k.retired_at is null and k.id <> ${keyId}
        and not exists (select from vault_files f where f.key_id = k.id and f.released_at is null)) due`.execute(
    ctx.db,
  )
  return rows[0]?.due ?? false
}

/** Retires the keys that encrypt no file any more. @returns their recipients */
export async function retireUnused(tx: Ctx, keyId: number): Promise<string[]> {
  const rows = await tx.db
    .updateTable('vaultKeys')
    .set({ retiredAt: tx.now() })
    .where('retiredAt', 'is', null)
    .where('id', '<>', keyId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('vaultFiles')
            .select('vaultFiles.id')
            .whereRef('vaultFiles.keyId', '=', 'vaultKeys.id')
            .where('vaultFiles.releasedAt', 'is', null),
        ),
      ),
    )
    .returning('recipient')
    .execute()
  return rows.map(({ recipient }) => recipient)
}
