import { SYDNEY } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  findRequestOrigin,
  proposeFor,
} from '#server/modules/dialling/requested-calls/plan-requested-call.ts'
import type { CallbackOffer, CallbackWish } from '#server/providers/ports/voice.ts'
import { ASK_AGAIN, NO_CALL, plannedWords, readBack } from './callback-words.rules.ts'

interface OfferRequest {
  callId: number
  wish: CallbackWish
}

/** The time at which the person can be called, read back; nothing is planned before they affirm it. */
export async function offerCallback(ctx: Ctx, { callId, wish }: OfferRequest): Promise<CallbackOffer> {
  const named = instantIn(wish.asked ?? null, wish.zone)
  const from = instantIn(wish.from, wish.zone) ?? named
  if (!from) return { kind: 'ask_again', text: ASK_AGAIN }
  // a time outside the hours has no window of its own
  const to = instantIn(wish.to, wish.zone) ?? from
  const origin = await findRequestOrigin(ctx, callId)
  const proposal = origin && (await proposeFor(ctx, origin, { from, to }))
  if (proposal?.kind !== 'time') return { kind: 'none', text: NO_CALL }
  const { dueAt, until, moved } = proposal
  return {
    kind: 'time',
    window: { from: dueAt.toISOString(), to: until.toISOString() },
    text: readBack(dueAt, origin?.place.zone ?? null, { moved }),
  }
}

/** A local time; one that the clocks skip moves forward. */
function instantIn(local: string | null, zone: string): Date | null {
  if (local === null) return null
  return new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)
}

/** The result of an affirmed time, as a sentence for the person. */
export async function callbackResult(ctx: Ctx, callId: number): Promise<string> {
  const row = await ctx.db
    .selectFrom('requestedCalls')
    .innerJoin('brokers', 'brokers.id', 'requestedCalls.brokerId')
    .select(['requestedCalls.dueAt', 'brokers.timezone'])
    .where('requestedCalls.askedInCallId', '=', callId)
    .where('requestedCalls.state', '=', 'planned')
    .executeTakeFirst()
  return plannedWords(row?.dueAt ?? null, row?.timezone ?? null)
}

/** The clock of the called person, by which they name times: 'tomorrow', 'after three'. */
export async function personClock(ctx: Ctx, callId: number): Promise<{ now: Date; zone: string }> {
  const row = await ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select(['calls.provider', 'brokers.timezone'])
    .where('calls.id', '=', callId)
    .executeTakeFirst()
  const provider = row && ctx.providers.voice.named(row.provider)
  return { now: (await provider?.now(ctx.db)) ?? ctx.now(), zone: row?.timezone ?? SYDNEY }
}
