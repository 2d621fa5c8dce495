import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { handleRun } from '#server/platform/runs/runs.ts'
import { destroyFilesJob } from './destroy-files.job.ts'
import { cleanVault, destroyReleased } from './destruction.ts'
import { startDueRotation, startPeriodic, vaultRun } from './vault-runs.ts'

/** Crons are in UTC and fall into eastern Australia's night. */
const periodic = (name: string, cron: string, run: (ctx: Ctx) => Promise<void>): AppJob =>
  handleJob(defineJob(name, z.unknown()), run, { cron })

export const jobs: AppJob[] = [
  handleJob(destroyFilesJob, async (ctx, { ids }) => void (await destroyReleased(ctx, { ids }))),
  handleRun<Ctx>(vaultRun),
  periodic('documents.clean-vault', '50 * * * *', cleanVault),
  periodic('documents.rotate-due', '40 * * * *', startDueRotation),
  periodic('documents.restore-test', '10 16 * * *', (ctx) => startPeriodic(ctx, 'restore_test')),
  periodic('documents.integrity-check', '30 15 * * 6', (ctx) => startPeriodic(ctx, 'integrity')),
]

/** Starts a due rotation when a process starts; a periodic job repeats it. */
export function createVaultStarter({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('vault'),
    run: startDueRotation,
    failure: 'a due rotation was not started',
  })
}
