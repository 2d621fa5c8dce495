import * as contract from '#contract/system/backups.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute } from '#server/modules/accounts/edit-route.ts'
import { changeBackupSettings } from './change-settings.ts'
import { savedBackupSettings } from './concern.views.ts'
import { startBackup } from './jobs.ts'
import { viewRestore } from './restore.views.ts'
import { resumeCalls } from './resume-calls.ts'
import { lockBackupSettings } from './store.ts'
import { viewBackups } from './views.ts'

export const routes: AppRoute[] = [
  route(contract.getBackups, async ({ ctx }) => viewBackups(ctx)),
  route(contract.startBackup, async ({ ctx }) => {
    await startBackup(ctx)
    return { started: true as const }
  }),
  route(contract.getBackupSettings, async ({ ctx }) => savedBackupSettings(ctx)),
  editRoute(contract.updateBackupSettings, {
    lock: ({ ctx }) => lockBackupSettings(ctx),
    record: ({ ctx }) => savedBackupSettings(ctx),
    save: ({ ctx, body }) => changeBackupSettings(ctx, body),
  }),
  route(contract.getRestore, async ({ ctx }) => viewRestore(ctx)),
  route(contract.resumeCalls, async ({ ctx }) => {
    await resumeCalls(ctx)
    return viewRestore(ctx)
  }),
]
