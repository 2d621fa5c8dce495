import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { destroyApplications } from './attachments.ts'

/** Destroys a person's applications with their files. What others sent through the broker's link is theirs. */
export async function eraseApplications(
  tx: Ctx,
  { person: { brokerIds, emails, phones }, note }: AppEvents['broker.erasing'],
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
  await destroyApplications(
    tx,
    rows.map(({ id }) => id),
  )
  note({ what: 'Applications with their files', rows: rows.length, outcome: 'erased', reason: null })
}
