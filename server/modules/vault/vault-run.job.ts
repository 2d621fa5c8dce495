import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Continues a run after the file with this id. */
export const vaultRunJob = defineJob(
  'documents.vault-run',
  z.object({ runId: z.number().int(), after: z.number().int(), failures: z.number().int() }),
)
