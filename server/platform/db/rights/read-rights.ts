import type pg from 'pg'

/** A right in PostgreSQL's terms, and its object: `UPDATE (ended_at)` on `suppressions`. */
export interface Right {
  privilege: string
  on: string
}

export interface Rights {
  /** Rights that the application needs and its role lacks. */
  missing: Right[]
  /** Rights that its role should not have. */
  excess: Right[]
  /** The reason why its rights are unlimited, in words: `owns the tables`; null: they are limited. */
  power: string | null
}

interface Row extends Right {
  wanted: boolean
}

/**
 * All rights on the migrations' objects that differ from `table_rights`. The queue's tables belong to its library: rows
 * may be added and removed in all except the list of its own migrations. Partitions are accessed through their tables
 * only.
 */
const WRONG = `
  with tables as (
    select to_regclass(format('public.%I', name)) as id, name, true as reads, inserts, deletes, updates from table_rights
    where to_regclass(format('public.%I', name)) is not null
    union all
    select oid, format('partitions.%I', relname), false, false, false, '{}' from pg_class
    where relnamespace = to_regnamespace('partitions') and relkind = 'r'
    union all
    select c.oid, format('graphile_worker.%I', relname), true, changes, changes, case when not changes then '{}'::text[] end
    from pg_class c, lateral (select c.relkind = 'r' and c.relname <> 'migrations' as changes) as kind
    where c.relnamespace = to_regnamespace('graphile_worker') and c.relkind in ('r', 'v')
  ), wishes as (
    select id, name, wish.*, has_table_privilege($1::name, id, privilege) as has
    from tables, lateral (values ('SELECT', reads), ('INSERT', inserts), ('DELETE', deletes), ('UPDATE', updates is null),
      ('TRUNCATE', false), ('REFERENCES', false), ('TRIGGER', false)) as wish (privilege, wanted)
    union all
    select id, name, format('UPDATE (%I)', attname), attname = any(updates), has_column_privilege($1::name, id, attnum, 'UPDATE')
    from tables join pg_attribute on attrelid = id and attnum > 0 and not attisdropped
    where updates is not null
    union all
    select null, format('SCHEMA %I', nspname), privilege, privilege = 'USAGE' and nspname <> 'partitions',
      has_schema_privilege($1::name, oid, privilege)
    from pg_namespace, unnest(array['USAGE', 'CREATE']) privilege
    where nspname in ('public', 'graphile_worker', 'partitions')
    union all
    -- what is done with the owner's rights
    select null, format('FUNCTION %s', oid::regprocedure), 'EXECUTE', true, has_function_privilege($1::name, oid, 'EXECUTE')
    from pg_proc where pronamespace = to_regnamespace('public') and prosecdef
      and proowner = (select relowner from pg_class where oid = to_regclass('public.schema_migrations'))
  )
  select privilege, name as "on", wanted from wishes where wanted <> has order by id, privilege`

const POWER = `
  select case
    when rolsuper then 'is a superuser'
    when exists (select from pg_class where oid = to_regclass('public.schema_migrations')
      and pg_has_role($1::name, relowner, 'MEMBER')) then 'owns the tables'
    when has_database_privilege($1::name, current_database(), 'CREATE') then 'may create schemas'
    when rolcreaterole or rolcreatedb or rolreplication then 'may create roles or databases, or replicate'
    when exists (select from unnest(array['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files',
      'pg_read_all_data', 'pg_write_all_data']) power where pg_has_role($1::name, power, 'MEMBER'))
      then 'is a member of a role that reads or writes everything'
    end as power
  from pg_roles where rolname = $1::name`

/** The rights of a role in this database. @throws where there is no such role */
export async function readRights(client: Pick<pg.Client, 'query'>, role: string): Promise<Rights> {
  const wrong = (await client.query<Row>(WRONG, [role])).rows
  const [found] = (await client.query<{ power: string | null }>(POWER, [role])).rows
  return {
    missing: wrong.filter(({ wanted }) => wanted),
    excess: wrong.filter(({ wanted }) => !wanted),
    power: found?.power ?? null,
  }
}
