import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { reconcile, reconcileJob } from './reconcile-calendar.ts'
import { remindBdms } from './remind-bdms.ts'
import { tick } from './tick.job.ts'

const periodic = z.unknown()

export const jobs: AppJob[] = [
  handleJob(reconcileJob, (ctx, { bdmId }) => reconcile(ctx, bdmId)),
  handleJob(defineJob('calendars.tick', periodic, { maxAttempts: 1 }), tick, { cron: '* * * * *' }),
  handleJob(defineJob('calendars.remind', periodic, { maxAttempts: 1 }), remindBdms, { cron: '7 * * * *' }),
]
