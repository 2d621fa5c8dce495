import { z } from 'zod'
import type { AppJob, Ctx } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { handleRun } from '#server/platform/runs/runs.ts'
import { bulkChangeRun } from './bulk-changes/run-bulk-change.ts'
import { runImportJob } from './imports/run-import.job.ts'
import { resumeImports, runImport } from './imports/run-import.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(runImportJob, (ctx, { importId }) => runImport(ctx, importId)),
  handleJob(defineJob('brokers.resume-imports', periodic), (ctx) => resumeImports(ctx), {
    cron: '* * * * *',
  }),
  handleRun<Ctx>(bulkChangeRun),
]

/** Resumes interrupted imports when a process starts; the job that runs every minute is the fallback. */
export function createImportResumer({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('imports'),
    run: async (own) => {
      await resumeImports(own, 0)
    },
    failure: 'interrupted imports were not resumed',
  })
}
