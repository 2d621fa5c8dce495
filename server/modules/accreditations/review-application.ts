import type { ApplicationStatus } from '#contract/accreditations/accreditations.ts'
import type {
  ApplicationDecision,
  reviewApplication as reviewEndpoint,
} from '#contract/accreditations/applications.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addAccredited, fillAccredited } from '#server/modules/brokers/accreditation.ts'
import { viewAlike } from '#server/modules/brokers/merge-brokers.views.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { fileApplication } from '#server/modules/documents/file-application.ts'
import { claimReview, unassignReview } from '#server/modules/reviews/claim-review.ts'
import { lockAndDecide, type ReviewDesk, recordReview } from '#server/modules/reviews/decide-review.ts'
import { refuseOwnBroker } from '#server/modules/reviews/reviewer.views.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { updateAccreditationStatus } from './accreditation-status.ts'
import { notifyApplicant } from './notify-applicant.ts'
import { applicationRules, certainMatch, type Decision, decisionTable } from './review-application.rules.ts'
import { viewScreening } from './screening.views.ts'
import {
  type ApplicationRow,
  changeApplication,
  findFiles,
  insertEvent,
  type LockedApplication,
  lockApplication,
} from './store.ts'

const desk: ReviewDesk<ApplicationStatus, ApplicationDecision, LockedApplication> = {
  rules: applicationRules,
  right: 'applications.review',
  name: 'applications',
  lock: lockApplication,
  insertStep: (tx, applicationId, { status, actor, reason }) =>
    insertEvent(tx, { applicationId, status, actor, reason }),
}

/** @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function claimApplication(ctx: Ctx, id: number): Promise<void> {
  await claimReview(ctx, desk, id)
}

/** @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function unassignApplication(ctx: Ctx, id: number): Promise<void> {
  await unassignReview(ctx, desk, id)
}

type Review = BodyOf<typeof reviewEndpoint>

/** Decides an application or requests more information. @throws AppError forbidden, not_found, conflict, rule_forbids, invalid */
export async function reviewApplication(ctx: Ctx, id: number, review: Review): Promise<void> {
  authorise(ctx, desk.right)
  const decision = decisionTable[review.action]
  await ctx.tx(async (tx) => {
    const { before, after, reviewer } = await lockAndDecide(tx, desk, id, { action: review.action })
    const justification = review.action === 'approve' ? await justify(tx, id, review) : null
    const brokerId = review.action === 'approve' ? await linkBroker(tx, before.row, review.brokerId) : null
    const row = await changeApplication(
      tx,
      id,
      { from: [before.status] },
      {
        status: after.status,
        reason: review.reason || null,
        claimedBy: after.claimedBy?.id ?? null,
        claimedAt: after.claimedAt,
        decidedAt: decision.final ? tx.now() : null,
        ...(brokerId !== null && { brokerId }),
      },
    )
    if (!row) throw new Error(`application ${id} changed although locked`)
    const eventId = await recordReview(tx, desk, {
      id,
      step: {
        type: decision.status,
        status: decision.status,
        reason: historyReason(row.reason, justification),
      },
      before: { status: before.status },
      after: {
        ...{ status: row.status, claimedBy: after.claimedBy?.name },
        ...(row.reason && { reason: row.reason }),
        ...(justification && { justification }),
        ...(brokerId !== null && { brokerId }),
      },
    })
    if (review.action === 'approve' && brokerId !== null) {
      const [files, expiries] = [await findFiles(tx, [id]), review.expiries ?? {}]
      await fileApplication(tx, { brokerId, files, expiries, reviewer })
    }
    await tx.emit('application.decided', { applicationId: id })
    await notifyApplicant(tx, row, { decision, eventId })
    await addDecisionActivity(tx, row, decision)
    // a broker whose documents are already complete becomes accredited now
    if (decision.status === 'approved' && row.brokerId !== null)
      await updateAccreditationStatus(tx, row.brokerId)
  })
}

/** The message to the applicant, and why a flagged one is approved; they may be one text. */
const historyReason = (message: string | null, justification: string | null): string | null =>
  [...new Set([message, justification].filter(Boolean))].join(' Approved because: ') || null

/**
 * Compares the applicant with the registers as they are now. @returns why a flagged applicant is approved; null: not
 * flagged
 * @throws AppError invalid without a reason
 */
async function justify(
  tx: Ctx,
  id: number,
  { justification, reason }: Extract<Review, { action: 'approve' }>,
): Promise<string | null> {
  await tx.emit('application.approving', { applicationId: id })
  const screening = await viewScreening(tx, id)
  if (screening?.result !== 'flagged') return null
  const given = justification || reason
  if (given) return given
  const [first] = screening.findings
  throw invalid({ justification: `Say why you approve although the registers show: ${first?.title}` })
}

/**
 * Completes the chosen broker's record from the application, or adds a broker. Without a choice it uses the certain
 * match. @returns the broker's id
 */
async function linkBroker(tx: Ctx, row: ApplicationRow, choice: number | null | undefined): Promise<number> {
  const { firstName, lastName, phone, email, company, asicNumber, membership } = row
  const chosen =
    choice === undefined
      ? certainMatch(await viewAlike(tx, { email, phone: row.phoneE164, asicNumber }))
      : choice
  // the address that they applied from need not be the one that they sign in with
  await refuseOwnBroker(tx, chosen, desk.rules.noun)
  const person = { name: `${firstName} ${lastName}`, phone, email, company, asicNumber, membership }
  if (chosen === null) return addAccredited(tx, person)
  await fillChosen(tx, chosen, person)
  return chosen
}

async function fillChosen(tx: Ctx, id: number, person: Parameters<typeof fillAccredited>[2]): Promise<void> {
  try {
    await fillAccredited(tx, id, person)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw invalid({ brokerId: 'This broker no longer exists. Choose another one.' })
  }
}

async function addDecisionActivity(
  tx: Ctx,
  row: ApplicationRow,
  { status, description }: Decision,
): Promise<void> {
  if (row.brokerId === null) return
  const { brokerId, simulated } = row
  await addActivity(tx, { type: `accreditation_${status}`, description, brokerId, simulated })
}
