import pg from 'pg'

/** Objects that are removed before a load and made again after it: a load checks no row against another. */
export interface LaidAside {
  /** Statements that make them again, in order. */
  statements: string[]
}

/**
 * Empties these tables and lays aside their foreign keys, triggers and the indexes that serve no constraint: rows may then
 * arrive in any order, and an index is built once. Only the owner may.
 */
export async function prepareLoad(client: pg.ClientBase, tables: readonly string[]): Promise<LaidAside> {
  const foreignKeys = await objects(
    client,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`,
  )
  const triggers = await objects(
    client,
    `select distinct format('alter table %s disable trigger user', tgrelid::regclass) as remove,
      format('alter table %s enable trigger user', tgrelid::regclass) as make
    from pg_trigger join pg_class t on t.oid = tgrelid
    where not tgisinternal and tgparentid = 0 and t.relnamespace = 'public'::regnamespace order by 1`,
  )
  const indexes = await objects(
    client,
    `select format('drop index %s', indexrelid::regclass) as remove,
      -- a partitioned index is defined without those of its partitions, which are to be made too
      regexp_replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as make
    from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
    where t.relnamespace = 'public'::regnamespace and not indisunique and not i.relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = t.oid and deptype = 'e')
    order by 1`,
  )
  for (const { remove } of [...foreignKeys, ...triggers, ...indexes]) await client.query(remove)
  const names = tables.map((name) => `public.${pg.escapeIdentifier(name)}`)
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  return { statements: [...indexes, ...triggers, ...foreignKeys].map(({ make }) => make) }
}

/** Makes the objects again. @throws where the rows violate a foreign key */
export async function finishLoad(client: pg.ClientBase, { statements }: LaidAside): Promise<void> {
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const statement of statements) await client.query(statement)
  await client.query('reset maintenance_work_mem')
  // a table of many partitions is not measured automatically
  await client.query('analyze')
}

/**
 * Sets each sequence to its last number plus a gap: ids that were given out after the copy was made are in links, in
 * callbacks of vendors and in logs, so no new row may get one of them.
 */
export async function skipNumbers(
  client: pg.ClientBase,
  { last, gap }: { last: Readonly<Record<string, number | null>>; gap: number },
): Promise<void> {
  const { rows } = await client.query<{ name: string; highest: string; max: string }>(`
    select s.relname as name, seqmax as max,
      format('select coalesce(max(%I), 0) as highest from public.%I', a.attname, t.relname) as highest
    from pg_class s join pg_sequence on seqrelid = s.oid
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace`)
  for (const { name, highest, max } of rows) {
    const [found] = (await client.query<{ highest: string }>(highest)).rows
    const next = Math.max(Number(found?.highest ?? 0), last[name] ?? 0) + gap
    await client.query('select setval(format($1, $2::text)::regclass, $3)', [
      'public.%I',
      name,
      Math.min(next, Number(max)),
    ])
  }
}

interface Removable {
  remove: string
  make: string
}

async function objects(client: pg.ClientBase, query: string): Promise<Removable[]> {
  return (await client.query<Removable>(query)).rows
}
