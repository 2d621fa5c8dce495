import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { executeOn, withDatabase } from '#test/database.ts'
import { PATIENCE } from '#test/patience.ts'
import { createTestApp } from '#test/test-app.ts'
import { asOwner, createTestDatabase } from '#test/test-db.ts'
import { migrate, readMigrations } from './migrate.ts'
import { prepareDatabase } from './prepare-database.ts'

const tool = fileURLToPath(new URL('../../../tools/db-migrate.ts', import.meta.url))
const ends: (() => Promise<void>)[] = []
let lines: string[]
beforeEach(() => {
  lines = []
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
const prepare = (urls: { url: string; ownerUrl: string | null }, patienceMs = 0) =>
  prepareDatabase(urls, { log, patienceMs })

const name = (): string => `test_${process.pid}_${randomBytes(6).toString('hex')}`

/** A database of this server in which nothing is. */
async function emptyDatabase(): Promise<{ url: string; ownerUrl: string }> {
  const server = inject('testServer')
  const database = name()
  await executeOn(server.ownerUrl, `create database ${database}`)
  ends.push(() => executeOn(server.ownerUrl, `drop database if exists ${database} with (force)`))
  return { url: withDatabase(server.url, database), ownerUrl: withDatabase(server.ownerUrl, database) }
}

async function migratedDatabase(): Promise<{ url: string; ownerUrl: string }> {
  const database = await createTestDatabase()
  ends.push(database.drop)
  return database
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query<Row>(sql).then(
    ({ rows }) => client.end().then(() => rows),
    (error) => client.end().then(() => Promise.reject(error)),
  )
}

/** Another role, signed in as by `url`. */
async function makeRole(url: string, options = ''): Promise<string> {
  const { ownerUrl } = inject('testServer')
  const role = name()
  await executeOn(ownerUrl, `create role ${role} login password 'x' ${options}`)
  ends.unshift(() => executeOn(ownerUrl, `drop role ${role}`))
  return Object.assign(new URL(url), { username: role, password: 'x' }).href
}

describe('with the address of the owner', () => {
  // Covers: running-11
  it('a database of the version before roles is brought to this one: its rows and its owner stay', async () => {
    const database = await emptyDatabase()
    const older = (await readMigrations()).filter(({ name }) => name < '0029')
    await executeOn(
      database.ownerUrl,
      'create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
      ...older.flatMap(({ name, sql, checksum }) => [
        sql,
        `insert into schema_migrations (name, checksum) values ('${name}', '${checksum}')`,
      ]),
      "insert into brokers (name) values ('Ann')",
      "insert into audit_log (actor, action, subject_type) values ('Ann', 'x', 'y')",
    )
    expect(await prepare(database)).toEqual({ excess: null })
    const app = await createTestApp({ databaseUrl: database.url })
    ends.push(app.close)
    expect((await app.server.inject({ url: '/readyz' })).json()).toMatchObject({
      database: 'ok',
      queue: 'ok',
    })
    expect(await query(database.url, 'select name from brokers')).toEqual([{ name: 'Ann' }])
    expect(
      await query(database.url, "select distinct tableowner from pg_tables where schemaname = 'public'"),
    ).toEqual([{ tableowner: new URL(database.ownerUrl).username }])
    await expect(query(database.url, 'truncate audit_log')).rejects.toThrow('permission denied')
    expect(lines).toEqual([])
  })

  // Covers: running-11
  it('what the role lacks is granted, and what it should not have is taken back', async () => {
    const database = await migratedDatabase()
    const { username } = new URL(database.url)
    await asOwner(
      database.url,
      `revoke insert on brokers from ${username}`,
      `revoke all on suppressions from ${username}`,
      `grant update, truncate on audit_log, suppressions to ${username}`,
      `create table added (id integer)`,
    )
    expect(await prepare(database)).toEqual({ excess: null })
    await query(database.url, "insert into brokers (name) values ('Ann')")
    await query(database.url, 'update suppressions set ended_at = now()')
    await query(database.url, 'delete from added')
    await expect(query(database.url, 'update suppressions set phone = phone')).rejects.toThrow(
      'permission denied',
    )
    await expect(query(database.url, 'truncate audit_log')).rejects.toThrow('permission denied')
  })

  // Covers: running-12
  it('two addresses of different databases are told apart, and so is a role that is not there', async () => {
    const [one, other] = [await emptyDatabase(), await emptyDatabase()]
    await expect(prepare({ url: other.url, ownerUrl: one.ownerUrl })).rejects.toThrow(
      'DATABASE_URL and DATABASE_OWNER_URL lead to different databases',
    )
    const url = Object.assign(new URL(one.url), { username: 'nobody_here' }).href
    await expect(prepare({ url, ownerUrl: one.ownerUrl })).rejects.toThrow(
      'role "nobody_here" does not exist: DATABASE_URL names a role that is not there.',
    )
  })

  // Covers: running-12
  it('a role that does not own the tables is told so', async () => {
    const database = await migratedDatabase()
    await asOwner(database.url, "delete from schema_migrations where name like '0024%'")
    const ownerUrl = await makeRole(database.url)
    await expect(prepare({ url: database.url, ownerUrl })).rejects.toThrow(
      /^The role of DATABASE_OWNER_URL may not change the database: .* Use the role that owns/,
    )
  })
})

describe('without the address of the owner', () => {
  // Covers: running-12
  it('a role that owns the tables brings them to this version, and one line says what it may do', async () => {
    const { ownerUrl: url } = await emptyDatabase()
    const { excess } = await prepare({ url, ownerUrl: null })
    expect(excess).toMatch(
      /^The application may alter the database: its role \w+ is a superuser\. See docs\/operations\.md/,
    )
    expect(lines).toEqual([excess])
    await query(url, 'select from brokers')
  })

  // Covers: running-12
  it.each<[string, string, RegExp]>([
    ['may make tables', 'grant create on schema public to ROLE', /has CREATE on SCHEMA public\./],
    ['may empty a table', 'grant truncate on brokers to ROLE', /has TRUNCATE on brokers\./],
    [
      'may change what is append-only',
      'grant update (actor) on audit_log to ROLE',
      /has UPDATE \(actor\) on audit_log\./,
    ],
    [
      'may do so like everybody',
      'grant delete on call_decisions to public',
      /has DELETE on call_decisions\./,
    ],
    [
      'may switch triggers on',
      'grant all on users to ROLE',
      /has REFERENCES on users, TRIGGER on users and TRUNCATE on users\./,
    ],
  ])('of a role that %s one line says so', async (_what, grant, line) => {
    const database = await migratedDatabase()
    await asOwner(database.url, grant.replace('ROLE', new URL(database.url).username))
    const { excess } = await prepare({ url: database.url, ownerUrl: null })
    expect(excess).toMatch(line)
    expect(lines).toEqual([excess])
  })

  // Covers: running-12
  it.each<[string, string, RegExp]>([
    ['a table', 'revoke insert on brokers from ROLE', /lacks INSERT on brokers\. Run "npm run db:migrate"/],
    [
      'a column',
      'revoke update (ended_at) on suppressions from ROLE',
      /lacks UPDATE \(ended_at\) on suppressions\./,
    ],
    [
      'the queue',
      'revoke usage on schema graphile_worker from ROLE',
      /lacks USAGE on SCHEMA graphile_worker\./,
    ],
    [
      'a function',
      'revoke execute on function erase_from_audit(jsonb) from ROLE',
      /lacks EXECUTE on FUNCTION erase_from_audit\(jsonb\)\./,
    ],
    ['everything', 'revoke all on all tables in schema public from ROLE', /lacks SELECT on table_rights\./],
  ])('the start says that a right on %s is missing', async (_what, revoke, line) => {
    const database = await migratedDatabase()
    await asOwner(database.url, revoke.replace('ROLE', new URL(database.url).username))
    await expect(prepare({ url: database.url, ownerUrl: null })).rejects.toThrow(line)
  })

  it('a table of somebody else is none of its concern', async () => {
    const database = await migratedDatabase()
    await asOwner(database.url, 'create table notes_of_an_operator (id integer)')
    expect(await prepare({ url: database.url, ownerUrl: null })).toEqual({ excess: null })
  })

  // Covers: running-12
  it('the tables are waited for, and one line says so', async () => {
    const database = await emptyDatabase()
    const { username } = new URL(database.url)
    await executeOn(database.ownerUrl, `revoke create on schema public from ${username}`)
    const waiting = prepare({ url: database.url, ownerUrl: null }, 30_000)
    await expect.poll(() => lines, PATIENCE).toHaveLength(1)
    await migrate(database)
    expect(await waiting).toEqual({ excess: null })
    expect(lines).toEqual([
      expect.stringMatching(/^Waiting for another process to prepare the database\. .* lacks the tables/),
    ])
  })

  // Covers: running-12
  it('a migration or the queue’s newest tables that nobody adds end the start with what to do', async () => {
    const database = await migratedDatabase()
    await asOwner(database.url, 'delete from graphile_worker.migrations where id = 20')
    await expect(prepare({ url: database.url, ownerUrl: null })).rejects.toThrow(
      "it lacks the queue's newest tables",
    )
    await asOwner(database.url, "delete from schema_migrations where name like '0024%'")
    await expect(prepare({ url: database.url, ownerUrl: null })).rejects.toThrow(
      /^The database is not at this version: it lacks 0024_time_steps\.sql, and the role of DATABASE_URL may not add that\. Run "npm run db:migrate"/,
    )
    await asOwner(database.url, "insert into schema_migrations values ('9999_later.sql', 'x')")
    await expect(prepare({ url: database.url, ownerUrl: null })).rejects.toThrow(
      'newer than this version (it has 9999',
    )
  })
})

// Covers: running-16
it('a PostgreSQL older than 15 is refused, by the owner and by the application', async () => {
  const database = await migratedDatabase()
  const old = await makeRole(database.url, 'superuser')
  await asOwner(
    database.url,
    'create schema older',
    `create function older.current_setting(text) returns text language sql as $$ select '140018' $$`,
    `alter role ${new URL(old).username} set search_path = older, pg_catalog, public`,
  )
  const line = /^The database is PostgreSQL 14, but Brokerline needs 15 or newer\./
  await expect(prepare({ url: old, ownerUrl: null })).rejects.toThrow(line)
  await expect(prepare({ url: database.url, ownerUrl: old })).rejects.toThrow(line)
})

// Covers: running-11
it('the statements that the operations guide gives an operator, and the command after them, are enough', async () => {
  const guide = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const block = /## The roles of the database[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
  const { ownerUrl } = inject('testServer')
  const [database, owner, app] = [name(), `${name()}_owner`, `${name()}_app`]
  const statements = block
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bbrokerline_owner\b/g, owner)
    .replaceAll(/\bbrokerline_app\b/g, app)
    .replaceAll(/\bdatabase brokerline\b/g, `database ${database}`)
    .split(';')
    .filter((statement) => statement.trim() !== '')
  await executeOn(ownerUrl, ...statements)
  ends.push(() =>
    executeOn(ownerUrl, `drop database ${database} with (force)`, `drop role ${app}`, `drop role ${owner}`),
  )
  const address = (username: string, password: string): string =>
    Object.assign(new URL(withDatabase(ownerUrl, database)), { username, password }).href
  const urls = {
    url: address(app, 'a random text'),
    ownerUrl: address(owner, 'another random text'),
  }
  const { stdout } = await promisify(execFile)(process.execPath, [tool], {
    env: { PATH: process.env.PATH, DATABASE_URL: urls.url, DATABASE_OWNER_URL: urls.ownerUrl },
  })
  expect(stdout).toBe('The database is at this version, and the role of DATABASE_URL may do what it needs.\n')
  expect(await prepare({ url: urls.url, ownerUrl: null })).toEqual({ excess: null })
  const served = await createTestApp({ databaseUrl: urls.url })
  ends.push(served.close)
  await served.startWorkers()
  expect((await served.server.inject({ url: '/readyz' })).statusCode).toBe(200)
  await expect(query(urls.url, 'create temporary table more (id integer)')).rejects.toThrow(
    'permission denied',
  )
  expect(lines).toEqual([])
})
