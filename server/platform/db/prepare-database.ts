import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrateJobs } from '#server/platform/jobs/runner.ts'
import type { Log } from '#server/platform/log.ts'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'
import { type DatabaseUrls, findPending, type Migration, migrate, readMigrations } from './migrate.ts'
import { makeMonthsAtStart } from './months.ts'
import { readRights } from './rights/read-rights.ts'
import { excessLine, missingLine } from './rights/rights.rules.ts'
import { requireVersion } from './server-version.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

/** Another process that migrates has so long before this one gives up. */
const PATIENCE_MS = 60_000
const LOOK_MS = 500

export interface PreparedDatabase {
  /** Warning where the application's role has excess rights; null: it has none. */
  excess: string | null
}

/**
 * Migrates the database to this version if this process may: with the owner's address, or as a role that owns the
 * tables. Otherwise waits for another process to migrate. Then checks that the application's role has the rights that
 * it needs, and returns a warning about excess rights. @throws StartupError with the next action
 */
export async function prepareDatabase(
  urls: DatabaseUrls,
  { log, patienceMs = PATIENCE_MS }: { log: Log; patienceMs?: number },
): Promise<PreparedDatabase> {
  const { url, ownerUrl } = urls
  if (ownerUrl) {
    await explained('DATABASE_OWNER_URL', async () => {
      await refuseUnfinishedRestore(ownerUrl)
      await migrate(urls)
    })
  } else await explained('DATABASE_URL', () => refuseUnfinishedRestore(url))
  return explained('DATABASE_URL', async () => {
    const owns = !ownerUrl && (await withClient(url, mayMigrate))
    if (owns) await migrate(urls)
    const excess = await withClient(url, async (client) => {
      const found =
        ownerUrl || owns ? await requireUsable(client) : await untilUsable(client, { url, log, patienceMs })
      await makeMonthsAtStart(client, log)
      return found
    })
    if (excess) log.warn(excess)
    return { excess }
  })
}

/**
 * Whether a database needs long preparation before the product can run: it is new or older than this version, or lacks
 * the demo world. An unreachable database returns false: the start itself reports the error.
 */
export async function needsPreparing(
  { url, ownerUrl }: DatabaseUrls,
  { demo }: { demo: boolean },
): Promise<boolean> {
  try {
    return await withClient(ownerUrl ?? url, async (client) => {
      if (await findLack(client, await readMigrations())) return true
      const { rows } = await client.query<{ empty: boolean }>(
        'select not exists (select from users) as empty',
      )
      return demo && rows[0]?.empty === true
    })
  } catch {
    return false
  }
}

/** Whether the role owns the tables, or may make them where there are none. */
async function mayMigrate(client: pg.Client): Promise<boolean> {
  await requireVersion(client)
  const { rows } = await client.query<{ may: boolean }>(
    `select coalesce((select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('public.schema_migrations')),
       has_schema_privilege('public', 'CREATE')) as may`,
  )
  return rows[0]?.may ?? false
}

/** @returns a warning where the role has excess rights */
async function requireUsable(client: pg.Client): Promise<string | null> {
  if (!(await hasTables(client)))
    throw new StartupError(
      'DATABASE_URL and DATABASE_OWNER_URL lead to different databases. They should differ in user and password only.',
    )
  const { problem, excess } = await judge(client)
  if (problem) throw new StartupError(problem)
  return excess
}

async function untilUsable(
  client: pg.Client,
  { url, log, patienceMs }: { url: string; log: Log; patienceMs: number },
): Promise<string | null> {
  const migrations = await readMigrations()
  const giveUpAt = performance.now() + patienceMs
  for (let waiting = false; ; waiting = true) {
    const { problem, excess } = await look(client, { url, migrations })
    if (!problem) return excess
    if (performance.now() >= giveUpAt) throw new StartupError(problem)
    if (!waiting) log.warn(`Waiting for another process to prepare the database. ${problem}`)
    await pause(LOOK_MS)
  }
}

const behind = (what: string): string =>
  `The database is not at this version: it lacks ${what}, and the role of DATABASE_URL may not add that. Run "npm run db:migrate" with DATABASE_OWNER_URL.`

interface Look {
  /** The reason why the application cannot work; null: it can. */
  problem: string | null
  excess: string | null
}

async function look(
  client: pg.Client,
  { url, migrations }: { url: string; migrations: readonly Migration[] },
): Promise<Look> {
  const lack = await findLack(client, migrations)
  const judged = lack ? { problem: behind(lack), excess: null } : await judge(client)
  if (judged.problem || (await queueIsUsable(url))) return judged
  return { ...judged, problem: behind("the queue's newest tables") }
}

/** The part of this version that a database lacks; null: none. */
async function findLack(client: pg.Client, migrations: readonly Migration[]): Promise<string | null> {
  if (!(await hasTables(client))) return 'the tables'
  try {
    const [first] = await findPending(client, migrations)
    return first?.name ?? null
  } catch (error) {
    // reported with the other missing rights
    if (errorCode(error) === NOT_ALLOWED) return null
    throw error
  }
}

async function judge(client: pg.Client): Promise<Look> {
  const role = client.user ?? ''
  try {
    const rights = await readRights(client, role)
    return { problem: missingLine(role, rights), excess: excessLine(role, rights) }
  } catch (error) {
    if (errorCode(error) !== NOT_ALLOWED) throw error
    const missing = [{ privilege: 'SELECT', on: 'table_rights' }]
    return { problem: missingLine(role, { missing }), excess: null }
  }
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.table_rights') is not null as there",
  )
  return rows[0]?.there ?? false
}

/** At every start the library checks its tables for missing parts, and fails where it lacks the right to add them. */
async function queueIsUsable(url: string): Promise<boolean> {
  try {
    await migrateJobs(url)
    return true
  } catch (error) {
    if (errorCode(error) === NOT_ALLOWED) return false
    throw error
  }
}

const NOT_ALLOWED = '42501'

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'brokerline-start' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', '28P01', '28000', '3D000']

/** Turns database errors of a variable into one line with the next action. */
async function explained<T>(variable: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(explanation(variable, error))
  }
}

function explanation(variable: string, error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const code = errorCode(cause) ?? ''
  if (UNREACHABLE.includes(code))
    return `The database of ${variable} cannot be reached: ${errorLine(error)}. Check address, user and password.`
  if (code === NOT_ALLOWED)
    return `The role of ${variable} may not change the database: ${errorLine(error)}. Use the role that owns the database and its tables.`
  if (code === '42704')
    return `${errorLine(error)}: DATABASE_URL names a role that is not there. Create it as docs/operations.md says.`
  return `The database could not be brought to this version: ${errorLine(error)}`
}
