import { sql } from 'kysely'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { clearFlagged as endpoint } from '#contract/surveillance/findings-of-many.ts'
import { HOLD_AT } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { reviewBroker } from './review-broker.ts'

/**
 * Clears several flagged brokers, each as by a review of its own. A high risk because of a ban is reviewed singly.
 * @throws AppError forbidden
 */
export async function clearFlagged(
  ctx: Ctx,
  { brokers, notes }: BodyOf<typeof endpoint>,
): Promise<ReturnsOf<typeof endpoint>> {
  authorise(ctx, 'surveillance.review')
  const ordered = [...brokers].sort((one, other) => one.id - other.id)
  const banned = await withHighBan(
    ctx,
    ordered.map(({ id }) => id),
  )
  const left: { id: number; reason: string }[] = []
  for (const { id, found } of ordered) {
    if (banned.has(id)) {
      left.push({ id, reason: 'Matched with a ban at a high risk: review this broker singly.' })
      continue
    }
    try {
      await reviewBroker(ctx, id, { action: 'clear', notes, seen: 'flagged', found })
    } catch (error) {
      if (!(error instanceof AppError && ['conflict', 'not_found'].includes(error.code))) throw error
      left.push({ id, reason: error.message })
    }
  }
  return { cleared: ordered.length - left.length, left }
}

async function withHighBan(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ brokerId: number }>`
    select distinct broker_id from compliance_findings where broker_id = any(${[...ids]})
      and reason in ('banned_person', 'banned_organisation') and risk >= ${HOLD_AT}
      and cleared_fingerprint is distinct from fingerprint`.execute(ctx.db)
  return new Set(rows.map(({ brokerId }) => brokerId))
}
