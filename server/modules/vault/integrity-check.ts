import type { Ctx } from '#server/ctx.ts'
import { checkFile, readThrough, withVaultKeys } from './read-file.ts'
import { countFaulty, type VaultFileRow } from './store.ts'
import { examineFile, type Sweep } from './sweep.ts'

const unchecked = (ctx: Ctx, run: { startedAt: Date }) =>
  ctx.db
    .selectFrom('vaultFiles')
    .where('releasedAt', 'is', null)
    // omits the files that this run had checked before its process was killed
    .where((eb) => eb.or([eb('verifiedAt', 'is', null), eb('verifiedAt', '<', run.startedAt)]))

/** Reads every file to its end and compares it with the checksum of its upload. */
export const integrityCheck: Sweep = {
  async count(tx, run) {
    const { files } = await unchecked(tx, run)
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .executeTakeFirstOrThrow()
    return files
  },
  next: (ctx, run, after, limit): Promise<VaultFileRow[]> =>
    unchecked(ctx, run).selectAll().where('id', '>', after).orderBy('id').limit(limit).execute(),
  countFaults: (tx) => countFaulty(tx),
  async prepare(ctx) {
    await ctx.providers.vault.refresh()
    return (row) =>
      examineFile(ctx, row, async (fetched) => {
        const sealed = await readThrough(checkFile(fetched, withVaultKeys(ctx)))
        return { row: fetched.row, finding: { fault: null, sealed } }
      })
  },
}
