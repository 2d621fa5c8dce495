import type { Ctx } from '#server/ctx.ts'
import { savedBackupSettings } from './concern.views.ts'
import { archivesToRemove } from './kept-archives.rules.ts'

const HOUR_MS = 3_600_000
/** An upload that takes longer has failed. */
const UNFINISHED_MS = 24 * HOUR_MS

/** Removes archives past their time from the store, and the remains of interrupted uploads. */
export async function removeOldArchives(ctx: Ctx): Promise<void> {
  const { store } = ctx.providers.backups
  const { keepDaily, keepWeekly } = await savedBackupSettings(ctx)
  const names: string[] = []
  for await (const { name } of store.list()) names.push(name)
  for (const name of archivesToRemove(names, { daily: keepDaily, weekly: keepWeekly }, ctx.now()))
    await store.remove(name)
  await store.tidy(new Date(ctx.now().getTime() - UNFINISHED_MS))
}
