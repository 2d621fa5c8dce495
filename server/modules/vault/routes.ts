import { getVaultStatus, startVaultRun } from '#contract/vault.ts'
import { type AppRoute, route } from '#server/module.ts'
import { startRun } from './vault-runs.ts'
import { viewStatus } from './views.ts'

export const routes: AppRoute[] = [
  route(getVaultStatus, ({ ctx }) => viewStatus(ctx)),
  route(startVaultRun, ({ ctx, body }) => startRun(ctx, body.kind)),
]
