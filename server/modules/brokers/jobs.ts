import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import type { WorkerParts } from '#server/module.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { createStarter, type Worker } from '#server/platform/loop.ts'
import { runBulkChangeJob } from './bulk-changes/run-bulk-change.job.ts'
import { resumeBulkChanges, runBulkChange } from './bulk-changes/run-bulk-change.ts'
import { runImportJob } from './imports/run-import.job.ts'
import { resumeImports, runImport } from './imports/run-import.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(runImportJob, (ctx, { importId }) => runImport(ctx, importId)),
  handleJob(defineJob('brokers.resume-imports', periodic), (ctx) => resumeImports(ctx), {
    cron: '* * * * *',
  }),
  handleJob(runBulkChangeJob, (ctx, { changeId }) => runBulkChange(ctx, changeId)),
  handleJob(defineJob('brokers.resume-bulk-changes', periodic), (ctx) => resumeBulkChanges(ctx), {
    cron: '* * * * *',
  }),
]

/** Resumes interrupted imports and bulk changes when a process starts; the jobs that run every minute are the fallback. */
export function createImportResumer({ ctx }: WorkerParts): Worker {
  return createStarter({
    context: () => ctx('imports'),
    run: async (own) => {
      await resumeImports(own, 0)
      await resumeBulkChanges(own, 0)
    },
    failure: 'interrupted imports and changes of many brokers were not resumed',
  })
}
