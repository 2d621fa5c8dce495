import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Messages } from '#server/schema.gen.ts'

export type LinkMessage = Pick<Selectable<Messages>, 'id' | 'channel' | 'status'>

/** All messages that carry the link which an option of a call asked for, the latest first. */
export async function viewLinkMessages(
  ctx: Ctx,
  callId: number,
  option: 'option_1' | 'option_3',
): Promise<LinkMessage[]> {
  const occasion = `call:${callId}:${option}`
  return ctx.db
    .selectFrom('messages')
    .select(['id', 'channel', 'status'])
    .where('callId', '=', callId)
    .where((eb) =>
      eb.or([
        eb('occasion', 'in', [occasion, `${occasion}:email`]),
        ...(option === 'option_3' ? [eb('template', '=', 'draft_saved')] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()
}

/** Whether a message about one of these occasions reaches somebody, as far as it is known. */
export async function hasOnItsWay(ctx: Ctx, occasions: readonly string[]): Promise<boolean> {
  const messages = await ctx.db
    .selectFrom('messages')
    .select('status')
    .where('occasion', 'in', [...occasions])
    .execute()
  return messages.some(isOnItsWay)
}

/** It has gone, will go, or waits for staff to set a provider up. */
export const isOnItsWay = ({ status }: Pick<LinkMessage, 'status'>): boolean =>
  status !== 'failed' && status !== 'cancelled'
