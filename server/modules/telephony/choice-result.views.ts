import { sql } from 'kysely'
import type { CallResponse } from '#contract/calls.ts'
import type { MessageChannel } from '#contract/messages.ts'
import { spokenBefore, spokenTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { isOnItsWay, viewLinkMessages } from '#server/modules/messages/link-messages.views.ts'
import { type Choice, messageState } from './choice-result.rules.ts'

/** What a choice in a call has led to by now. */
export async function viewChoice(ctx: Ctx, callId: number, option: CallResponse): Promise<Choice> {
  if (option === 'option_2') return viewMeeting(ctx, callId)
  if (option === 'option_4') return { option, suppressed: await isSuppressed(ctx, callId) }
  const messages = await viewLinkMessages(ctx, callId, option)
  const message = messages.find(isOnItsWay) ?? messages[0]
  if (!message) return { option, message: null }
  const { simulated } = await callOf(ctx, callId)
  // the table's checks allow no other channels
  const channel = message.channel as MessageChannel
  return { option, message: { channel, state: messageState(message.status, { simulated }) } }
}

async function callOf(ctx: Ctx, id: number): Promise<{ simulated: boolean }> {
  return ctx.db.selectFrom('calls').select('simulated').where('id', '=', id).executeTakeFirstOrThrow()
}

async function viewMeeting(ctx: Ctx, callId: number): Promise<Choice> {
  const booking = await ctx.db
    .selectFrom('bookings')
    .select([sql<Date>`lower(during)`.as('start'), 'saidStart'])
    .where('callId', '=', callId)
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!booking) return { option: 'option_2', meeting: null, changedFrom: null, written: false }
  const message = await ctx.db
    .selectFrom('messages')
    .select('id')
    .where('callId', '=', callId)
    .where('occasion', 'like', 'booking:%:confirmed:%')
    .where('status', 'in', ['queued', 'sending', 'sent', 'delivered'])
    .executeTakeFirst()
  const { start, saidStart } = booking
  return {
    option: 'option_2',
    meeting: spokenTime(start),
    changedFrom: saidStart && spokenBefore(saidStart, start),
    written: message !== undefined,
  }
}

/** By whichever way: the number is barred. */
async function isSuppressed(ctx: Ctx, callId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('suppressions')
    .innerJoin('calls', (join) =>
      join
        .onRef('calls.toNumber', '=', 'suppressions.phone')
        .onRef('calls.simulated', '=', 'suppressions.simulated'),
    )
    .select('suppressions.id')
    .where('calls.id', '=', callId)
    .where('suppressions.endedAt', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
