import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Messages } from '#server/schema.gen.ts'

export type LinkMessage = Pick<Selectable<Messages>, 'id' | 'channel' | 'status' | 'simulated'>

/** A link that an option of a call sends; option 2 where no time was accepted. */
export interface LinkRequest {
  callId: number
  option: 'option_1' | 'option_2' | 'option_3'
}

/** All messages that carry the link requested by an option of a call, the latest first. */
export async function viewLinkMessages(ctx: Ctx, request: LinkRequest): Promise<LinkMessage[]> {
  return (await viewMessagesOfLinks(ctx, [request]))[0] ?? []
}

/** As `viewLinkMessages`, for many links. @returns in their order */
export async function viewMessagesOfLinks(
  ctx: Ctx,
  requests: readonly LinkRequest[],
): Promise<LinkMessage[][]> {
  const messages = await ctx.db
    .selectFrom('messages')
    .select(['id', 'callId', 'channel', 'status', 'simulated', 'occasion', 'template'])
    .where('callId', '=', anyOf(requests.map(({ callId }) => callId)))
    .orderBy('id', 'desc')
    .execute()
  const ofCall = Map.groupBy(messages, ({ callId }) => callId)
  return requests.map(({ callId, option }) => {
    const occasion = `call:${callId}:${option}`
    return (ofCall.get(callId) ?? []).filter(
      (message) =>
        [occasion, `${occasion}:email`].includes(message.occasion) ||
        (option === 'option_3' && message.template === 'draft_saved'),
    )
  })
}

/** Whether a message about one of these occasions has been sent, or still may be. */
export async function hasOnItsWay(ctx: Ctx, occasions: readonly string[]): Promise<boolean> {
  const messages = await ctx.db
    .selectFrom('messages')
    .select('status')
    .where('occasion', 'in', [...occasions])
    .execute()
  return messages.some(isOnItsWay)
}

/** It was sent, will be sent, or waits for staff to set a provider up. */
export const isOnItsWay = ({ status }: Pick<LinkMessage, 'status'>): boolean =>
  status !== 'failed' && status !== 'cancelled'
