import type { addSuppression as addEndpoint } from '#contract/brokers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { formatPhone, parsePhone } from '../phones/rules.ts'
import { isRemovable } from './rules.ts'
import {
  brokersWithNumber,
  endOptOutsBefore,
  endSuppression,
  findSuppression,
  insertSuppression,
} from './store.ts'

export const NOT_REMOVABLE =
  'An opt-out by the person ends only when they text START or give express consent, recorded with the broker.'

const staffId = (ctx: Ctx): number | null => (ctx.actor.kind === 'staff' ? ctx.actor.userId : null)

/** Suppresses a number by hand, at once and everywhere. @throws AppError forbidden, invalid, conflict */
export async function addSuppression(ctx: Ctx, input: BodyOf<typeof addEndpoint>): Promise<number> {
  authorise(ctx, 'suppressions.add')
  const parsed = parsePhone(input.phoneNumber)
  if (!parsed.ok) throw invalid({ phoneNumber: parsed.reason })
  const phone = parsed.e164
  const { reason } = input
  return ctx.tx(async (tx) => {
    const id = await insertSuppression(tx, { phone, source: 'manual', reason, createdBy: staffId(tx) })
    if (id === null) throw new AppError('conflict', `${formatPhone(phone)} is suppressed by hand already.`)
    await audit(tx, {
      action: 'suppression.added',
      subjectType: 'suppression',
      subjectId: id,
      after: { phone, source: 'manual', reason },
    })
    await tx.emit('number.suppressed', { phone, simulated: false })
    tx.changed('suppressions', 'brokers')
    return id
  })
}

/** Removes an entry that was made by hand. @throws AppError forbidden, not_found, rule_forbids */
export async function removeSuppression(ctx: Ctx, id: number, reason: string): Promise<void> {
  authorise(ctx, 'suppressions.remove')
  await ctx.tx(async (tx) => {
    const before = await findSuppression(tx, id)
    if (!before || before.endedAt) throw notFound('Suppression')
    if (!isRemovable(before.source)) throw new AppError('rule_forbids', NOT_REMOVABLE)
    await endSuppression(tx, id, { at: tx.now(), reason, by: staffId(tx) })
    await audit(tx, {
      action: 'suppression.removed',
      subjectType: 'suppression',
      subjectId: id,
      before: { phone: before.phone, source: before.source, reason: before.reason },
      after: { reason },
    })
    await afterEnding(tx, before.phone)
  })
}

export interface Consent {
  phone: string
  consentAt: Date
  source: string
}

/** A recorded express consent ends the opt-outs that came before it; part of the caller's transaction. */
export async function endOptOuts(tx: Ctx, consent: Consent): Promise<void> {
  const reason = `Express consent: ${consent.source}`
  const ended = await endOptOutsBefore(tx, consent, { at: tx.now(), reason, by: staffId(tx) })
  for (const id of ended) {
    await audit(tx, {
      action: 'suppression.ended_by_consent',
      subjectType: 'suppression',
      subjectId: id,
      before: { phone: consent.phone },
      after: { reason },
    })
  }
  if (ended.length > 0) await afterEnding(tx, consent.phone)
}

async function afterEnding(tx: Ctx, phone: string): Promise<void> {
  for (const brokerId of await brokersWithNumber(tx, phone)) await tx.emit('broker.changed', { brokerId })
  tx.changed('suppressions', 'brokers')
}
