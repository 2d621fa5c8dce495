import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'

/** Erases what a person stated when they registered. */
export async function eraseRegistrations(
  tx: Ctx,
  { person: { emails, phones }, note }: AppEvents['broker.erasing'],
): Promise<void> {
  const [gone] = await tx.db
    .deleteFrom('brokerRegistrations')
    .where((eb) => eb.or([eb('email', 'in', [...emails, '-']), eb('phone', 'in', [...phones, '-'])]))
    .execute()
  const rows = Number(gone?.numDeletedRows ?? 0)
  note({ what: 'Registrations', rows, outcome: 'erased', reason: null })
}

export async function exportRegistrations(
  tx: Ctx,
  { person: { emails }, add }: AppEvents['broker.exporting'],
): Promise<void> {
  const rows = await tx.db
    .selectFrom('brokerRegistrations')
    .select([
      'id',
      'email',
      'name',
      'phone',
      'company',
      'region',
      'asicNumber',
      'membership',
      'createdAt',
      'usedAt',
    ])
    .where('email', 'in', [...emails, '-'])
    .orderBy('id')
    .execute()
  add({ name: 'registrations', rows })
}
