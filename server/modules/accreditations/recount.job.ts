import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Works out everybody's standing anew, from behind this broker on. */
export const recountJob = defineJob('accreditations.recount', z.object({ afterId: z.number().int() }))
