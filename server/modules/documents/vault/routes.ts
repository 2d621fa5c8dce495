import { getVaultStatus, startVaultRun } from '#contract/vault.ts'
import { type AppRoute, route } from '#server/module.ts'
import { viewStatus } from './status/views.ts'
import { startRun } from './upkeep/service.ts'

export const vaultRoutes: AppRoute[] = [
  route(getVaultStatus, ({ ctx }) => viewStatus(ctx)),
  route(startVaultRun, ({ ctx, body }) => startRun(ctx, body.kind)),
]
