import type { AppJob, Ctx } from '#server/ctx.ts'
import { handleRun } from '#server/platform/runs/runs.ts'
import { bulkChangeRun } from './bulk-changes/run-bulk-change.ts'
import { importRun } from './imports/run-import.ts'

export const jobs: AppJob[] = [handleRun<Ctx>(importRun), handleRun<Ctx>(bulkChangeRun)]
