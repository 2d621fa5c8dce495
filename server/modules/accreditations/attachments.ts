import type { Ctx } from '#server/ctx.ts'
import { attachFiles, releaseFiles } from '#server/modules/vault/vault-files.ts'
import type { FormFiles } from './receive-form.ts'
import { deleteApplications, findFiles, putFile } from './store.ts'

/** Files of a form become those of the application; what lay in their place is destroyed. */
export async function fileInto(tx: Ctx, applicationId: number, files: FormFiles): Promise<void> {
  const fresh = Object.entries(files).map(([kind, { id }]) => ({
    kind: kind as keyof FormFiles, // its own keys
    fileId: id,
  }))
  await attachFiles(
    tx,
    fresh.map(({ fileId }) => fileId),
  )
  const former: number[] = []
  for (const file of fresh) {
    const before = await putFile(tx, { applicationId, ...file })
    if (before !== null) former.push(before)
  }
  await releaseFiles(tx, former)
}

/** Applications go with everything that belongs to them: files, history. */
export async function destroyApplications(tx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const files = await findFiles(tx, ids)
  await deleteApplications(tx, ids)
  await releaseFiles(
    tx,
    files.map(({ fileId }) => fileId),
  )
  tx.changed('applications')
}
