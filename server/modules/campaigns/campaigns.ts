import type { CampaignChanges, CampaignFields, CampaignStatus } from '#contract/campaigns.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { changeProblems, changesScript } from './rules.ts'
import { addVersion, changeCampaign, findCampaign, insertCampaign } from './store.ts'

/** Creates a campaign, active by default; nothing is dialled before start-calls. */
export async function createCampaign(ctx: Ctx, input: CampaignFields): Promise<number> {
  authorise(ctx, 'campaigns.write')
  return ctx.tx(async (tx) => {
    await requireAudience(tx, input.audienceId)
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
    // a status set by a person clears the reason of an automatic pause
    const pausedReason = changes.status && changes.status !== status ? null : before.pausedReason
    const after = await changeCampaign(tx, id, { ...changes, pausedReason })
    const changed = changedFields(before, after, ['updatedAt'])
    if (!changed) return
    if (changesScript(before, after)) await addVersion(tx, after)
    await audit(tx, { action: 'campaign.changed', subjectType: 'campaign', subjectId: id, ...changed })
    await tx.emit('campaign.changed', { campaignId: id, before: status, after: changes.status ?? status })
  })
}

/**
 * Sets the status automatically: completed when no broker is left to call, paused on a burst of failures.
 * Does nothing if the status has changed since the decision. @returns whether it was set
 */
export async function setStatusAutomatically(
  ctx: Ctx,
  id: number,
  change: { from: CampaignStatus; to: CampaignStatus; reason: string | null },
): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const before = await findCampaign(tx, id, { forUpdate: true })
    if (before?.status !== change.from) return false
    await changeCampaign(tx, id, { status: change.to, pausedReason: change.reason })
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
