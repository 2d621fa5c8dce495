import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Tasks that are done or have ended; open ones stay. */
export const keptTasks: KeptKind = [
  {
    table: 'tasks',
    due: (before) => sql`select id, closed_at as at from tasks where closed_at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from tasks where id = any(${ids})`.execute(tx.db)
    },
  },
]
