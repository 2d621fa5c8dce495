import type { Ctx } from '#server/ctx.ts'
import { newestRun } from '#server/platform/runs/run.store.ts'
import { deleteFileRow, findReleased, markForgottenReleased, unknownNames } from './store.ts'
import { VAULT_RUN } from './vault-runs.rules.ts'

/** Uploads take minutes, so a file that is still unattached after a day was forgotten. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000
/** Files per call, so that a slow store does not block a job for hours. */
const BATCH = 500

/**
 * Removes released files: first the bytes, then the row, so that an interruption never leaves bytes without a row.
 * Safe to repeat. @throws if the store cannot be reached; the remaining files stay for the next run
 */
export async function destroyReleased(ctx: Ctx, options: { ids?: readonly number[] } = {}): Promise<number> {
  const rows = await findReleased(ctx, { ...options, limit: BATCH })
  for (const { id, storageName } of rows) {
    await ctx.providers.files.remove(storageName)
    await deleteFileRow(ctx, id)
  }
  return rows.length
}

/**
 * Destroys files that can no longer be opened: forgotten uploads, files without a row, and parts of interrupted
 * uploads.
 */
export async function cleanVault(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - FORGOTTEN_MS)
  await markForgottenReleased(ctx, before)
  while ((await destroyReleased(ctx)) === BATCH);
  // a rotation changes names while they are compared here, and removes its own files
  if (!(await newestRun(ctx, VAULT_RUN, { kind: 'rotation' }, 'running'))) await removeStrays(ctx, before)
  await ctx.providers.files.tidy(before)
}

/**
 * Crashes leave fewer strays than this. More strays, and more than the files with a row, mean that another installation
 * shares the store.
 */
const MAX_STRAYS = 50

/** Removes files without a row, which a process leaves if it is killed between storing a file and adding its row. */
async function removeStrays(ctx: Ctx, before: Date): Promise<void> {
  const { files } = ctx.providers
  const strays: string[] = []
  let known = 0
  let batch: string[] = []
  const checkBatch = async (): Promise<void> => {
    const unknown = batch.length > 0 ? await unknownNames(ctx, batch) : []
    known += batch.length - unknown.length
    strays.push(...unknown)
    batch = []
  }
  for await (const { name, storedAt } of files.list()) {
    if (storedAt < before) batch.push(name)
    if (batch.length === BATCH) await checkBatch()
  }
  await checkBatch()
  if (strays.length > Math.max(known, MAX_STRAYS)) {
    // e.g. two installations sharing a bucket, or a database restored from an older backup
    ctx.log.error(
      { strays: strays.length, known },
      'file store shared with another installation: unknown files not removed',
    )
    return
  }
  for (const name of strays) {
    ctx.log.warn({ name }, 'file without a row removed')
    await files.remove(name)
  }
}
