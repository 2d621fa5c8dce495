import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import { jobsOfStaff } from '#contract/system/job-labels.ts'
import type { JobRun, listJobRuns } from '#contract/system/system.ts'
import type { Ctx } from '#server/ctx.ts'
import { decodeIdCursor, type Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'

/** The runs of background jobs, newest first. */
export async function viewJobRuns(ctx: Ctx, query: QueryOf<typeof listJobRuns>): Promise<Page<JobRun>> {
  const { task, result, origin, limit } = query
  const cursor = decodeIdCursor(query.cursor)
  let matching = ctx.db.selectFrom('jobRuns')
  if (task) matching = matching.where('task', '=', task)
  if (result === 'done') matching = matching.where('result', '=', 'done')
  // as its index has it
  if (result === 'failed') matching = matching.where('result', '<>', 'done')
  if (origin === 'event') matching = matching.where(sql<boolean>`not scheduled`)
  if (origin === 'staff')
    matching = matching.where(
      sql<boolean>`(result <> 'done' or (not scheduled and task = any(${jobsOfStaff})))`,
    )
  if (origin === 'schedule') matching = matching.where('scheduled', '=', true)
  const shown = cursor === null ? matching : matching.where('id', '<', cursor)
  return readPage({
    db: ctx.db,
    matching,
    rows: shown.selectAll().orderBy('id', 'desc'),
    limit,
    counting: query.total,
    cursor: ({ id }) => [id],
    item: ({ endedAt, startedAt, result: ended, ...run }) => ({
      ...run,
      result: ended as JobRun['result'], // the table's check allows no other
      startedAt: startedAt.toISOString(),
      milliseconds: Math.max(0, endedAt.getTime() - startedAt.getTime()),
    }),
  })
}

/** The kinds that the log holds, each found by one step in the index. */
export async function viewJobKinds(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ task: string }>`
    with recursive kinds as (
      (select task from job_runs order by task limit 1)
      union all
      select (select r.task from job_runs r where r.task > kinds.task order by r.task limit 1)
      from kinds where kinds.task is not null)
    select task from kinds where task is not null`.execute(ctx.db)
  return rows.map(({ task }) => task)
}
