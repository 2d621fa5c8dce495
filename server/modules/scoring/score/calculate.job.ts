import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

export const calculateJob = defineJob('scoring.calculate', z.object({ runId: z.number() }))
