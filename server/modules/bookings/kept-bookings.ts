import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** The name in a meeting whose details were removed after their period. */
export const REMOVED = 'Details removed'

/** Contact details of past meetings. Time and BDM are kept for the figures. */
export const keptMeetings: KeptKind = [
  {
    table: 'bookings',
    due: (before) => sql`
      select id, upper(during) as at from bookings
      where upper(during) < ${before} and (name <> ${REMOVED} or broker_id is not null
        or num_nonnulls(email, phone, agenda, note) > 0)`,
    async remove(tx, ids) {
      await sql`
        update bookings set name = ${REMOVED}, email = null, phone = null, agenda = null, note = null, broker_id = null,
          updated_at = ${tx.now()}
        where id = any(${ids})`.execute(tx.db)
    },
  },
]
