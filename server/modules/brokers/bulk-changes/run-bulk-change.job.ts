import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Does or undoes a change of many brokers, or goes on with it, depending on its status. */
export const runBulkChangeJob = defineJob('brokers.run-bulk-change', z.object({ changeId: z.number().int() }))
