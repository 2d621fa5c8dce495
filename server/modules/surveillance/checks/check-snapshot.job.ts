import { z } from 'zod'
import { defineJob } from '#server/platform/jobs/job.ts'

/** Checks again whom a new snapshot concerns. */
export const checkSnapshotJob = defineJob(
  'surveillance.check-snapshot',
  z.object({ snapshotId: z.number().int() }),
)
