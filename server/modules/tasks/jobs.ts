import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { sendDigests } from './digest.ts'
import { lookForTasks } from './look.job.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(defineJob('tasks.look', periodic), lookForTasks, { cron: '* * * * *' }),
  handleJob(defineJob('tasks.digest', periodic), sendDigests, { cron: '0 * * * *' }),
]
