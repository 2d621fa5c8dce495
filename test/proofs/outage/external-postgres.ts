import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '#server/platform/db/embedded/binaries.ts'
import {
  clusterFiles,
  databaseOwner,
  ensureCluster,
  prepareFolders,
  readPassword,
} from '#server/platform/db/embedded/cluster.ts'
import { chooseLauncher, run } from '#server/platform/db/embedded/launcher.ts'
import { freePort } from '#test/free-port.ts'

export interface ExternalPostgres {
  url: string
  /** Returns when it takes connections. */
  start(): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
  remove(): Promise<void>
}

/** A PostgreSQL of its own, on one port for good, which is started and stopped as an operator would: with pg_ctl. */
export async function createPostgres(): Promise<ExternalPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-external-'))
  const files = clusterFiles(dataDir)
  const launcher = chooseLauncher()
  const binaries = await findBinaries()
  await prepareFolders(dataDir, files, launcher)
  const password = await readPassword(files)
  await ensureCluster(files, { binaries, launcher, password, sync: true })
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    'timezone=UTC',
  ]
  const options = `-p ${port} ${settings.map((setting) => `-c ${setting}`).join(' ')}`
  const log = join(files.log, 'postgres.log')
  const address = (database: string): string =>
    `postgres://${databaseOwner}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

  async function control(...args: string[]): Promise<void> {
    const { code, stderr } = await run(
      launcher,
      binaries.pgCtl,
      [...args, '-D', files.data, '-w'],
      files.folder,
    )
    if (code !== 0) throw new Error(`pg_ctl ${args[0]}: ${stderr}`)
  }

  const postgres: ExternalPostgres = {
    url: address('brokerline'),
    start: () => control('start', '-l', log, '-o', options, '-t', '120'),
    stop: (mode) => control('stop', '-m', mode, '-t', '120'),
    async remove() {
      await postgres.stop('immediate').catch(() => undefined)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await postgres.start()
  const client = new pg.Client({ connectionString: address('postgres') })
  await client.connect()
  await client.query('create database brokerline')
  await client.end()
  return postgres
}
