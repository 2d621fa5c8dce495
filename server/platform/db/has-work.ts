import pg from 'pg'
import { type DatabaseUrls, findPending, readMigrations } from './migrate.ts'

/**
 * Whether a start has much to do in a database before the product can run: tables to make or to change, or with the demo
 * its world to load. A database that does not answer has none: the start itself says what is wrong with it.
 */
export async function hasWork(
  { url, ownerUrl }: DatabaseUrls,
  { demo }: { demo: boolean },
): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl ?? url, application_name: 'brokerline-start' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.schema_migrations') is not null as there",
    )
    if (!rows[0]?.there || (await findPending(client, await readMigrations())).length > 0) return true
    if (!demo) return false
    const users = await client.query<{ some: boolean }>('select exists (select from users) as some')
    return !users.rows[0]?.some
  } catch {
    return false
  } finally {
    await client.end()
  }
}
