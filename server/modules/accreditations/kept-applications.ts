import { sql } from 'kysely'
import { DRAFT_DAYS } from '#contract/accreditations/accreditations.ts'
import type { KeptKind } from '#server/kept.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { destroyApplications } from './attachments.ts'

/** Drafts. Their expiry is fixed when they are begun, as the applicant is notified of it, and so gives their age. */
export const keptDrafts: KeptKind = [
  {
    table: 'applications',
    due: (before) => sql`
      select id, expires_at - make_interval(days => ${DRAFT_DAYS}) as at from applications
      where status = 'draft' and expires_at < ${before}::timestamptz + make_interval(days => ${DRAFT_DAYS})`,
    remove: (tx, ids) => destroyApplications(tx, ids.map(Number)),
  },
]

/** The files of declined applicants. */
export const keptDeclinedFiles: KeptKind = [
  {
    table: 'applications',
    due: (before) => sql`
      select id, decided_at as at from applications
      where status = 'declined' and decided_at < ${before}
        and exists (select from application_files f where f.application_id = applications.id)`,
    async remove(tx, ids) {
      const { rows } = await sql<{ fileId: number }>`
        delete from application_files where application_id = any(${ids}) returning file_id`.execute(tx.db)
      await releaseFiles(
        tx,
        rows.map(({ fileId }) => fileId),
      )
    },
  },
]
