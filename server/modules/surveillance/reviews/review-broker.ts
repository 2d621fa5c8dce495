import { suspensionReasonLabels } from '#contract/brokers/suspension-reasons.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ComplianceStatus, reviewBroker as endpoint } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { setSuspended } from '#server/modules/brokers/suspend-broker.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { restate } from '../checks/restate.ts'
import { decideReview, type ReviewStep } from './decide-compliance.rules.ts'
import { readSettings } from './review-settings.ts'
import { clearFindings, insertReview, lockStanding, setStatus } from './reviews.store.ts'

const activities: Record<ReviewStep, { type: string; description: string }> = {
  clear: { type: 'compliance_cleared', description: 'Cleared after a compliance review' },
  suspend: { type: 'compliance_suspended', description: 'Suspended after a compliance review' },
  propose_suspension: {
    type: 'compliance_proposed',
    description: 'Suspension proposed, to be confirmed by another person',
  },
  reinstate: { type: 'compliance_reinstated', description: 'Reinstated after a suspension' },
}

/**
 * @throws AppError forbidden, not_found, conflict for a step that the broker's standing does not allow, or if standing
 * or findings have changed since the reviewer saw them
 */
export async function reviewBroker(
  ctx: Ctx,
  brokerId: number,
  { action, notes: written, reason, seen, found }: BodyOf<typeof endpoint>,
): Promise<void> {
  authorise(ctx, 'surveillance.review')
  if (ctx.actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person reviews a broker.')
  const reviewer = ctx.actor.userId
  const notes = reason && action === 'suspend' ? `${suspensionReasonLabels[reason]}: ${written}` : written
  await ctx.tx(async (tx) => {
    const standing = await lockStanding(tx, brokerId)
    if (!standing) throw notFound('Broker')
    const { fourEyes } = await readSettings(tx)
    const decided = decideReview(standing, { action, reviewer, seen, found }, { fourEyes })
    if (!decided.ok) throw new AppError('conflict', decided.message)
    const { step } = decided
    await insertReview(tx, {
      brokerId,
      action: step,
      notes,
      riskScore: standing.riskScore,
      reviewedBy: reviewer,
    })
    if (step !== 'propose_suspension') await carryOut(tx, brokerId, step, reviewer)
    await addActivity(tx, { ...activities[step], brokerId, simulated: false })
    await audit(tx, {
      action: `compliance.${step}`,
      subjectType: 'broker',
      subjectId: brokerId,
      before: { status: standing.status, risk: standing.riskScore },
      after: { notes },
    })
    await tx.emit('compliance.reviewed', { brokerId })
  })
}

async function carryOut(
  tx: Ctx,
  brokerId: number,
  step: Exclude<ReviewStep, 'propose_suspension'>,
  reviewer: number,
): Promise<void> {
  const status: ComplianceStatus = step === 'suspend' ? 'suspended' : 'active'
  if (step === 'clear') await clearFindings(tx, brokerId, reviewer)
  await setStatus(tx, brokerId, status)
  // findings that are not cleared count again
  if (step !== 'suspend') await restate(tx, [brokerId])
  await setSuspended(tx, brokerId, step === 'suspend')
  // a campaign that skipped the broker during the review includes them again
  if (step === 'clear') await tx.emit('broker.changed', { brokerIds: [brokerId] })
}
