import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { destroyFilesJob } from './destroy-files.job.ts'
import { cleanVault, destroyReleased } from './destruction.ts'
import { vaultRunJob } from './vault-run.job.ts'
import { resumeRuns, runSlice, startDueRotation, startPeriodic } from './vault-runs.ts'

/** Crons are in UTC and fall into eastern Australia's night. */
const periodic = (name: string, cron: string, run: (ctx: Ctx) => Promise<void>): AppJob =>
  handleJob(defineJob(name, z.unknown()), run, { cron })

export const jobs: AppJob[] = [
  handleJob(destroyFilesJob, async (ctx, { ids }) => void (await destroyReleased(ctx, { ids }))),
  handleJob(vaultRunJob, runSlice),
  periodic('documents.clean-vault', '50 * * * *', cleanVault),
  periodic('documents.rotate-due', '40 * * * *', startDueRotation),
  periodic('documents.resume-vault-runs', '* * * * *', (ctx) => resumeRuns(ctx)),
  periodic('documents.restore-test', '10 16 * * *', (ctx) => startPeriodic(ctx, 'restore_test')),
  periodic('documents.integrity-check', '30 15 * * 6', (ctx) => startPeriodic(ctx, 'integrity')),
]

/** Resumes interrupted runs and starts a due rotation when a process starts; the periodic jobs repeat both. */
export function createVaultStarter({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('vault'),
    async run(own) {
      await resumeRuns(own, 0)
      await startDueRotation(own)
    },
    failure: 'vault runs not resumed',
  })
}
