import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/runner.ts'
import { executeOn, withDatabase } from '#test/database.ts'

const THIS = '0156_runs.sql'

let urls: { url: string; ownerUrl: string }
let owner: pg.Client

/** A database of the version before, with a finished and an interrupted run of each kind. */
async function olderDatabase(): Promise<void> {
  const server = inject('testServer')
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await executeOn(server.ownerUrl, `create database ${name}`)
  urls = { url: withDatabase(server.url, name), ownerUrl: withDatabase(server.ownerUrl, name) }
  const older = (await readMigrations()).filter((migration) => migration.name < THIS)
  await executeOn(
    urls.ownerUrl,
    'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    ...older.flatMap(({ name: file, sql, checksum }) => [
      sql,
      `insert into schema_migrations (name, checksum) values ('${file}', '${checksum}')`,
    ]),
    "insert into brokers (name, phone) values ('Ann Walker', '+61491570156'), ('Bea Chen', '+61491570157')",
    `insert into compliance_runs (reason, status, total, done, flagged, last_broker_id, started_at, touched_at, finished_at, first_ids, first_done, snapshot_id)
     values ('weekly', 'finished', 2, 2, 1, 2, '2026-10-05T20:00:00Z', '2026-10-05T20:01:00Z', '2026-10-05T20:01:00Z', '{}', 0, null),
       ('snapshot', 'running', 2, 1, 0, 0, '2026-10-06T20:00:00Z', '2026-10-06T20:01:00Z', null, '{2}', 1, 5)`,
    `insert into compliance_checks (broker_id, run_id, check_type, result, risk_score, findings, snapshots, completed_at)
     select 1, id, 'asic_banned', 'clean', 0, '[]', '{}', started_at from compliance_runs`,
    `insert into score_runs (month, scorecard_id, reason, status, priors, total, done, last_broker_id, started_at, finished_at)
     select month, min(id), 'manual', status, priors, 2, done, done, '2026-11-01T00:00:00Z'::timestamptz, ended
     from scorecards, (values ('2026-09', 'finished', '{"lvr": 70}'::jsonb, 2, '2026-11-01T00:01:00Z'::timestamptz),
       ('2026-10', 'running', '{"lvr": 71}', 1, null)) v (month, status, priors, done, ended) group by 1, 3, 4, 5, 6, 7, 8, 9, 10 order by month`,
    `insert into broker_scores (month, broker_id, run_id, scorecard_id, overall, calculated_tier, tier, total_loans, evidence_of,
       compliance, gates, adjusted, points, calculated_at)
     select month, 1, id, scorecard_id, 50, 'Neutral', 'Neutral', 1, '{1,1,1,1,1}', 100, '{}', '{}', '{}', now() from score_runs`,
    `insert into vault_runs (kind, status, total, done, faults, error, started_at)
     values ('rotation', 'running', 9, 4, 1, null, '2026-10-07T00:00:00Z'),
       ('restore_test', 'failed', 3, 1, 0, 'There is no space left in the file store.', '2026-10-08T00:00:00Z')`,
    `insert into bulk_changes (kind, change, label, status, total, missing, done, changed, unchanged, refused, restored, left_alone)
     values ('bdm', '{"kind": "bdm", "bdmId": null}', 'Assign no BDM of their own', 'running', 2, 1, 1, 1, 0, '{}', 0, 0),
       ('call_basis', '{"kind": "call_basis"}', 'Set call basis: none', 'undone', 2, 0, 2, 1, 0, '{"No": 1}', 1, 0)`,
    `insert into bulk_change_brokers (change_id, broker_id, outcome)
     values (1, 1, 'changed'), (1, 2, null), (2, 1, 'restored'), (2, 2, 'refused')`,
    `insert into broker_imports (status, filename, columns, mapping, on_existing, rows, accepted, rejected, existing, done, error)
     values ('preview', 'a.csv', '[]', '{}', 'skip', 3, 3, 0, 0, 0, null), ('importing', 'b.csv', '[]', '{}', 'skip', 3, 3, 0, 0, 1, null),
       ('imported', 'c.csv', '[]', '{}', 'skip', 3, 3, 0, 0, 3, null), ('undone', 'd.csv', '[]', '{}', 'skip', 3, 3, 0, 0, 2, null),
       ('failed', 'e.csv', '[]', '{}', 'skip', 3, 3, 0, 0, 1, 'The import stopped.')`,
  )
  await migrateJobs(urls.ownerUrl)
  await executeOn(
    urls.ownerUrl,
    `select graphile_worker.add_job('brokers.run-import', '{"importId": 2}'), graphile_worker.add_job('tasks.look', '{}')`,
  )
}

beforeAll(async () => {
  await olderDatabase()
  await migrate(urls)
  owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await executeOn(
    inject('testServer').ownerUrl,
    `drop database if exists ${new URL(urls.url).pathname.slice(1)}`,
  )
})

const runsOf = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await owner.query<Record<string, unknown>>('select * from runs where kind = $1 order by id', [kind])).rows

it('keeps checks of all brokers with their ids, and where an interrupted one continues', async () => {
  expect(await runsOf('surveillance.run-checks')).toMatchObject([
    {
      ...{ id: 1, state: 'done', done: 2, total: 2, finished_at: new Date('2026-10-05T20:01:00Z') },
      input: { reason: 'weekly', firstIds: [], snapshotId: null },
      counters: { flagged: 1 },
    },
    {
      ...{ id: 2, state: 'running', done: 1, finished_at: null },
      input: { reason: 'snapshot', firstIds: [2], snapshotId: 5 },
      cursor: { firstDone: 1, lastBrokerId: 0 },
    },
  ])
  const { rows } = await owner.query('select run_id from compliance_checks order by run_id')
  expect(rows).toEqual([{ run_id: 1 }, { run_id: 2 }])
})

it('keeps calculations with what they were calculated from, and the scores of each', async () => {
  const card = expect.any(Number)
  const basis = { reason: 'manual', scorecardId: card, creditScoreScale: 'equifax' }
  const [first, second] = await runsOf('scoring.calculate')
  expect([first, second]).toMatchObject([
    {
      ...{ key: '2026-09', state: 'done', done: 2, finished_at: new Date('2026-11-01T00:01:00Z') },
      input: { month: '2026-09', ...basis },
      cursor: { lastBrokerId: 2, priors: { lvr: 70 } },
    },
    { key: '2026-10', state: 'running', cursor: { lastBrokerId: 1, priors: { lvr: 71 } }, finished_at: null },
  ])
  const { rows } = await owner.query('select month, run_id from broker_scores order by month')
  expect(rows).toEqual([
    { month: '2026-09', run_id: first?.id },
    { month: '2026-10', run_id: second?.id },
  ])
})

it('keeps runs over the vault’s files', async () => {
  expect(await runsOf('documents.vault-run')).toMatchObject([
    {
      ...{ key: 'rotation', state: 'running', done: 4, total: 9 },
      ...{ input: { kind: 'rotation' }, cursor: { after: 0 }, counters: { faults: 1 } },
    },
    { key: 'restore_test', state: 'failed', error: 'There is no space left in the file store.' },
  ])
})

it('keeps changes of many brokers with the outcome of each', async () => {
  const runs = await runsOf('brokers.run-bulk-change')
  expect(runs).toMatchObject([
    {
      ...{ key: null, state: 'running', done: 1, total: 2 },
      input: { label: 'Assign no BDM of their own', change: { kind: 'bdm', bdmId: null } },
      counters: { missing: 1, changed: 1, unchanged: 0, refused: {}, restored: 0, left: 0 },
    },
    { state: 'undone', done: 1, counters: { refused: { No: 1 }, restored: 1 } },
  ])
  const { rows } = await owner.query<{ change_id: number; outcome: string | null }>(
    'select change_id, outcome from bulk_change_brokers order by change_id, broker_id',
  )
  const outcomes = runs.map(({ id }) =>
    rows.filter((row) => row.change_id === id).map(({ outcome }) => outcome),
  )
  expect(outcomes).toEqual([
    ['changed', null],
    ['restored', 'refused'],
  ])
})

it('keeps imports of brokers, a preview without a run', async () => {
  const { rows } = await owner.query(`
    select filename, state, done, total, error, (input ->> 'importId')::int = i.id as same
    from broker_imports i left join runs r on r.id = i.run_id order by i.id`)
  expect(rows).toEqual([
    { filename: 'a.csv', state: null, done: null, total: null, error: null, same: null },
    { filename: 'b.csv', state: 'running', done: 1, total: 3, error: null, same: true },
    { filename: 'c.csv', state: 'done', done: 3, total: 3, error: null, same: true },
    { filename: 'd.csv', state: 'undone', done: 2, total: 2, error: null, same: true },
    { filename: 'e.csv', state: 'failed', done: 1, total: 3, error: 'The import stopped.', same: true },
  ])
})

it('removes waiting jobs that name no run', async () => {
  const { rows } = await owner.query('select task_identifier from graphile_worker.jobs')
  expect(rows).toEqual([{ task_identifier: 'tasks.look' }])
})

it('gives no run an id that a run of a former table had', async () => {
  const { rows } = await owner.query<{ id: number }>("insert into runs (kind) values ('test') returning id")
  expect(rows[0]?.id).toBeGreaterThan(2)
  expect((await runsOf('scoring.calculate')).map(({ id }) => Number(id) > 2)).toEqual([true, true])
})
