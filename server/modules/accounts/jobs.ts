import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { sendReset, writeReset } from './passwords.ts'
import { tidy } from './staff-accounts.ts'

const cleanUpAccounts = defineJob('tidy_accounts', z.unknown())

/** Hourly, away from the full hour. */
const HOURLY = '17 * * * *'

export const jobs: AppJob[] = [
  handleJob(cleanUpAccounts, tidy, { cron: HOURLY }),
  handleJob(sendReset, writeReset),
]
