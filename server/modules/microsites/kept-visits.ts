import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Single visits. Their counts by day and tag are rows of their own and stay. */
export const keptVisits: KeptKind = [
  {
    table: 'visits',
    due: (before) => sql`select id, at from visits where at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from visits where id = any(${ids})`.execute(tx.db)
    },
  },
]
