import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Reads one feed, or all of them. */
export const readFeedsJob = defineJob('surveillance.read-feed', z.object({ feedId: z.number().int() }))
