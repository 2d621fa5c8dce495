import type { CampaignChanges, CampaignFields, CampaignStatus } from '#contract/campaigns/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { budgetProblem, budgetReason } from './budget.rules.ts'
import { loadBudget, loadPrices } from './budget.views.ts'
import { changeProblems, changesScript } from './rules.ts'
import { addVersion, type CampaignRow, changeCampaign, findCampaign, insertCampaign } from './store.ts'

/** Creates a campaign, active by default; nothing is dialled before start-calls. */
export async function createCampaign(ctx: Ctx, input: CampaignFields): Promise<number> {
  authorise(ctx, 'campaigns.write')
  return ctx.tx(async (tx) => {
    await requireAudience(tx, input.audienceId)
    await requireBudget(tx, input.budget)
    const userId = tx.actor.kind === 'staff' ? tx.actor.userId : null
    const row = await insertCampaign(tx, { ...input, userId })
    await addVersion(tx, row)
    await audit(tx, { action: 'campaign.created', subjectType: 'campaign', subjectId: row.id, after: input })
    await tx.emit('campaign.changed', { campaignId: row.id, before: null, after: input.status })
    return row.id
  })
}

/** @throws AppError invalid */
export async function requireAudience(tx: Ctx, audienceId: number | null | undefined): Promise<void> {
  if (audienceId == null) return
  const found = await tx.db
    .selectFrom('audiences')
    .select('id')
    .where('id', '=', audienceId)
    .executeTakeFirst()
  if (!found) throw invalid({ audienceId: 'This audience is gone: choose another' })
}

/** @throws AppError invalid for a budget that no call fits in */
async function requireBudget(tx: Ctx, budget: string | null | undefined): Promise<void> {
  if (!budget) return
  const problem = budgetProblem(budget, (await loadPrices(tx)).callMinutePrice)
  if (problem) throw invalid({ budget: problem })
}

/** Stores the audience and the hold-out with which calls are started. */
export async function chooseAudience(
  tx: Ctx,
  campaignId: number,
  choice: { audienceId: number | null; holdOutPercent: number },
): Promise<void> {
  await changeCampaign(tx, campaignId, choice)
}

/** Changes fields of a campaign; a script change adds a version, which new calls use. */
export async function updateCampaign(ctx: Ctx, id: number, changes: CampaignChanges): Promise<void> {
  authorise(ctx, 'campaigns.write')
  await ctx.tx(async (tx) => {
    const before = await findCampaign(tx, id, { forUpdate: true })
    if (!before) throw notFound('Campaign')
    const status = before.status as CampaignStatus // the table's check constraint allows no other value
    const problems = changeProblems({ ...before, status }, changes)
    if (problems) throw invalid(problems)
    await requireAudience(tx, changes.audienceId)
    if (changes.budget !== before.budget) await requireBudget(tx, changes.budget)
    const after = await changeCampaign(tx, id, { ...changes, ...(await statesAfter(tx, before, changes)) })
    const changed = changedFields(before, after, ['updatedAt', 'budgetWarnedAt', 'budgetStoppedAt'])
    if (!changed) return
    if (changesScript(before, after)) await addVersion(tx, after)
    await audit(tx, { action: 'campaign.changed', subjectType: 'campaign', subjectId: id, ...changed })
    await tx.emit('campaign.changed', {
      ...{ campaignId: id, before: status },
      after: after.status as CampaignStatus, // see above
    })
  })
}

/**
 * The states that follow from a change: a status set by a person clears the reason of an automatic pause, and a raised
 * budget resumes a campaign that its budget had stopped.
 * @throws AppError rule_forbids for an activation while the budget is used
 */
async function statesAfter(
  tx: Ctx,
  before: CampaignRow,
  changes: CampaignChanges,
): Promise<Partial<Pick<CampaignRow, 'status' | 'pausedReason' | 'budgetWarnedAt' | 'budgetStoppedAt'>>> {
  const isSet = changes.status !== undefined && changes.status !== before.status
  const isRaised = changes.budget !== undefined && changes.budget !== before.budget
  const simulated = tx.providers.voice.active?.simulated ?? true
  const next = { id: before.id, budget: changes.budget === undefined ? before.budget : changes.budget }
  const budget = isSet || isRaised ? await loadBudget(tx, next, simulated) : null
  const isUsed = budget?.level === 'used'
  if (isSet && changes.status === 'active' && budget && isUsed)
    throw new AppError('rule_forbids', `${budgetReason(budget)} Raise the budget to call on.`)
  const resumes =
    isRaised && !isUsed && !isSet && before.status === 'paused' && before.budgetStoppedAt !== null
  return {
    ...(isRaised && budget?.level !== 'near' && !isUsed && { budgetWarnedAt: null }),
    ...((isSet || resumes) && { pausedReason: null, budgetStoppedAt: null }),
    ...(resumes && { status: 'active' }),
  }
}

/** @throws AppError rule_forbids while the budget is used */
export async function requireBudgetLeft(
  tx: Ctx,
  campaign: Pick<CampaignRow, 'id' | 'budget'>,
  simulated: boolean,
): Promise<void> {
  const budget = await loadBudget(tx, campaign, simulated)
  if (budget?.level === 'used')
    throw new AppError('rule_forbids', `${budgetReason(budget)} Raise the budget to call on.`)
}

/** Records once that most of the budget is used, until it is raised. @returns whether it was recorded now */
export async function warnOfBudget(
  tx: Ctx,
  campaign: Pick<CampaignRow, 'id' | 'budgetWarnedAt'>,
): Promise<boolean> {
  if (campaign.budgetWarnedAt !== null) return false
  await changeCampaign(tx, campaign.id, { budgetWarnedAt: tx.now() })
  return true
}

/**
 * Sets the status automatically: completed when no broker is left to call, paused on a burst of failures or because
 * the budget is used.
 * Does nothing if the status has changed since the decision. @returns whether it was set
 */
export async function setStatusAutomatically(
  ctx: Ctx,
  id: number,
  change: { from: CampaignStatus; to: CampaignStatus; reason: string | null; byBudget?: boolean },
): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const before = await findCampaign(tx, id, { forUpdate: true })
    if (before?.status !== change.from) return false
    await changeCampaign(tx, id, {
      ...{ status: change.to, pausedReason: change.reason },
      budgetStoppedAt: change.byBudget ? tx.now() : null,
    })
    await audit(tx.as({ kind: 'system', name: 'dialling' }), {
      action: `campaign.${change.to}`,
      subjectType: 'campaign',
      subjectId: id,
      before: { status: change.from },
      after: { status: change.to, reason: change.reason },
    })
    await tx.emit('campaign.changed', { campaignId: id, before: change.from, after: change.to })
    return true
  })
}
