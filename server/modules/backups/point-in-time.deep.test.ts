import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { until } from '#test/test-app.ts'
import { withClient } from '#test/worlds/backup-world.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'point-in-time-'))
  return () => rm(folder, { recursive: true, force: true })
})
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const addBroker = (client: pg.Client, name: string) =>
  client.query('insert into brokers (name) values ($1)', [name])

// Covers: backup-restore-9
it('a PostgreSQL goes back to a point in time with its WAL archive: later rows are gone, earlier ones are there', async () => {
  const [wal, first, second] = ['wal', 'first', 'second'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(wal, { mode: 0o777 })
  const before = await startEmbedded({
    dataDir: first,
    settings: { archive_mode: 'on', archive_command: `test ! -f ${wal}/%f && cp %p ${wal}/%f` },
  })
  closers.push(before.stop)
  await migrate(before)
  const point = await withClient(before.ownerUrl, async (client) => {
    await addBroker(client, 'Before the base backup')
    await client.query("select pg_backup_start('base', true)")
    await cp(join(first, 'postgres'), join(second, 'postgres'), {
      recursive: true,
      filter: (path) => !/postmaster\.(pid|opts)$|pg_wal\/.|\.s\.PGSQL/.test(path),
    })
    const { rows: stopped } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeFile(join(second, 'postgres', 'data', 'backup_label'), stopped[0]?.labelfile ?? '')
    await addBroker(client, 'After the base backup')
    const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
    await addBroker(client, 'After the point')
    const { rows: segment } = await client.query<{ name: string }>(
      'select pg_walfile_name(ended) as name from pg_switch_wal() ended',
    )
    await until('the WAL is archived', async () => {
      const names = await readdir(wal)
      return names.some((name) => name >= (segment[0]?.name ?? ''))
    })
    return rows[0]?.at ?? ''
  })
  await before.stop()
  closers.length = 0
  await writeFile(join(second, 'postgres', 'data', 'recovery.signal'), '')
  const after = await startEmbedded({
    dataDir: second,
    settings: {
      restore_command: `cp ${wal}/%f %p`,
      recovery_target_time: point,
      recovery_target_action: 'promote',
      // refuse connections until the promotion: before it the database is read only
      hot_standby: 'off',
    },
  })
  closers.push(after.stop)
  const names = await withClient(after.url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from brokers order by id')
    return rows.map(({ name }) => name)
  })
  expect(names).toEqual(['Before the base backup', 'After the base backup'])
}, 300_000)
