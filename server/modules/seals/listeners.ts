import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { forgetAuditRows, forgetScores } from './store.ts'

/** Scores are deleted with the person: their copies and salts go too, before the records do. */
export async function onBrokerErasing(tx: Ctx, { person, note }: AppEvents['broker.erasing']): Promise<void> {
  const rows = await forgetScores(tx, person.brokerIds)
  note({ what: 'Sealed scores', rows, outcome: 'erased', reason: null })
}

export async function onBrokerDeleting(tx: Ctx, { brokerIds }: AppEvents['broker.deleting']): Promise<void> {
  await forgetScores(tx, brokerIds)
}

export const onAuditRedacted = (tx: Ctx, { ids }: AppEvents['audit.redacted']): Promise<void> =>
  forgetAuditRows(tx, ids)
