import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Goes on with a check of all brokers. */
export const runChecksJob = defineJob('surveillance.run-checks', z.object({ runId: z.number().int() }))

/** Checks again whom a new snapshot concerns. */
export const checkSnapshotJob = defineJob(
  'surveillance.check-snapshot',
  z.object({ snapshotId: z.number().int() }),
)
