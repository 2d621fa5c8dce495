import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jobLabels } from '#contract/system/job-labels.ts'
import { modules } from '#server/app.ts'
import { defineJob, handleJob } from '#server/platform/jobs/job.ts'
import { startJobs } from '#server/platform/jobs/runner.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { insertJobRun } from './job-runs.store.ts'

let app: TestApp
let viewer: Client
const list = async (query = '') => (await viewer.get(`/api/jobs${query}`)).json()

beforeAll(async () => {
  app = await createTestApp()
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())

describe('the job log', () => {
  // Covers: settings-8
  it('holds each run of a job with when, how long and how it ended', async () => {
    const sure = defineJob('work_well', z.object({}))
    const unsure = defineJob('work_badly', z.object({}), { maxAttempts: 1 })
    const runner = await startJobs({
      pool: app.connection.pool,
      handlers: [
        handleJob(sure, async () => undefined),
        handleJob(unsure, async () => {
          throw new Error('the paper is out')
        }),
      ],
      concurrency: 2,
      ctx: () => app.ctx(),
      log: app.ctx().log,
      note: (run) => insertJobRun(app.ctx(), run),
    })
    try {
      await app.ctx().enqueue(sure, {})
      await app.ctx().enqueue(unsure, {})
      await until('both runs are noted', async () => (await list()).length === 2)
    } finally {
      await runner.stop()
    }
    const [done] = await list('?result=done')
    expect(done).toMatchObject({
      task: 'work_well',
      result: 'done',
      error: null,
      scheduled: false,
      attempt: 1,
    })
    expect(done.milliseconds).toBeGreaterThanOrEqual(0)
    expect(Date.parse(done.startedAt)).toBeGreaterThan(0)
    expect(await list('?result=failed')).toMatchObject([
      { task: 'work_badly', result: 'gave_up', error: 'the paper is out' },
    ])
  })

  // Covers: settings-8
  it('is filtered by kind, result and what began it, and paged without gaps', async () => {
    await sql`delete from job_runs`.execute(app.connection.db)
    await sql`insert into job_runs (job_id, task, scheduled, attempt, result, error, started_at, ended_at)
      select n, 'task_' || n % 3, n % 2 = 0, 1, case when n % 5 = 0 then 'failed' else 'done' end,
        case when n % 5 = 0 then 'broke' end, now(), now() + interval '1500 milliseconds'
      from generate_series(1, 30) n`.execute(app.connection.db)
    const kinds = (await viewer.get('/api/jobs/kinds')).json()
    expect(kinds).toEqual(['task_0', 'task_1', 'task_2'])
    const jobIds = async (query: string): Promise<number[]> =>
      (await list(query)).map(({ jobId }: { jobId: number }) => jobId)
    expect(await jobIds('?task=task_1&result=failed')).toEqual([25, 10])
    expect(await jobIds('?origin=schedule&task=task_2&limit=2')).toEqual([26, 20])
    expect(await jobIds('?origin=event&result=failed')).toEqual([25, 15, 5])
    expect((await list('?limit=1'))[0]).toMatchObject({ jobId: 30, milliseconds: 1500 })
    const seen: number[] = []
    let url: string | undefined = '/api/jobs?limit=7'
    while (url) {
      const page = await viewer.get(url)
      expect(page.headers['x-total-count']).toBe('30')
      seen.push(...page.json().map(({ jobId }: { jobId: number }) => jobId))
      url = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => 30 - n))
  })

  it.each([
    'result=maybe',
    'origin=moon',
    'cursor=x',
    'limit=0',
    `task=${'a'.repeat(101)}`,
  ])('refuses %s', async (query) => {
    expect((await viewer.get(`/api/jobs?${query}`)).statusCode).toBe(400)
  })

  it('has words for every job of the product', () => {
    const names = modules.flatMap((module) => module.jobs ?? []).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !(name in jobLabels))).toEqual([])
    expect(Object.keys(jobLabels).filter((name) => !names.includes(name))).toEqual([])
  })
})
