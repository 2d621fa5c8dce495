import { sql } from 'kysely'
import type { KeptKind } from '#server/kept.ts'

/** Whole uploads that were never imported. */
export const keptPreviews: KeptKind = [
  {
    table: 'broker_imports',
    due: (before) => sql`
      select id, created_at as at from broker_imports where run_id is null and created_at < ${before}`,
    async remove(tx, ids) {
      await sql`delete from broker_imports where id = any(${ids})`.execute(tx.db)
    },
  },
]

/** The uploaded rows of imports. The import and its changes stay, so that it can be undone. */
export const keptImportRows: KeptKind = [
  {
    table: 'broker_imports',
    due: (before) => sql`
      select i.id, i.created_at as at from broker_imports i join runs r on r.id = i.run_id
      where r.state not in ('running', 'undoing') and i.created_at < ${before}
        and exists (select from broker_import_rows r where r.import_id = i.id)`,
    async remove(tx, ids) {
      await sql`delete from broker_import_rows where import_id = any(${ids})`.execute(tx.db)
    },
  },
]
