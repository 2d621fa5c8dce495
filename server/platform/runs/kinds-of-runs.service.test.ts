import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppRun, Ctx } from '#server/ctx.ts'
import { bulkChangeRun } from '#server/modules/brokers/bulk-changes/run-bulk-change.ts'
import { importRun } from '#server/modules/brokers/imports/run-import.ts'
import { calculationRun } from '#server/modules/scoring/score/calculate.ts'
import { checkAllRun } from '#server/modules/surveillance/checks/run-checks.ts'
import { startPeriodic, vaultRun } from '#server/modules/vault/vault-runs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { pdf } from '#test/worlds/application-forms.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedPerson } from '#test/worlds/register-rows.ts'
import { loadRegister } from '#test/worlds/register-world.ts'
import { killedAfter, silence, waitingJobs } from '#test/worlds/runs-world.ts'
import { loanLines, takeLoans } from '#test/worlds/scoring-world.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { keepPdf } from '#test/worlds/vault-files.ts'
import { findRun, newestRun } from './run.store.ts'
import { continueRun, resumeRuns, runToEnd } from './runs.ts'

let app: TestApp
let ctx: Ctx
let admin: Client
let brokers: number[]

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  ctx = app.ctx()
  admin = await staffClient(app, 'admin')
  const { rows } = await sql<{ id: number }>`
    insert into brokers (name, asic_number) select 'Person ' || n, (700000 + n)::text from generate_series(1, 600) n
    returning id`.execute(ctx.db)
  brokers = rows.map(({ id }) => id)
})
afterAll(() => app?.close())

const count = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(ctx.db)).rows[0]?.n ?? 0
const ok = async (answer: ReturnType<Client['send']>): Promise<{ id: number }> => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
  return JSON.parse(body)
}

interface Case {
  kind: AppRun
  start(): Promise<unknown>
  /** Transactions of the first batch. */
  transactions: number
  /** What a batch done twice would count twice, when the run has ended. */
  results(): Promise<number>
  expected: number
}

const cases: Case[] = [
  {
    kind: checkAllRun as AppRun,
    async start() {
      await loadRegister(app, admin, 'banned_persons', [bannedPerson('#1', 'DOE, SAM')])
      await ok(admin.send('POST', '/api/surveillance/run-manual-check', {}))
    },
    ...{ transactions: 1, expected: 600 },
    results: () =>
      count(
        sql`select count(*)::int as n from compliance_checks where run_id = (select max(run_id) from compliance_checks)`,
      ),
  },
  {
    kind: calculationRun as AppRun,
    async start() {
      await takeLoans(admin, loanLines('L', 3, { asic: '700001' }))
      await ok(admin.send('POST', '/api/scoring/calculate', { month: '2026-10' }))
    },
    ...{ transactions: 1, expected: 600 },
    results: () => count(sql`select count(*)::int as n from broker_scores`),
  },
  {
    kind: vaultRun as AppRun,
    async start() {
      for (let n = 0; n < 20; n++) await keepPdf(ctx, pdf(`Certificate ${n}`))
      await startPeriodic(ctx, 'integrity')
    },
    // outcomes of files, then progress
    ...{ transactions: 2, expected: 20 },
    results: () => count(sql`select count(verified_at)::int as n from vault_files`),
  },
  {
    kind: bulkChangeRun as AppRun,
    start: () =>
      ok(
        admin.send('POST', '/api/brokers/bulk-changes/call-basis', {
          ...{ selection: { ids: brokers }, callBasis: 'none' },
        }),
      ),
    ...{ transactions: 1, expected: 600 },
    results: async () => {
      const { changed, unchanged } = (await newestRun(ctx, bulkChangeRun.kind))?.counters as Record<
        string,
        number
      >
      return (changed ?? 0) + (unchanged ?? 0)
    },
  },
  {
    kind: importRun as AppRun,
    async start() {
      const lines = Array.from({ length: 1200 }, (_, n) => `New ${n},02 5550 ${1000 + n}`)
      const form = uploadForm(['Name,Phone', ...lines].join('\n'))
      const { id } = await ok(admin.send('POST', '/api/brokers/imports', undefined, form))
      await ok(admin.send('POST', `/api/brokers/imports/${id}/commit`))
    },
    ...{ transactions: 1, expected: 1200 },
    results: () => count(sql`select count(*)::int as n from brokers where name like 'New %'`),
  },
]

// Covers: running-27
it.each(
  cases.map((one) => [one.kind.kind, one] as const),
)('a run of %s continues after a kill, and two processes do no batch twice', async (_, {
  kind,
  start,
  transactions,
  results,
  expected,
}) => {
  await start()
  const id = (await newestRun(ctx, kind.kind))?.id ?? 0
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db)
  await expect(continueRun(killedAfter(ctx, transactions), kind, id)).rejects.toThrow('killed')
  const killed = await findRun(ctx, kind.kind, id)
  expect(killed?.state).toBe('running')
  expect(killed?.done).toBeGreaterThan(0)
  await silence(ctx, id, 90)
  await resumeRuns(ctx)
  expect(await waitingJobs(ctx, kind.kind)).toBe(1)
  await Promise.all([runToEnd(ctx, kind, id), runToEnd(ctx, kind, id)])
  const ended = await findRun(ctx, kind.kind, id)
  expect(ended).toMatchObject({ state: 'done', done: ended?.total, error: null })
  expect(await results()).toBe(expected)
})
