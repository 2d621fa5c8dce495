import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import type { Worker, WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { destroyFilesJob } from './destroy-files.job.ts'
import { cleanVault, destroyReleased } from './destruction.ts'
import { vaultRunJob } from './vault-run.job.ts'
import { resumeRuns, rotateWhatIsDue, runSlice, startPeriodic } from './vault-runs.ts'

/** Crons are UTC: the nights of eastern Australia. */
const periodic = (name: string, cron: string, run: (ctx: Ctx) => Promise<void>): AppJob =>
  handleJob(defineJob(name, z.unknown()), run, { cron })

export const jobs: AppJob[] = [
  handleJob(destroyFilesJob, async (ctx, { ids }) => void (await destroyReleased(ctx, { ids }))),
  handleJob(vaultRunJob, runSlice),
  periodic('documents.clean-vault', '50 * * * *', cleanVault),
  periodic('documents.rotate-due', '40 * * * *', rotateWhatIsDue),
  periodic('documents.resume-vault-runs', '* * * * *', (ctx) => resumeRuns(ctx)),
  periodic('documents.restore-test', '10 16 * * *', (ctx) => startPeriodic(ctx, 'restore_test')),
  periodic('documents.integrity-check', '30 15 * * 6', (ctx) => startPeriodic(ctx, 'integrity')),
]

/** Once, when a process starts: runs that a kill has cut short go on, and a key that is new takes over. */
export function createVaultStarter({ ctx }: WorkerParts): Worker {
  let starting = Promise.resolve()
  return {
    start() {
      const own = ctx('vault')
      // the jobs that look every minute and every hour are the second chance
      starting = resumeRuns(own, 0)
        .then(() => rotateWhatIsDue(own))
        .catch((error) => own.log.warn({ err: error }, 'the vault was not looked after'))
    },
    stop: () => starting,
  }
}
