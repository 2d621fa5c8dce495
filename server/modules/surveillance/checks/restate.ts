import type { Ctx } from '#server/ctx.ts'
import { auditAutomatic } from './audit-automatic.ts'
import { updateStandings } from './checks.store.ts'

/** Sets the standing of these brokers by the findings that count, and records each flag that this sets or ends. */
export async function restate(tx: Ctx, brokerIds: readonly number[]): Promise<void> {
  const rows = await updateStandings(tx, brokerIds)
  await auditAutomatic(tx, rows)
  const moved = rows.filter(({ heldBefore, held }) => heldBefore !== held).map(({ brokerId }) => brokerId)
  // running campaigns decide again
  if (moved.length > 0) await tx.emit('broker.changed', { brokerIds: moved })
}
