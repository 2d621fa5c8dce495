import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Updates the accreditation statuses of brokers with higher ids than this one. */
export const recountJob = defineJob('accreditations.recount', z.object({ afterId: z.number().int() }))
