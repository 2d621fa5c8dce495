import { type SqlBool, sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import {
  MAX_MESSAGES_SENT,
  type MessageSelection,
  type previewRetry,
  type retryMessages,
} from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { refusalOf } from '#server/platform/errors.ts'
import { isDoubtful } from './outbox.rules.ts'
import { retryMessage, whyNotResent } from './outbox.ts'
import { findResendable } from './views.ts'

const GONE = 'Message not found.'

/** How many of the chosen messages could be sent now. Sending checks each of them again. @throws AppError forbidden */
export async function previewResend(
  ctx: Ctx,
  selection: MessageSelection,
): Promise<ReturnsOf<typeof previewRetry>> {
  authorise(ctx, 'outbox.write')
  const { ids, more } = await chosen(ctx, selection)
  const rows = await ctx.db
    .selectFrom('messages')
    .selectAll()
    // unlike `in`, it takes an empty list
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .execute()
  const reasons = rows.map((row) => whyNotResent(ctx, row)?.message ?? null)
  const sendable = rows.filter((_, index) => reasons[index] === null)
  return {
    sendable: sendable.length,
    doubtful: sendable.filter(isDoubtful).length,
    refused: counted([...reasons, ...Array<string>(ids.length - rows.length).fill(GONE)]),
    more,
  }
}

/**
 * Resends several messages. Each is decided on its own: one that cannot be sent is left, with the reason, and does not
 * stop the others. @throws AppError forbidden
 */
export async function retryMany(
  ctx: Ctx,
  selection: MessageSelection,
): Promise<ReturnsOf<typeof retryMessages>> {
  authorise(ctx, 'outbox.write')
  const { ids } = await chosen(ctx, selection)
  const reasons: (string | null)[] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    reasons.push(await retryMessage(ctx, id).then(() => null, refusalOf))
  }
  return { queued: reasons.filter((reason) => reason === null).length, refused: counted(reasons) }
}

async function chosen(ctx: Ctx, selection: MessageSelection): Promise<{ ids: number[]; more: number }> {
  return 'ids' in selection
    ? { ids: [...new Set(selection.ids)], more: 0 }
    : findResendable(ctx, selection, MAX_MESSAGES_SENT)
}

/** Number of messages by reason, the most first. */
function counted(reasons: readonly (string | null)[]): { reason: string; messages: number }[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts]
    .map(([reason, messages]) => ({ reason, messages }))
    .toSorted((a, b) => b.messages - a.messages)
}
