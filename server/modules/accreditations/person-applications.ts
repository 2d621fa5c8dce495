import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { hasOwnNumber } from '#server/modules/brokers/person.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { destroyApplications } from './attachments.ts'

const APPLICANT = { phone: sql.ref('phone_e164'), name: sql`concat_ws(' ', first_name, last_name)` }

/** Destroys a person's applications with their files. Applications that others sent through the broker's link stay. */
export async function eraseApplications(
  tx: Ctx,
  { person, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const { brokerIds, emails } = person
  const rows = await tx.db
    .selectFrom('applications')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['email']), 'in', [...emails, '-']),
        hasOwnNumber(person, APPLICANT),
        eb.and([eb('brokerId', '=', anyOf(brokerIds)), eb('status', '=', 'approved')]),
        eb.and([
          eb('brokerId', '=', anyOf(brokerIds)),
          eb('source', '=', 'call'),
          eb('status', '=', 'draft'),
        ]),
      ]),
    )
    .execute()
  const ids = rows.map(({ id }) => id)
  belonged('application', ids)
  await destroyApplications(tx, ids)
  note({ what: 'Applications with their files', rows: ids.length, outcome: 'erased', reason: null })
}

export async function exportApplications(
  tx: Ctx,
  { person, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const { brokerIds, emails } = person
  const { rows } = await sql<{ id: number }>`
    select id, status, first_name, last_name, email, phone, company, asic_number, membership, source, reason,
      created_at, submitted_at, decided_at
    from applications
    where lower(email) = any(${emails}) or ${hasOwnNumber(person, APPLICANT)}
      or (broker_id = any(${brokerIds}) and status = 'approved')
    order by id`.execute(tx.db)
  const attached = await sql<{ applicationId: number; kind: string; fileId: number; filename: string }>`
    select application_id, kind, file_id, filename from application_files join vault_files f on f.id = file_id
    where application_id = any(${rows.map(({ id }) => id)}) order by application_id, kind`.execute(tx.db)
  const files = attached.rows.map(({ applicationId, kind, fileId, filename }) => ({
    name: `${applicationId}-${kind}-${filename}`,
    fileId,
  }))
  add({ name: 'applications', rows, files })
}
