import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import { until } from './test-app.ts'

/** Waits until this many statements in this database wait for locks of another transaction. */
export async function waitForLocks(db: Kysely<DB>, count = 1): Promise<void> {
  await until(`${count} wait for a lock`, async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length >= count
  })
}
