import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AppRun, Ctx } from '#server/ctx.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { killedAfter, silence, waitingJobs } from '#test/worlds/runs-world.ts'
import { findRun, newestRun } from './run.store.ts'
import type { Run } from './run.ts'
import { cancelRun, continueRun, resumeAs, resumeRuns, runToEnd, startRun } from './runs.ts'

type CountRun = Run<{ items: number }, { next: number }, { seen: number[] }>

const BATCH = 2
let app: TestApp
let ctx: Ctx
let failure: (() => Error | undefined) | undefined

const batchOf = async (_tx: Ctx, { input, cursor, counters }: CountRun) => {
  const error = failure?.()
  if (error) throw error
  const items = Array.from({ length: BATCH }, (_, at) => cursor.next + at).filter(
    (item) => item < input.items,
  )
  if (items.length === 0) return null
  return {
    done: items.length,
    cursor: { next: cursor.next + items.length },
    counters: { seen: [...counters.seen, ...items] },
  }
}
/** Notes the numbers from 0 up to a limit, and with an undo takes them away from the end. */
const counting: AppRun<CountRun> = {
  kind: 'test.count',
  topic: 'tasks',
  batch: batchOf,
  stopped: () => 'It stopped.',
  undo: {
    async batch(_tx, { counters }) {
      const seen = counters.seen.slice(0, -BATCH)
      const done = counters.seen.length - seen.length
      return done === 0 ? null : { done, counters: { seen } }
    },
  },
}

const start = async (kind: AppRun<CountRun> = counting, items = 7, key: string | null = null) => {
  const input = { key, input: { items }, cursor: { next: 0 }, counters: { seen: [] }, total: items }
  return ctx.tx((tx) => startRun(tx, kind, input))
}
const startedId = async (...given: Parameters<typeof start>): Promise<number> =>
  (await start(...given))?.id ?? 0
const find = async (id: number, kind = counting): Promise<CountRun> =>
  (await findRun(ctx, kind.kind, id)) as CountRun

beforeAll(async () => {
  app = await createTestApp()
  ctx = app.ctx()
})
afterAll(() => app.close())
afterEach(() => {
  failure = undefined
})

describe('a run', () => {
  it('processes every item once in batches, and ends with its counts', async () => {
    const id = await startedId()
    expect(await find(id)).toMatchObject({ state: 'running', done: 0, total: 7 })
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({
      ...{ state: 'done', done: 7, total: 7, error: null, finishedAt: expect.any(Date) },
      counters: { seen: [0, 1, 2, 3, 4, 5, 6] },
    })
  })

  it('is one of its kind and key at a time', async () => {
    const id = await startedId(counting, 3, 'october')
    expect(await start(counting, 3, 'october')).toBeNull()
    expect(await start(counting, 3, 'november')).not.toBeNull()
    await continueRun(ctx, counting, id)
    expect(await start(counting, 3, 'october')).not.toBeNull()
  })

  // Covers: running-27
  it('continues after a kill where its last batch ended', async () => {
    const id = await startedId()
    await expect(continueRun(killedAfter(ctx, 2), counting, id)).rejects.toThrow('killed')
    expect(await find(id)).toMatchObject({ state: 'running', done: 4 })
    await continueRun(ctx, counting, id)
    expect((await find(id)).counters.seen).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  // Covers: running-27
  it('continued by two processes at the same time does no batch twice', async () => {
    const id = await startedId(counting, 40)
    await Promise.all([continueRun(ctx, counting, id), continueRun(ctx, counting, id)])
    expect((await find(id)).counters.seen).toEqual(Array.from({ length: 40 }, (_, item) => item))
  })

  it('whose batches are prepared outside a transaction counts none twice', async () => {
    const prepared: AppRun<CountRun, CountRun['cursor']> = {
      ...counting,
      kind: 'test.prepared',
      prepare: async (_ctx, { cursor }) => cursor,
      // as for files of the vault, the prepared result is stored, not one of the locked run
      batch: (tx, run, cursor) => batchOf(tx, { ...run, cursor }),
    }
    const id = await startedId(prepared, 40)
    await Promise.all([runToEnd(ctx, prepared, id), runToEnd(ctx, prepared, id)])
    expect((await find(id, prepared)).counters.seen).toEqual(Array.from({ length: 40 }, (_, item) => item))
  })

  // Covers: running-27
  it('without progress for a minute gets one job, and at the start of a process immediately', async () => {
    const id = await startedId({ ...counting, kind: 'test.stalled' })
    await sql`delete from graphile_worker._private_jobs`.execute(ctx.db)
    await silence(ctx, id, 30)
    await resumeRuns(ctx)
    expect(await waitingJobs(ctx, 'test.stalled')).toBe(0)
    await silence(ctx, id, 61)
    await Promise.all([resumeRuns(ctx), resumeRuns(ctx)])
    expect(await waitingJobs(ctx, 'test.stalled')).toBe(1)
    await sql`delete from graphile_worker._private_jobs`.execute(ctx.db)
    await silence(ctx, id, 0)
    await resumeRuns(ctx, 0)
    expect(await waitingJobs(ctx, 'test.stalled')).toBe(1)
    await ctx.tx((tx) => cancelRun(tx, counting, id))
  })

  // Covers: running-27
  it('that is cancelled keeps what it did, and can be continued', async () => {
    const id = await startedId()
    await expect(continueRun(killedAfter(ctx, 1), counting, id)).rejects.toThrow('killed')
    expect(await ctx.tx((tx) => cancelRun(tx, counting, id))).toBe(true)
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({ state: 'cancelled', done: 2, counters: { seen: [0, 1] } })
    expect(await ctx.tx((tx) => cancelRun(tx, counting, id))).toBe(false)
    expect(await ctx.tx((tx) => resumeAs(tx, counting, id, { to: 'running' }))).toBe(true)
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({ state: 'done', done: 7 })
  })

  // Covers: running-27
  it('is undone in batches, also after a kill in the middle, and once', async () => {
    const id = await startedId()
    const undo = () => ctx.tx((tx) => resumeAs(tx, counting, id, { to: 'undoing' }))
    expect(await undo()).toBe(false)
    await continueRun(ctx, counting, id)
    expect(await undo()).toBe(true)
    await expect(continueRun(killedAfter(ctx, 2), counting, id)).rejects.toThrow('killed')
    expect(await find(id)).toMatchObject({ state: 'undoing', done: 4, counters: { seen: [0, 1, 2] } })
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({ state: 'undone', done: 7, counters: { seen: [] } })
    expect(await undo()).toBe(false)
  })
})

describe('an error in a batch', () => {
  const broken = new Error('no such column')
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '55P03' })

  // Covers: running-27
  it('ends the run with a sentence, and the run can be continued', async () => {
    const id = await startedId()
    let batches = 0
    failure = () => (batches++ === 1 ? broken : undefined)
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({ state: 'failed', done: 2, error: 'It stopped.' })
    await ctx.tx((tx) => resumeAs(tx, counting, id, { to: 'running' }))
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({ state: 'done', done: 7, error: null })
  })

  it('of an undo leaves the run done, and the undo can be repeated', async () => {
    const undoing: AppRun<CountRun> = { ...counting, undo: { batch: batchOf } }
    const id = await startedId(undoing)
    await continueRun(ctx, undoing, id)
    await ctx.tx((tx) => resumeAs(tx, undoing, id, { to: 'undoing' }))
    failure = () => broken
    await continueRun(ctx, undoing, id)
    expect(await find(id)).toMatchObject({ state: 'done', error: 'It stopped.' })
    await ctx.tx((tx) => resumeAs(tx, undoing, id, { to: 'undoing' }))
    await continueRun(ctx, counting, id)
    expect(await find(id)).toMatchObject({ state: 'undone', error: null })
  })

  it('that passes is left to the retries of the job', async () => {
    const id = await startedId()
    failure = () => deadlock
    await expect(continueRun(ctx, counting, id)).rejects.toThrow('deadlock')
    failure = () => Object.assign(new Error('disk full'), { code: '53100' })
    await expect(continueRun(ctx, counting, id)).rejects.toThrow('disk full')
    expect(await find(id)).toMatchObject({ state: 'running', done: 0, error: null })
  })

  it('is left to the job for a kind that must succeed', async () => {
    const { stopped: _, ...persistent } = counting
    const id = await startedId(persistent)
    failure = () => broken
    await expect(continueRun(ctx, persistent, id)).rejects.toThrow('no such column')
    expect((await find(id)).state).toBe('running')
  })

  it('is retried after pauses where the kind has some, counting again after a batch that commits', async () => {
    const patient: AppRun<CountRun> = { ...counting, kind: 'test.patient', retrySeconds: [5, 15] }
    const id = await startedId(patient)
    const again = () => continueRun(ctx, patient, id)
    failure = () => deadlock
    await again()
    await again()
    expect(await find(id, patient)).toMatchObject({ state: 'running', failures: 2 })
    expect(await waitingJobs(ctx, 'test.patient')).toBe(1)
    let batches = 0
    failure = () => (batches++ > 0 ? deadlock : undefined)
    await again()
    expect(await find(id, patient)).toMatchObject({ state: 'running', done: 2, failures: 1 })
    await again()
    await again()
    expect(await find(id, patient)).toMatchObject({ state: 'failed', error: 'It stopped.' })
  })
})

it('finds the newest run by its input', async () => {
  const [five, six] = [await startedId(counting, 5), await startedId(counting, 6)]
  expect([
    await newestRun(ctx, 'test.count'),
    await newestRun(ctx, 'test.count', { items: 5 }),
  ]).toMatchObject([{ id: six }, { id: five }])
})
