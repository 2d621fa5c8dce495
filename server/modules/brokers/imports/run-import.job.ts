import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Does, or goes on with, what the import's status says: importing or undoing. */
export const runImportJob = defineJob('brokers.run-import', z.object({ importId: z.number().int() }))
