import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Messages to people and from them. Opt-outs and the timeline belong to other modules and stay. */
export const keptMessages: KeptKind = [
  {
    table: 'messages',
    // unsent ones are recent, as their attempts end after a day
    due: (before) => sql`
      select id, created_at as at from messages
      where created_at < ${before} and status not in ('queued', 'sending')`,
    async remove(tx, ids) {
      await sql`delete from messages where id = any(${ids})`.execute(tx.db)
    },
  },
  {
    table: 'inbound_messages',
    // the row stays, to recognise repeated reports of the vendor
    due: (before) => sql`
      select id, received_at as at from inbound_messages
      where received_at < ${before} and (from_number <> '' or body <> '')`,
    async remove(tx, ids) {
      await sql`update inbound_messages set from_number = '', body = '' where id = any(${ids})`.execute(tx.db)
    },
  },
  {
    table: 'short_links',
    key: 'code',
    due: (before) => sql`
      select code as id, created_at as at from short_links
      where created_at < ${before} and expires_at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from short_links where code = any(${ids})`.execute(tx.db)
    },
  },
]
