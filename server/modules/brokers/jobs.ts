import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { runImportJob } from './imports/run-import.job.ts'
import { resumeImports, runImport } from './imports/run-import.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(runImportJob, (ctx, { importId }) => runImport(ctx, importId)),
  handleJob(defineJob('brokers.resume-imports', periodic), (ctx) => resumeImports(ctx), {
    cron: '* * * * *',
  }),
]

/** Resumes interrupted imports when a process starts; the job that runs every minute is the fallback. */
export function createImportResumer({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('imports'),
    run: (own) => resumeImports(own, 0),
    failure: 'interrupted imports were not resumed',
  })
}
