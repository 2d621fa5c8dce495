import type { answerComplaint as answerEndpoint } from '#contract/contests/complaints.ts'
import { complaintStatusLabels } from '#contract/contests/complaints.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { refuseOwnBroker } from '#server/modules/reviews/reviewer.views.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { mailPerson } from '../notify-person.ts'
import { closeComplaint, type LockedComplaint, lockComplaint, storeAcknowledged } from './complaints.store.ts'
import { contactOf } from './file-complaint.ts'

async function requireOpen(tx: Ctx, id: number): Promise<LockedComplaint> {
  const complaint = await lockComplaint(tx, id)
  if (!complaint) throw notFound('Complaint')
  await refuseOwnBroker(tx, complaint.brokerId, 'complaint')
  if (complaint.status !== 'open')
    throw new AppError('conflict', 'This complaint has been answered or withdrawn.')
  return complaint
}

/**
 * A person acknowledged it, e.g. by phone.
 * @throws AppError forbidden, not_found, rule_forbids for one's own, conflict where it is acknowledged or answered
 */
export async function acknowledgeComplaint(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'complaints.answer')
  await ctx.tx(async (tx) => {
    const { acknowledgedAt } = await requireOpen(tx, id)
    if (acknowledgedAt) throw new AppError('conflict', 'This complaint is acknowledged already.')
    await storeAcknowledged(tx, id)
    await audit(tx, { action: 'complaint.acknowledged', subjectType: 'complaint', subjectId: id })
    await tx.emit('case.opened', { what: 'complaint', id })
  })
}

/** @throws AppError forbidden, not_found, rule_forbids for one's own, conflict once it is answered */
export async function answerComplaint(
  ctx: Ctx,
  id: number,
  { outcome, answer }: BodyOf<typeof answerEndpoint>,
): Promise<void> {
  authorise(ctx, 'complaints.answer')
  await ctx.tx(async (tx) => {
    const complaint = await requireOpen(tx, id)
    await closeComplaint(tx, id, { status: outcome, answer })
    await audit(tx, {
      ...{ action: 'complaint.answered', subjectType: 'complaint', subjectId: id },
      after: { outcome, answer },
    })
    const { brokerId } = complaint
    if (brokerId !== null) {
      await addActivity(tx, {
        ...{ type: 'complaint_answered', brokerId, simulated: false },
        description: `Complaint about a call answered: ${complaintStatusLabels[outcome].toLowerCase()}`,
      })
    }
    const contact = await contactOf(tx, complaint)
    await mailPerson(tx, {
      ...{ kind: 'complaint_answered', contact, occasion: `complaint:${id}:answered` },
      facts: { name: contact.name, number: id, outcome, answer },
    })
    await tx.emit('case.settled', { what: 'complaint', id })
  })
}
