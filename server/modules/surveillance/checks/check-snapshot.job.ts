import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Checks the brokers whom a new snapshot affects. */
export const checkSnapshotJob = defineJob(
  'surveillance.check-snapshot',
  z.object({ snapshotId: z.number().int() }),
)
