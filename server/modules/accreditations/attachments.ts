import type { Ctx } from '#server/ctx.ts'
import { attachFiles, releaseFiles } from '#server/modules/vault/vault-files.ts'
import type { FormFiles } from './receive-form.ts'
import { deleteApplications, findFiles, putFile } from './store.ts'

/** Attaches a form's files to its application and destroys the ones that they replace. */
export async function attachFormFiles(tx: Ctx, applicationId: number, files: FormFiles): Promise<void> {
  const added = Object.entries(files).map(([kind, { id }]) => ({
    kind: kind as keyof FormFiles, // its own keys
    fileId: id,
  }))
  await attachFiles(
    tx,
    added.map(({ fileId }) => fileId),
  )
  const replaced: number[] = []
  for (const file of added) {
    const before = await putFile(tx, { applicationId, ...file })
    if (before !== null) replaced.push(before)
  }
  await releaseFiles(tx, replaced)
}

/** Deletes applications with their history and destroys their files. */
export async function destroyApplications(tx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const files = await findFiles(tx, ids)
  await deleteApplications(tx, ids)
  await releaseFiles(
    tx,
    files.map(({ fileId }) => fileId),
  )
}
