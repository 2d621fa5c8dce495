import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { destroyApplications } from './attachments.ts'

/** Destroys a person's applications with their files. What others sent through the broker's link is theirs. */
export async function eraseApplications(
  tx: Ctx,
  { person: { brokerIds, emails, phones }, note, belonged }: AppEvents['broker.erasing'],
): Promise<void> {
  const rows = await tx.db
    .selectFrom('applications')
    .select('id')
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['email']), 'in', [...emails, '-']),
        eb('phoneE164', 'in', [...phones, '-']),
        eb.and([eb('brokerId', 'in', [...brokerIds]), eb('status', '=', 'approved')]),
        eb.and([eb('brokerId', 'in', [...brokerIds]), eb('source', '=', 'call'), eb('status', '=', 'draft')]),
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
  { person: { brokerIds, emails, phones }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id, status, first_name, last_name, email, phone, company, asic_number, membership, source, reason,
      created_at, submitted_at, decided_at
    from applications
    where lower(email) = any(${emails}) or phone_e164 = any(${phones})
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
