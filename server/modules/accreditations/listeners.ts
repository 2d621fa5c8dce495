import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { mergeAccreditationStatuses } from './accreditation-status.ts'
import { destroyApplications } from './attachments.ts'
import { openDraftOfCall } from './start-application.ts'
import { moveApplications } from './store.ts'

export async function onOptionsChosen(
  ctx: Ctx,
  { choices }: AppEvents['calls.optionsChosen'],
): Promise<void> {
  for (const { option, callId } of choices) if (option === 'option_3') await openDraftOfCall(ctx, callId)
}

/**
 * Destroys the brokers' approved applications, files included, and the drafts filled from their records. Applications
 * that others sent through a broker's link stay, without a broker.
 */
export async function onBrokerDeleting(ctx: Ctx, { brokerIds }: AppEvents['broker.deleting']): Promise<void> {
  const rows = await ctx.db
    .selectFrom('applications')
    .select('id')
    .where('brokerId', '=', anyOf(brokerIds))
    .where((eb) =>
      eb.or([eb('status', '=', 'approved'), eb.and([eb('status', '=', 'draft'), eb('source', '=', 'call')])]),
    )
    .execute()
  await destroyApplications(
    ctx,
    rows.map(({ id }) => id),
  )
}

export async function onBrokerMerging(
  ctx: Ctx,
  { fromId, intoId }: AppEvents['broker.merging'],
): Promise<void> {
  await moveApplications(ctx, fromId, intoId)
  await mergeAccreditationStatuses(ctx, fromId, intoId)
}
