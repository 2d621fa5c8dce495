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
