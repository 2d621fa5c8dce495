import type { AppJob } from '#server/ctx.ts'
import { handleJob } from '#server/platform/jobs/job.ts'
import { fetchRecording } from './recordings/fetching.ts'
import { fetchRecordingJob } from './recordings/job.ts'

export const jobs: AppJob[] = [
  handleJob(fetchRecordingJob, async (ctx, { callId }) => fetchRecording(ctx, callId)),
]
