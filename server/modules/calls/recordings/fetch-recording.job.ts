import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Its pauses grow to six hours: together they are two days, longer than a vendor is ever away. */
export const fetchRecordingJob = defineJob('fetch_recording', z.object({ callId: z.number().int() }), {
  maxAttempts: 18,
})
