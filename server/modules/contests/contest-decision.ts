import type { DecisionKind } from '#contract/decisions/decision-kinds.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { dueDay, madeText } from './contest-words.rules.ts'
import { closeContest, findOpenContest, insertContest, lockContest } from './contests.store.ts'
import { notifyReceived } from './notify-person.ts'
import { type DecisionScope, findDecision } from './own-decisions.views.ts'

interface Contested {
  kind: DecisionKind
  reference: string
  reason: string
}

/** Of the broker who is signed in. @returns the id @throws AppError not_signed_in, not_found, conflict */
export function contestOwnDecision(ctx: Ctx, contested: Contested): Promise<number> {
  const { brokerId } = requireBroker(ctx)
  return contestDecision(ctx, { brokerId }, { ...contested, via: 'portal', suspicion: null })
}

/**
 * Records a contest: a task for staff, and a mail to the person that says by when they have the answer.
 * @param scope whose decision it is: from a broker's session, or from a signed link
 * @throws AppError not_found where the decision is none of theirs, conflict while one waits for its answer
 */
export function contestDecision(
  ctx: Ctx,
  scope: DecisionScope,
  {
    kind,
    reference,
    reason,
    via,
    suspicion,
  }: Contested & { via: 'portal' | 'link'; suspicion: string | null },
): Promise<number> {
  return ctx.tx(async (tx) => {
    const found = await findDecision(tx, scope, { kind, reference })
    if (!found) throw notFound(kind === 'score' ? 'Score' : 'Decision')
    const brokerId = 'brokerId' in scope ? scope.brokerId : null
    const dueOn = dueDay(kind, sydneyDate(tx.now()))
    const id = await insertContest(tx, {
      ...{ kind, reference, reason, via, suspicion, brokerId, dueOn },
      applicationId: 'applicationId' in scope ? scope.applicationId : null,
      ...{ decision: found.decision, rule: found.rule, facts: found.facts, decidedAt: new Date(found.at) },
    })
    if (id === null) throw new AppError('conflict', waiting(kind))
    await audit(tx, {
      action: kind === 'score' ? 'score_appeal.made' : 'contest.made',
      ...subjectOf(kind, id),
      after: { kind, reference, decision: found.decision, via, ...found.facts },
    })
    if (brokerId !== null) {
      await addActivity(tx, {
        ...{ type: kind === 'score' ? 'score_appealed' : 'contest_made', brokerId, simulated: false },
        description: madeText({ kind, reference }),
      })
    }
    await tx.emit('case.opened', { what: 'contest', id })
    if (suspicion === null) await notifyReceived(tx, id)
    return id
  })
}

const waiting = (kind: DecisionKind): string =>
  kind === 'score'
    ? 'Your appeal of this month waits for its answer.'
    : 'Your contest of this decision waits for its answer.'

/** Appeals against scores keep their name in the audit log. */
export const subjectOf = (kind: DecisionKind, id: number) => ({
  subjectType: kind === 'score' ? 'score_appeal' : 'contest',
  subjectId: id,
})

/** @throws AppError not_signed_in, not_found unless it is open and the broker's own */
export async function withdrawOwnContest(ctx: Ctx, id: number): Promise<void> {
  const { brokerId } = requireBroker(ctx)
  await ctx.tx(async (tx) => {
    const contest = await lockContest(tx, id)
    if (contest?.brokerId !== brokerId || contest.status !== 'open') throw notFound('Contest')
    await withdraw(tx, contest)
  })
}

/** @throws AppError not_signed_in, not_found */
export async function withdrawAppeal(ctx: Ctx, month: string): Promise<void> {
  const { brokerId } = requireBroker(ctx)
  await ctx.tx(async (tx) => {
    const id = await findOpenContest(tx, { brokerId, kind: 'score', reference: month })
    const contest = id === undefined ? undefined : await lockContest(tx, id)
    if (contest?.status !== 'open') throw notFound('Appeal')
    await withdraw(tx, contest)
  })
}

async function withdraw(tx: Ctx, { id, kind }: { id: number; kind: DecisionKind }): Promise<void> {
  await closeContest(tx, id, { status: 'withdrawn', answer: null })
  await audit(tx, {
    action: kind === 'score' ? 'score_appeal.withdrawn' : 'contest.withdrawn',
    ...subjectOf(kind, id),
  })
  await tx.emit('case.settled', { what: 'contest', id })
}
