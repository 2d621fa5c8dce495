import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorCode } from '#server/platform/startup-error.ts'
import { createTestDatabase, type TestDatabase } from '#test/test-db.ts'

const NOT_ALLOWED = '42501'

let database: TestDatabase
let app: pg.Client
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  app = new pg.Client({ connectionString: database.url })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await Promise.all([app.connect(), owner.connect()])
})
afterAll(async () => {
  await Promise.all([app?.end(), owner?.end()])
  await database?.drop()
})

/**
 * Runs each statement in a transaction that is rolled back. @returns those that were not refused for lack of a right
 */
async function allowed(statements: readonly string[]): Promise<string[]> {
  const done: string[] = []
  for (const statement of statements) {
    await app.query('begin')
    const code = await app.query(statement).then(
      () => 'done',
      (error: unknown) => errorCode(error) ?? String(error),
    )
    await app.query('rollback')
    if (code !== NOT_ALLOWED) done.push(`${code}: ${statement}`)
  }
  return done
}

async function column(sql: string): Promise<string[]> {
  return (await owner.query<[string]>({ text: sql, rowMode: 'array' })).rows.map(([value]) => value)
}

const tables = (): Promise<string[]> =>
  column(`select format('%I.%I', schemaname, tablename) from pg_tables
    where schemaname in ('public', 'partitions', 'graphile_worker') order by 1`)

describe('the application', () => {
  // Covers: running-10
  it('cannot empty, drop or alter any table, nor switch off what guards it', async () => {
    const names = await tables()
    expect(names.length).toBeGreaterThan(60)
    const attempts = names.flatMap((table) => [
      `truncate ${table}`,
      `truncate ${table} cascade`,
      `drop table ${table} cascade`,
      `alter table ${table} add column more text`,
      `alter table ${table} rename to other`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} disable row level security`,
      `alter table ${table} owner to current_user`,
      `create index on ${table} ((1))`,
      `create trigger more before insert on ${table} for each row execute function refuse_change()`,
      `create rule more as on insert to ${table} do instead nothing`,
      `lock table ${table} in access exclusive mode; truncate ${table}`,
    ])
    expect(await allowed(attempts)).toEqual([])
  })

  // Covers: running-10
  it('cannot change or remove rows of what is append-only', async () => {
    const guarded = await column(
      `select tgrelid::regclass::text from pg_trigger where tgname like '%append_only' and tgparentid = 0`,
    )
    // a view of several tables cannot be changed by any role
    const kept = await column(`select name from table_rights where not deletes and updates = '{}'
      and name in (select tablename from pg_tables)`)
    expect(guarded.length).toBeGreaterThanOrEqual(4)
    expect(kept).toEqual(expect.arrayContaining([...guarded, 'call_events', 'campaign_versions']))
    for (const table of kept) {
      const columns = await column(
        `select quote_ident(column_name) from information_schema.columns where table_name = '${table}' and is_identity = 'NO'`,
      )
      const changes = columns.map((name) => `update ${table} set ${name} = ${name}`)
      expect(
        await allowed([
          `delete from ${table}`,
          `merge into ${table} t using (select 1) s on true when matched then delete`,
          ...changes,
        ]),
      ).toEqual([])
    }
  })

  // Covers: running-10
  it('can end a suppression, and neither remove it nor say something else of it', async () => {
    const attempts = ['delete from suppressions', 'delete from inbound_messages', 'delete from broker_merges']
    for (const name of ['phone', 'source', 'reason', 'simulated', 'created_at'])
      attempts.push(`update suppressions set ${name} = ${name}`)
    expect(await allowed(attempts)).toEqual([])
    expect(await allowed(["update suppressions set ended_at = now(), ended_reason = 'x'"])).toHaveLength(1)
  })

  // Covers: running-10
  it('makes nothing, becomes nobody else, and reads neither passwords nor files of the server', async () => {
    const ownerName = new URL(database.ownerUrl).username
    const { username } = new URL(database.url)
    expect(
      await allowed([
        'create table more (id integer)',
        'create temporary table more (id integer)',
        'create view more as select 1',
        'create function more() returns integer language sql as $$ select 1 $$',
        'create schema more',
        'create extension hstore',
        `create role more`,
        `alter role ${username} superuser`,
        `grant ${ownerName} to ${username}`,
        `set role ${ownerName}`,
        `set session authorization ${ownerName}`,
        'set session_replication_role = replica',
        `alter database ${new URL(database.url).pathname.slice(1)} set search_path = pg_temp`,
        'select * from pg_authid',
        'select * from pg_shadow',
        "select pg_read_file('postgresql.conf')",
        "select pg_ls_dir('.')",
        "select lo_import('/etc/passwd')",
        "copy audit_log to '/tmp/more'",
        "copy users from '/etc/passwd'",
        "copy (select 1) to program 'true'",
        "copy users from program 'true'",
        'select pg_reload_conf()',
        'select pg_rotate_logfile()',
        `drop function erase_from_audit(jsonb)`,
        `alter function refuse_change() rename to more`,
        "update table_rights set updates = null where name = 'audit_log'",
        'delete from schema_migrations',
      ]),
    ).toEqual([])
    await expect(app.query('alter system set fsync = off')).rejects.toThrow('permission denied')
  })
})

describe('functions', () => {
  // Covers: running-10
  it('find what they use where it is, whatever a session says', async () => {
    const loose = await column(`
      select p.oid::regprocedure::text from pg_proc p
      where pronamespace = 'public'::regnamespace
        -- what was resolved when it was made finds the same for everybody
        and prosqlbody is null
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
        and coalesce(array_to_string(proconfig, ','), '') <> 'search_path=pg_catalog, public, pg_temp'`)
    expect(loose).toEqual([])
  })

  // Covers: running-10
  it('that have the rights of the owner are these, and nobody but the application may use them', async () => {
    const [{ rows }, open] = await Promise.all([
      owner.query<{ name: string; may: boolean }>(
        `select proname as name, has_function_privilege($1::name, oid, 'execute') as may from pg_proc
         where prosecdef and pronamespace = 'public'::regnamespace order by 1`,
        [new URL(database.url).username],
      ),
      column(`select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`),
    ])
    expect(rows).toEqual(
      [
        ...[
          'erase_call_events',
          'erase_from_audit',
          'make_months',
          'measure_enrolments',
          'move_call_decisions',
        ],
        ...['remove_audit_details', 'remove_from_call_events', 'rows_without_month'],
      ].map((name) => ({ name, may: true })),
    )
    expect(open).toEqual([])
  })
})

describe('the audit log', () => {
  const row = {
    actor: 'Ann Walker',
    before: { status: 'draft', name: 'Ann Walker', notes: ['call 0491 570 156', 5], deep: { at: null } },
    after: { text: 'Ann 100% \\ "Walker"_x' },
    ip: '192.0.2.1',
  }
  let id: number
  beforeAll(async () => {
    const { rows } = await app.query<{ id: number }>(
      `insert into audit_log (actor, action, subject_type, before, after, ip) values ($1, 'x', 'broker', $2, $3, $4) returning id`,
      [row.actor, JSON.stringify(row.before), JSON.stringify(row.after), row.ip],
    )
    id = rows[0]?.id ?? 0
  })

  const erase = (changed: object): Promise<unknown> =>
    app.query('select erase_from_audit($1)', [JSON.stringify([{ id, ...row, ...changed }])])

  // Covers: person-data-4
  it.each<[string, object]>([
    ['another actor', { actor: 'Bea' }],
    ['no actor', { actor: null }],
    ['another address', { ip: '192.0.2.2' }],
    ['other words', { after: { text: 'Bea Erased person' } }],
    ['words around', { after: { text: 'Ann 100% \\ "Walker"_x too' } }],
    ['what only a pattern would match', { after: { text: '%' } }],
    ['another value', { before: { ...row.before, status: 'approved' } }],
    ['another number', { before: { ...row.before, notes: ['call 0491 570 156', 6] } }],
    ['a shorter list', { before: { ...row.before, notes: ['call 0491 570 156'] } }],
    ['one field less', { before: { status: 'draft' } }],
    ['one field more', { before: { ...row.before, more: 'x' } }],
    ['a value where there was none', { before: { ...row.before, deep: { at: 'now' } } }],
    ['a text for a list', { before: { ...row.before, notes: 'Erased person' } }],
    ['an object for a text', { after: { text: {} } }],
  ])('takes %s from nobody', async (_what, changed) => {
    await expect(erase(changed)).rejects.toThrow('only takes words out')
  })

  // Covers: person-data-4
  it('loses words, and keeps what was done, when and by whose account', async () => {
    await erase({
      actor: 'Erased person',
      before: { ...row.before, name: 'Erased person', notes: ['call Erased person', 5] },
      after: { text: 'Erased person 100% \\ "Erased person"_x' },
      ip: null,
    })
    const { rows } = await owner.query(
      'select actor, before, after, ip, action from audit_log where id = $1',
      [id],
    )
    expect(rows).toEqual([
      {
        actor: 'Erased person',
        before: { ...row.before, name: 'Erased person', notes: ['call Erased person', 5] },
        after: { text: 'Erased person 100% \\ "Erased person"_x' },
        ip: null,
        action: 'x',
      },
    ])
  })
})

describe('decisions', () => {
  it('follow a record that was merged, and no other', async () => {
    await app.query(`insert into brokers (name) values ('From'), ('Into')`)
    await app.query(`insert into call_decisions (broker_id, verdict, reasons, facts, rules_version, data_versions, judged_at)
      values (1, 'never', '[]', '{}', '1', '{}', now())`)
    await expect(app.query('select move_call_decisions(1, 2)')).rejects.toThrow('append-only')
    await app.query(`insert into broker_merges (from_id, into_id, merged) values (1, 2, '{}')`)
    await app.query('select move_call_decisions(1, 2)')
    expect(await column('select broker_id from call_decisions')).toEqual([2])
  })
})
