import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Requested calls that are over; planned ones stay. */
export const keptRequestedCalls: KeptKind = [
  {
    table: 'requested_calls',
    due: (before) => sql`select id, closed_at as at from requested_calls where closed_at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from requested_calls where id = any(${ids})`.execute(tx.db)
    },
  },
]
