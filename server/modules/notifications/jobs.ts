import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { announceTasks } from './announce.job.ts'

/** Announces new tasks on one device. */
export const pushJob = defineJob('notifications.push', z.object({ subscriptionId: z.number().int() }))

export const jobs: AppJob[] = [
  handleJob(pushJob, (ctx, { subscriptionId }) => announceTasks(ctx, subscriptionId)),
]
