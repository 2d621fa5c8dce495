import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

const ofCall = z.object({ callId: z.number().int() })
/** The pauses between attempts grow to six hours and total two days, longer than any vendor outage. */
const attempts = { maxAttempts: 18 }

export const fetchRecordingJob = defineJob('fetch_recording', ofCall, attempts)

/** The vendor keeps its copy for an hour, so that the call can still be looked up there. */
export const forgetRecordingJob = defineJob('forget_recording', ofCall, attempts)
export const FORGET_AFTER_MS = 3_600_000
