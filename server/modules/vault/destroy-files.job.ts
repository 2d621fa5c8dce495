import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Destroys files that were given up. */
export const destroyFilesJob = defineJob(
  'documents.destroy-files',
  z.object({ ids: z.array(z.number().int()) }),
)
