import { z } from 'zod'
import type { AppJob } from '#server/ctx.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { runSendReset, sendReset } from './passwords.ts'
import { deleteExpired } from './staff-accounts.ts'

const cleanUpAccounts = defineJob('tidy_accounts', z.unknown())

/** Hourly, but not on the hour, when other jobs run. */
const HOURLY = '17 * * * *'

export const jobs: AppJob[] = [
  handleJob(cleanUpAccounts, deleteExpired, { cron: HOURLY }),
  handleJob(sendReset, runSendReset),
]
