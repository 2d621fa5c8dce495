import type { Ctx } from '#server/ctx.ts'
import { deleteFileRow, findReleased, markForgottenReleased, unknownNames } from './store.ts'
import { isRunning } from './vault-runs.store.ts'

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
  // a rotation changes names while they are compared, and removes its own
  if (!(await isRunning(ctx, 'rotation'))) await removeStrays(ctx, before)
  await ctx.providers.files.tidy(before)
}

/** So many unknown files come from crashes at most; more than are known mean that this store is not ours alone. */
const STRAYS_AT_MOST = 50

/** A process that was killed between storing a file and writing its row leaves a file that nobody knows. */
async function removeStrays(ctx: Ctx, before: Date): Promise<void> {
  const { files } = ctx.providers
  const strays: string[] = []
  let known = 0
  let waiting: string[] = []
  const look = async (): Promise<void> => {
    const unknown = waiting.length > 0 ? await unknownNames(ctx, waiting) : []
    known += waiting.length - unknown.length
    strays.push(...unknown)
    waiting = []
  }
  for await (const { name, storedAt } of files.list()) {
    if (storedAt < before) waiting.push(name)
    if (waiting.length === BATCH) await look()
  }
  await look()
  if (strays.length > Math.max(known, STRAYS_AT_MOST)) {
    // e.g. two installations over one bucket, or a database that was set back
    ctx.log.error(
      { strays: strays.length, known },
      'the file store holds files of somebody else: none was removed',
    )
    return
  }
  for (const name of strays) {
    ctx.log.warn({ name }, 'a file without a row was removed')
    await files.remove(name)
  }
}
