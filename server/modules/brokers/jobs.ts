import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import type { Worker, WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { tidyImports } from './imports/imports.ts'
import { runImportJob } from './imports/run-import.job.ts'
import { resumeImports, runImport } from './imports/run-import.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(runImportJob, (ctx, { importId }) => runImport(ctx, importId)),
  handleJob(defineJob('brokers.resume-imports', periodic), (ctx) => resumeImports(ctx), {
    cron: '* * * * *',
  }),
  handleJob(defineJob('brokers.tidy-imports', periodic), tidyImports, { cron: '35 16 * * *' }),
]

/** Once, when a process starts: imports that were under way when the last one was killed go on. */
export function createImportResumer({ ctx }: WorkerParts): Worker {
  let resuming = Promise.resolve()
  return {
    start() {
      const own = ctx('imports')
      // the job that looks every minute is the second chance
      resuming = resumeImports(own, 0).catch((error) =>
        own.log.warn({ err: error }, 'imports were not resumed'),
      )
    },
    stop: () => resuming,
  }
}
