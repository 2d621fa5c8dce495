import type { Ctx } from '#server/ctx.ts'
import { deleteFileRow, findReleased, markForgottenReleased, unknownNames } from '../store.ts'

/** An upload takes minutes; what belongs to nothing after a day never will. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000
/** Files a turn, so that one broken store does not keep a job for hours. */
const BATCH = 500

/**
 * Removes files that were given up: first the bytes, then the row, so that nothing is lost sight of in between.
 * Safe to repeat. @throws where the store cannot be reached; the rest stays for the next time
 */
export async function destroyReleased(ctx: Ctx, options: { ids?: readonly number[] } = {}): Promise<number> {
  const rows = await findReleased(ctx, { ...options, limit: BATCH })
  for (const { id, storageName } of rows) {
    await ctx.providers.files.remove(storageName)
    await deleteFileRow(ctx, id)
  }
  return rows.length
}

/** Destroys what no one can ask for any more: forgotten uploads, files without a row, remains of broken-off ones. */
export async function cleanVault(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - FORGOTTEN_MS)
  await markForgottenReleased(ctx, before)
  while ((await destroyReleased(ctx)) === BATCH);
  await removeStrays(ctx, before)
  await ctx.providers.files.tidy(before)
}

/** A process that was killed between storing a file and writing its row leaves a file that nobody knows. */
async function removeStrays(ctx: Ctx, before: Date): Promise<void> {
  const { files } = ctx.providers
  let old: string[] = []
  const sweep = async (): Promise<void> => {
    const names = old
    old = []
    if (names.length === 0) return
    for (const name of await unknownNames(ctx, names)) {
      ctx.log.warn({ name }, 'a file without a row was removed')
      await files.remove(name)
    }
  }
  for await (const { name, storedAt } of files.list()) {
    if (storedAt < before) old.push(name)
    if (old.length === BATCH) await sweep()
  }
  await sweep()
}
