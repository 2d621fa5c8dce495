import * as contract from '#contract/documents/vault.ts'
import { type AppRoute, route } from '#server/module.ts'
import { startVaultRun } from './vault-runs.ts'
import { viewStatus } from './views.ts'

export const routes: AppRoute[] = [
  route(contract.getVaultStatus, ({ ctx }) => viewStatus(ctx)),
  route(contract.startVaultRun, ({ ctx, body }) => startVaultRun(ctx, body.kind)),
]
