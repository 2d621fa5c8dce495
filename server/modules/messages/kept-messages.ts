import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** What was written to people and by them. Opt-outs and the timeline are others' and stay. */
export const keptMessages: KeptKind = [
  {
    table: 'messages',
    // what is about to be sent is no older than the attempts, which end after a day
    due: (before) => sql`
      select id, created_at as at from messages
      where created_at < ${before} and status not in ('queued', 'sending')`,
    async remove(tx, ids) {
      await sql`delete from messages where id = any(${ids})`.execute(tx.db)
      tx.changed('messages')
    },
  },
  {
    table: 'inbound_messages',
    // the row stays: what the vendor reports again is known by it
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
