import { type SqlBool, sql } from 'kysely'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { failedJobs } from '#contract/system/system.ts'
import type { Ctx } from '#server/ctx.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

type FailedJob = ReturnsOf<typeof failedJobs>[number]

interface Row extends Omit<FailedJob, 'createdAt'> {
  createdAt: Date
}

/** Jobs whose last run failed, newest first. */
export async function viewFailedJobs(ctx: Ctx, query: QueryOf<typeof failedJobs>): Promise<Page<FailedJob>> {
  const cursor = decodeIdCursor(query.cursor)
  const failed = ctx.db.selectFrom(
    sql<Row>`(select id, task_identifier as task, attempts, max_attempts, last_error, created_at
      from graphile_worker.jobs where last_error is not null)`.as('failed'),
  )
  const shown = cursor === null ? failed : failed.where(sql<SqlBool>`failed.id < ${cursor}`)
  return readPage({
    db: ctx.db,
    matching: failed,
    rows: shown.selectAll('failed').orderBy('failed.id', 'desc'),
    limit: query.limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: ({ createdAt, ...job }) => ({ ...job, createdAt: createdAt.toISOString() }),
  })
}
