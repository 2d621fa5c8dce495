import type { reviewApplication as reviewEndpoint } from '#contract/applications.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Lender } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addAccredited, fillAccredited } from '#server/modules/brokers/accreditation.ts'
import { tellActivity } from '#server/modules/brokers/timeline.ts'
import { lenderFacts, type NewMail, queueMail } from '#server/modules/messages/queue-message.ts'
import { actorLabel } from '#server/platform/actor.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { resumeLink, statusUrl } from './application-links.rules.ts'
import { type Decision, decisionTable } from './review-application.rules.ts'
import { statusesBefore, whyNot } from './rules.ts'
import { type ApplicationRow, changeApplication, insertEvent } from './store.ts'
import { requireApplication, statusOf } from './views.ts'

type Review = BodyOf<typeof reviewEndpoint>

/** Takes an application in hand. Repeating it is fine. @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function claimApplication(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'applications.review')
  const reviewer = reviewerOf(ctx)
  await ctx.tx(async (tx) => {
    const row = await changeApplication(
      tx,
      id,
      { from: ['submitted'], inHandOf: reviewer.id },
      { status: 'in_review', claimedBy: reviewer.id, claimedAt: tx.now() },
    )
    if (!row) return refuseUnlessMine(tx, id, reviewer.id)
    await record(tx, row, { action: 'application.claimed', before: { status: 'submitted' } })
  })
}

/** Gives an application back to the queue; an admin may do so for somebody else. @throws AppError */
export async function giveBack(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'applications.review')
  const reviewer = reviewerOf(ctx)
  await ctx.tx(async (tx) => {
    const before = await requireApplication(tx, id)
    if (before.claimedBy === null) return
    const mine = before.claimedBy === reviewer.id || reviewer.admin
    const row = mine
      ? await changeApplication(
          tx,
          id,
          // also one that was sent again while it was in hand
          { from: ['in_review', 'submitted', 'info_requested'], inHandOf: before.claimedBy },
          {
            claimedBy: null,
            claimedAt: null,
            ...(before.status === 'in_review' && { status: 'submitted' }),
          },
        )
      : undefined
    if (!row) throw await refusal(tx, id, reviewer.id)
    await record(tx, row, { action: 'application.given_back', before: { claimedBy: before.claimedBy } })
  })
}

/** Decides an application, or asks for more. @throws AppError forbidden, not_found, conflict, rule_forbids, invalid */
export async function reviewApplication(ctx: Ctx, id: number, review: Review): Promise<void> {
  authorise(ctx, 'applications.review')
  const reviewer = reviewerOf(ctx)
  const decision = decisionTable[review.action]
  await ctx.tx(async (tx) => {
    // first the row: of two reviewers at once the second waits here, and finds it decided
    const decided = await changeApplication(
      tx,
      id,
      { from: statusesBefore(decision.status), inHandOf: reviewer.id },
      {
        status: decision.status,
        reason: review.reason || null,
        claimedBy: reviewer.id,
        claimedAt: tx.now(),
        decidedAt: decision.final ? tx.now() : null,
      },
    )
    if (!decided) throw await refusal(tx, id, reviewer.id)
    const row = review.action === 'approve' ? await linkBroker(tx, decided, review.brokerId) : decided
    const eventId = await record(tx, row, {
      action: decision.action,
      reason: row.reason,
      ...(review.action === 'approve' && { after: { brokerId: row.brokerId } }),
    })
    await tellApplicant(tx, row, decision, eventId)
    await tellTimeline(tx, row, decision)
    await tx.emit('application.decided', { applicationId: id, status: decision.status })
    tx.changed('dashboard')
  })
}

/** Links the broker that was chosen, or the one that the application becomes. */
async function linkBroker(tx: Ctx, row: ApplicationRow, chosen: number | null): Promise<ApplicationRow> {
  const { firstName, lastName, phone, email, company, asicNumber, membership } = row
  const person = { name: `${firstName} ${lastName}`, phone, email, company, asicNumber, membership }
  let brokerId = chosen
  if (brokerId === null) brokerId = await addAccredited(tx, person)
  else await fillChosen(tx, brokerId, person)
  const linked = await changeApplication(tx, row.id, { from: ['approved'] }, { brokerId })
  if (!linked) throw new Error('the row is locked by this very transaction')
  return linked
}

async function fillChosen(tx: Ctx, id: number, person: Parameters<typeof fillAccredited>[2]): Promise<void> {
  try {
    await fillAccredited(tx, id, person)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw invalid({ brokerId: 'This broker no longer exists. Choose another one.' })
  }
}

interface Reviewer {
  id: number
  admin: boolean
}

/** Decisions have a person's name to them. */
function reviewerOf({ actor }: Ctx): Reviewer {
  if (actor.kind !== 'staff') throw new AppError('forbidden', 'Only a person decides about applications.')
  return { id: actor.userId, admin: actor.role === 'admin' }
}

async function refuseUnlessMine(tx: Ctx, id: number, userId: number): Promise<void> {
  const row = await requireApplication(tx, id)
  if (row.status !== 'in_review' || row.claimedBy !== userId) throw await refusal(tx, id, userId)
}

/** Read after the condition has failed: why. */
async function refusal(tx: Ctx, id: number, userId: number): Promise<AppError> {
  const row = await requireApplication(tx, id)
  const claimer =
    row.claimedBy === null
      ? undefined
      : await tx.db
          .selectFrom('users')
          .select(['id', 'name'])
          .where('id', '=', row.claimedBy)
          .executeTakeFirst()
  const message = whyNot(statusOf(row), claimer ?? null, userId)
  return new AppError(row.status === 'draft' ? 'rule_forbids' : 'conflict', message)
}

interface Recorded {
  action: string
  reason?: string | null
  before?: object
  after?: object
}

/** History for the screen, audit log for the record. @returns the event's id */
async function record(
  tx: Ctx,
  row: ApplicationRow,
  { action, reason, before, after }: Recorded,
): Promise<number> {
  const { actor } = tx
  const eventId = await insertEvent(tx, {
    applicationId: row.id,
    status: statusOf(row),
    actor: actor.kind === 'staff' ? actor.name : actorLabel(actor),
    reason: reason ?? null,
  })
  await audit(tx, {
    action,
    subjectType: 'application',
    subjectId: row.id,
    before,
    after: { status: row.status, claimedBy: row.claimedBy, ...(reason && { reason }), ...after },
  })
  tx.changed('applications')
  return eventId
}

async function tellApplicant(
  tx: Ctx,
  row: ApplicationRow,
  decision: Decision,
  eventId: number,
): Promise<void> {
  await queueMail(tx, decisionMail(tx, row, { decision, eventId, lender: await lenderFacts(tx) }))
}

export function decisionMail(
  { providers, now }: Ctx,
  row: ApplicationRow,
  { decision, eventId, lender }: { decision: Decision; eventId: number; lender: Lender },
): NewMail {
  const more = decision.status === 'info_requested'
  const url = more ? resumeLink(providers, row, now()).url : statusUrl(providers, row, now())
  const facts = { firstName: row.firstName, status: decision.status, reason: row.reason, url }
  return {
    to: row.email,
    mail: providers.pages.mail('application_decided', lender, facts),
    template: 'application_decided',
    applicationId: row.id,
    brokerId: row.brokerId,
    occasion: `application:${row.id}:decided:${eventId}`,
    simulated: row.simulated,
  }
}

async function tellTimeline(tx: Ctx, row: ApplicationRow, { status, words }: Decision): Promise<void> {
  if (row.brokerId === null) return
  const { brokerId, simulated } = row
  await tellActivity(tx, { type: `accreditation_${status}`, description: words, brokerId, simulated })
}
