import type { AppJob } from '#server/ctx.ts'
import { handleJob } from '#server/platform/jobs/job.ts'
import { fetchRecordingJob } from './recordings/fetch-recording.job.ts'
import { fetchRecording } from './recordings/fetch-recording.ts'

export const jobs: AppJob[] = [
  handleJob(fetchRecordingJob, async (ctx, { callId }) => fetchRecording(ctx, callId)),
]
