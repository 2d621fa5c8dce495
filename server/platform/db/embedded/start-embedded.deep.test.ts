import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isSocketFile } from './address.ts'
import { isPostmasterOf, readPidFile } from './pid-file.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './start-embedded.ts'

let dataDir: string
const log = { info: vi.fn<(message: string) => void>(), warn: vi.fn<(message: string) => void>() }
const running: Embedded[] = []
const children: ChildProcess[] = []

let created: string
beforeAll(async () => {
  created = await mkdtemp(join(tmpdir(), 'embedded created '))
  await (await startEmbedded({ dataDir: created, log, settings: { fsync: 'off' } })).stop()
})
afterAll(() => rm(created, { recursive: true, force: true }))

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded test '))
  log.warn.mockClear()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
  const pidFile = await readPidFile(data())
  if (pidFile) await (await startEmbedded({ dataDir, log })).stop()
  await rm(dataDir, { recursive: true, force: true })
})

const data = (): string => join(dataDir, 'postgres', 'data')

// Without flushing, which only a power cut would miss; the default settings have a test of their own.
async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, log, settings: { fsync: 'off' }, ...options })
  running.push(server)
  return server
}

/** For tests after the creation, which takes longest: copies a created folder. */
const takeCreated = (): Promise<void> => cp(created, dataDir, { recursive: true })

/** Another process that starts on the same folder. */
function spawnChild(): ChildProcess {
  const script = new URL('../../../../test/worlds/embedded-child.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

/** The same, once it has printed its result. */
async function startChild(): Promise<{
  child: ChildProcess
  answer: { url?: string; ownerUrl?: string; error?: string }
}> {
  const child = spawnChild()
  if (!child.stdout) throw new Error('no standard output')
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, answer: JSON.parse(line) }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test('keeps its data over a stop and a start', async () => {
  await takeCreated()
  const first = await start()
  await query(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
  const pid = (await readPidFile(data()))?.pid ?? 0
  await first.stop()
  expect(await isPostmasterOf(data(), pid)).toBe(false)
  const second = await start()
  expect(await query(second.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  expect(second.takenOver).toBe(false)
})

// Covers: running-9
test('is durable, in UTF-8 with its own sorting, and listens on its own socket and the loopback address only', async () => {
  const { ownerUrl: url } = await start({ settings: {} })
  const settings = await query(
    url,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
       current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS addresses,
       current_setting('unix_socket_directories') AS sockets, datlocprovider AS provider, datlocale AS locale
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(settings).toEqual([
    {
      fsync: 'on',
      pages: 'on',
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      sockets: `"${join(dataDir, 'postgres')}"`,
      provider: 'b',
      locale: 'C.UTF-8',
    },
  ])
  expect(decodeURIComponent(new URL(url).hostname)).toBe(join(dataDir, 'postgres'))
  for (const address of [url, url.replace(/@[^:]+:/, '@127.0.0.1:')])
    await expect(query(address.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/)
})

// Covers: running-11
test('a folder of an older version, which knew the owner only, gets the role of the application', async () => {
  await takeCreated()
  const first = await start()
  const postgres = first.ownerUrl.replace(/brokerline$/, 'postgres')
  await query(postgres, 'REVOKE ALL ON DATABASE brokerline FROM brokerline_app')
  await query(postgres, 'DROP ROLE brokerline_app')
  await first.stop()
  await rm(join(dataDir, 'postgres', 'app-password'))
  const second = await start()
  expect(await query(second.url, 'SELECT current_user')).toEqual([{ current_user: 'brokerline_app' }])
  await expect(query(second.url, 'CREATE TEMPORARY TABLE more (id int)')).rejects.toThrow('permission denied')
  const elsewhere = second.url.replace(/brokerline$/, 'postgres')
  await expect(query(elsewhere, 'SELECT 1')).rejects.toThrow('permission denied for database "postgres"')
})

// Covers: running-17
test('leaves no file that others can read', async () => {
  await chmod(dataDir, 0o755)
  await start()
  const folder = join(dataDir, 'postgres')
  for (const name of [
    '..',
    '.',
    'data',
    'log',
    'password',
    'app-password',
    join('log', 'postgres.log'),
    join('data', 'postmaster.pid'),
  ]) {
    expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0)
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('init-'))).toEqual([])
})

// Covers: running-9
test('takes over what a killed process left running', async () => {
  await takeCreated()
  const { child, answer } = await startChild()
  await query(answer.ownerUrl ?? '', 'CREATE TABLE kept AS SELECT 42 AS answer')
  const before = await readPidFile(data())
  await kill(child)
  const server = await start()
  expect(server.takenOver).toBe(true)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Took over the PostgreSQL/))
  expect((await readPidFile(data()))?.pid).toBe(before?.pid)
  expect(await query(server.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  await server.stop()
  expect(await isPostmasterOf(data(), before?.pid ?? 0)).toBe(false)
})

// Covers: running-3
test('says that it is already running while another process lives', async () => {
  await takeCreated()
  const { answer } = await startChild()
  await expect(start()).rejects.toThrow(
    `Brokerline is already running on ${dataDir}. End it first, or choose another DATA_DIR.`,
  )
  expect(await query(answer.ownerUrl ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

// Covers: running-9
test('of several processes that start at once on an empty folder one wins', async () => {
  const answers = await Promise.all([startChild(), startChild(), startChild()])
  expect(answers.filter(({ answer }) => answer.url)).toHaveLength(1)
  const errors = answers.flatMap(({ answer }) => answer.error ?? [])
  expect(errors).toHaveLength(2)
  for (const error of errors) expect(error).toMatch(/^StartupError: Brokerline is already running on/)
})

test('starts after a process was killed in the middle of creating the database', async () => {
  const child = spawnChild()
  const rests = async (): Promise<string[]> =>
    (await readdir(join(dataDir, 'postgres')).catch(() => [])).filter((name) => name.startsWith('init-'))
  await vi.waitFor(async () => expect(await rests()).toHaveLength(1), { timeout: 10_000, interval: 10 })
  await kill(child)
  const server = await start()
  expect(await query(server.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

// Covers: running-9
test('starts after PostgreSQL and its owner were both killed', async () => {
  await takeCreated()
  const { child, answer } = await startChild()
  await query(answer.ownerUrl ?? '', 'CREATE TABLE kept AS SELECT 42 AS answer')
  process.kill((await readPidFile(data()))?.pid ?? 0, 'SIGKILL')
  await kill(child)
  const server = await start()
  expect(await query(server.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  const sockets = (await readdir(join(dataDir, 'postgres'))).filter(isSocketFile)
  expect(sockets.sort()).toEqual([`.s.PGSQL.${server.port}`, `.s.PGSQL.${server.port}.lock`])
})

test('a process number that went to another program is no obstacle', async () => {
  await takeCreated()
  await (await start()).stop()
  // The state after a power failure, with a process id that is now this test's.
  const lines = [process.pid, data(), 1, 5432, '', '127.0.0.1', '', 'ready']
  await writeFile(join(data(), 'postmaster.pid'), `${lines.join('\n')}\n`)
  expect((await start()).takenOver).toBe(false)
})

// Covers: running-9
test('starts PostgreSQL again when it ends, as soon as that can be done, and stays its owner', async () => {
  await takeCreated()
  const onExit = vi.fn()
  const { url } = await start({ onExit })
  await query(url, 'SELECT 1')
  // simulates a full disk: PostgreSQL cannot write
  const control = join(data(), 'global', 'pg_control')
  await rename(control, `${control}.away`)
  process.kill((await readPidFile(data()))?.pid ?? 0, 'SIGKILL')
  await vi.waitFor(
    () =>
      expect(log.warn).toHaveBeenCalledWith(
        expect.stringMatching(/^PostgreSQL could not be started again: /),
      ),
    10_000,
  )
  await expect(query(url, 'SELECT 1')).rejects.toThrow()
  await rename(`${control}.away`, control)
  await vi.waitFor(async () => expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]), 10_000)
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledWith('PostgreSQL runs again.'), 10_000)
  expect((await startChild()).answer.error).toMatch(/already running/)
  expect(onExit).not.toHaveBeenCalled()
})

// Covers: running-9
test('stops in order while PostgreSQL cannot be started again', async () => {
  await takeCreated()
  const server = await startEmbedded({ dataDir, log, settings: { fsync: 'off' } })
  const control = join(data(), 'global', 'pg_control')
  await rename(control, `${control}.away`)
  process.kill((await readPidFile(data()))?.pid ?? 0, 'SIGKILL')
  await vi.waitFor(
    () => expect(log.warn).toHaveBeenCalledWith(expect.stringMatching(/could not be started/)),
    10_000,
  )
  await server.stop()
  await rename(`${control}.away`, control)
  expect((await start()).takenOver).toBe(false)
})

test('keeps its ownership when its connection is ended', async () => {
  await takeCreated()
  const onExit = vi.fn()
  const { ownerUrl: url } = await start({ onExit })
  const owner = "application_name = 'brokerline owner'"
  const [before] = await query(
    url,
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${owner}`,
  )
  await vi.waitFor(async () => {
    const locks = await query(url, `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted`)
    expect(locks).toHaveLength(1)
    expect(locks[0]?.pid).not.toBe(before?.pid)
  }, 10_000)
  const { answer } = await startChild()
  expect(answer.error).toMatch(/already running/)
  expect(onExit).not.toHaveBeenCalled()
})

test('rests of an interrupted creation are removed, a folder without a database is left alone', async () => {
  const folder = join(dataDir, 'postgres')
  await mkdir(join(folder, 'init-abc', 'data'), { recursive: true })
  await mkdir(data())
  await expect(start()).rejects.toThrow(`${data()} holds no database. Move it away, then start again.`)
  await rm(data(), { recursive: true })
  await start()
  expect(await readdir(folder)).not.toContain('init-abc')
})

test('names the version that made the data', async () => {
  await mkdir(data(), { recursive: true })
  await writeFile(join(data(), 'PG_VERSION'), '17\n')
  await writeFile(join(dataDir, 'postgres', 'password'), 'secret\n', { mode: 0o600 })
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 17, this is 18\. Restore a backup/)
})

test('asks for the password file instead of making a new one', async () => {
  await takeCreated()
  await (await start()).stop()
  const file = join(dataDir, 'postgres', 'password')
  const password = await readFile(file, 'utf8')
  await rm(file)
  await expect(start()).rejects.toThrow(`${file} is missing. Put it back from a copy of the data folder.`)
  await writeFile(file, password, { mode: 0o600 })
  await start()
})

test('DATA_DIR that is a file is refused in one line', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  await expect(startEmbedded({ dataDir: file, log })).rejects.toThrow(
    /^Cannot use .*: a part of the path is not a folder/,
  )
})

test.skipIf(process.getuid?.() === 0)('DATA_DIR without write access is refused in one line', async () => {
  await chmod(dataDir, 0o500)
  await expect(start()).rejects.toThrow(/^Cannot use .* \(EACCES\): no write access\. Give this user/)
  await chmod(dataDir, 0o700)
})

test('a setting that PostgreSQL refuses is reported with its own words', async () => {
  await takeCreated()
  await expect(start({ settings: { shared_buffers: 'much' } })).rejects.toThrow(
    /^PostgreSQL does not start: invalid value for parameter "shared_buffers": "much"/,
  )
})
