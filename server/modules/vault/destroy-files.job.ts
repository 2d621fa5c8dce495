import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Destroys released files. */
export const destroyFilesJob = defineJob(
  'documents.destroy-files',
  z.object({ ids: z.array(z.number().int()) }),
)
