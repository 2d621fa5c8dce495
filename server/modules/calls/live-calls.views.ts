import { type LiveCall, type listLiveCalls, MOST_LIVE } from '#contract/calls/live-calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { QueryOf, ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { eventsOf } from './intake/intake.store.ts'
import { lastOf, stageOf } from './live-calls.rules.ts'
import { viewCalls } from './views.ts'

/** Calls in progress, in three statements however many there are. */
export async function viewLiveCalls(
  ctx: Ctx,
  { campaignId }: QueryOf<typeof listLiveCalls>,
): Promise<ReturnsOf<typeof listLiveCalls>> {
  const { items, total } = await viewCalls(ctx, {
    ...{ inFlight: 'true', test: 'true', sort: '-createdAt', limit: MOST_LIVE, campaignId },
  })
  const made = items.map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt) }))
  const [events, said] = await Promise.all([eventsOf(ctx, made), saidSoFar(ctx, items)])
  return {
    total,
    calls: items.map((call): LiveCall => {
      const happened = (events.get(call.id) ?? []).toSorted((a, b) => a.at.getTime() - b.at.getTime())
      const progress = { call, events: happened, said: said.get(call.id) }
      return {
        ...call,
        stage: stageOf(progress),
        last: lastOf(progress),
        since: call.callStartTime ?? call.createdAt,
      }
    }),
  }
}

/** The latest lines of conversations in progress, with one request to each provider. */
async function saidSoFar(
  { providers, log }: Ctx,
  calls: readonly { id: number; provider: string; status: string }[],
): Promise<ReadonlyMap<number, TranscriptLine>> {
  const answered = Map.groupBy(
    calls.filter(({ status }) => status === 'answered'),
    ({ provider }) => provider,
  )
  const told = await Promise.all(
    [...answered].map(async ([name, of]) => {
      const provider = providers.voice.named(name)
      const ids = of.map(({ id }) => id)
      return provider?.lastSaid?.(ids).catch((error: unknown) => {
        log.warn({ err: error, provider: name }, 'what is said in live calls could not be told')
        return new Map<number, TranscriptLine>()
      })
    }),
  )
  return new Map(told.flatMap((lines) => [...(lines ?? [])]))
}
