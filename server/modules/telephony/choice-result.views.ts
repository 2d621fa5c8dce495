import { sql } from 'kysely'
import type { CallResponse } from '#contract/calls/calls.ts'
import type { MessageChannel } from '#contract/messages/messages.ts'
import { spokenBefore, spokenInSydney, spokenTime, spokenWhose } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  isOnItsWay,
  type LinkRequest,
  viewMessagesOfLinks,
} from '#server/modules/messages/link-messages.views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { type Choice, type LinkCarrier, messageState } from './choice-result.rules.ts'

export interface MadeChoice {
  callId: number
  option: CallResponse
}

/** The present results of choices in calls. @returns in their order */
export async function viewChoices(ctx: Ctx, made: readonly MadeChoice[]): Promise<Choice[]> {
  const callsOf = (wanted: CallResponse): number[] =>
    made.filter(({ option }) => option === wanted).map(({ callId }) => callId)
  const links = await viewLinks(ctx, made.filter(maySendLink))
  const meetings = await viewMeetings(ctx, callsOf('option_2'))
  const suppressed = await findSuppressed(ctx, callsOf('option_4'))
  return made.map((choice) => {
    const { option, callId } = choice
    if (option === 'option_4') return { option, suppressed: suppressed.has(callId) }
    const message = links.get(choice) ?? null
    if (option !== 'option_2') return { option, message }
    return meetings.get(callId) ?? { ...NO_MEETING, timeLink: message }
  })
}

const NO_MEETING = { option: 'option_2', meeting: null, changedFrom: null, written: false } as const

const maySendLink = (choice: MadeChoice): choice is LinkRequest => choice.option !== 'option_4'

async function viewLinks(ctx: Ctx, requests: readonly LinkRequest[]): Promise<Map<MadeChoice, LinkCarrier>> {
  if (requests.length === 0) return new Map()
  const found = await viewMessagesOfLinks(ctx, requests)
  return new Map(
    requests.flatMap((link, index): [MadeChoice, LinkCarrier][] => {
      const messages = found[index] ?? []
      const message = messages.find(isOnItsWay) ?? messages[0]
      if (!message) return []
      // the table's checks allow no other channels
      const channel = message.channel as MessageChannel
      return [[link, { channel, state: messageState(message.status, message) }]]
    }),
  )
}

/** Of the calls that led to one. */
async function viewMeetings(ctx: Ctx, callIds: readonly number[]): Promise<Map<number | null, Choice>> {
  if (callIds.length === 0) return new Map()
  const bookings = await ctx.db
    .selectFrom('bookings')
    .leftJoin('brokers', 'brokers.id', 'bookings.brokerId')
    .select((eb) => [
      'bookings.callId',
      sql<Date>`lower(during)`.as('start'),
      'bookings.saidStart',
      'brokers.timezone as zone',
      eb
        .exists(
          eb
            .selectFrom('messages')
            .whereRef('messages.callId', '=', 'bookings.callId')
            .where('occasion', 'like', 'booking:%:confirmed:%')
            .where('messages.status', 'in', ['queued', 'sending', 'sent', 'delivered']),
        )
        .as('written'),
    ])
    .where('bookings.callId', '=', anyOf(callIds))
    .where('bookings.status', '<>', 'cancelled')
    // the newest of a call is the one that is kept
    .orderBy('bookings.id')
    .execute()
  return new Map(
    bookings.map(({ callId, start, saidStart, zone, written }): [number | null, Choice] => {
      const changedFrom = saidStart && spokenBefore(saidStart, start, zone)
      return [
        callId,
        {
          ...{ option: 'option_2', meeting: spokenTime(start, zone), changedFrom },
          whose: spokenWhose([spokenInSydney(start, zone)]),
          written: Boolean(written),
        },
      ]
    }),
  )
}

/** Those of the calls whose number has an active suppression, of any source. */
async function findSuppressed(ctx: Ctx, callIds: readonly number[]): Promise<Set<number>> {
  if (callIds.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('suppressions')
    .innerJoin('calls', (join) =>
      join
        .onRef('calls.toNumber', '=', 'suppressions.phone')
        .onRef('calls.simulated', '=', 'suppressions.simulated'),
    )
    .select('calls.id')
    .where('calls.id', '=', anyOf(callIds))
    .where('suppressions.endedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
