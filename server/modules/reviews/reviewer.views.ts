import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { ownText, type Person, type Reviewer } from './decide-review.rules.ts'

/** The acting reviewer: only a signed-in person may review. @throws AppError forbidden */
export async function viewReviewer({ actor, db }: Ctx): Promise<Reviewer> {
  if (actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person can review.')
  const { userId: id, name, email, role } = actor
  const row = await db.selectFrom('users').select('brokerId').where('id', '=', id).executeTakeFirst()
  return { id, name, email, brokerId: row?.brokerId ?? null, admin: role === 'admin' }
}

/**
 * Refuses decisions about the broker who the reviewer is. @param noun the reviewed kind, for the message
 * @throws AppError rule_forbids
 */
export async function refuseOwnBroker(ctx: Ctx, brokerId: number | null, noun: string): Promise<void> {
  if (brokerId === null || ctx.actor.kind !== 'staff') return
  const reviewer = await viewReviewer(ctx)
  if (brokerId === reviewer.brokerId) throw new AppError('rule_forbids', ownText(noun))
}

/** A person from an id column and the name joined to it; null: none. */

export function personOf(id: number | null, name: string | null): Person | null {
  return id !== null && name !== null ? { id, name } : null
}
