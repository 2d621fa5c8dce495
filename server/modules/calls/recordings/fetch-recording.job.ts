import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** The pauses between attempts grow to six hours and total two days, longer than any vendor outage. */
export const fetchRecordingJob = defineJob('fetch_recording', z.object({ callId: z.number().int() }), {
  maxAttempts: 18,
})
