import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { fetchRecordingJob, forgetRecordingJob } from './recordings/fetch-recording.job.ts'
import { fetchRecording, forgetRecording } from './recordings/fetch-recording.ts'
import { eraseNumbers } from './removal.store.ts'
import { indexTranscripts } from './transcripts/index-transcripts.ts'

export const jobs: AppJob[] = [
  handleJob(defineJob('calls.erase-numbers', z.unknown()), eraseNumbers, { cron: '25 * * * *' }),
  handleJob(defineJob('calls.index-transcripts', z.unknown()), indexTranscripts, { cron: '* * * * *' }),
  handleJob(fetchRecordingJob, async (ctx, { callId }) => fetchRecording(ctx, callId)),
  handleJob(forgetRecordingJob, async (ctx, { callId }) => forgetRecording(ctx, callId)),
]
