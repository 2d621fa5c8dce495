import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Runs or resumes an import or its undo, depending on the import's status. */
export const runImportJob = defineJob('brokers.run-import', z.object({ importId: z.number().int() }))
