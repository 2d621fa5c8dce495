import type { Ctx } from '#server/ctx.ts'
import { hasFreeTime } from '#server/modules/bookings/slots.views.ts'
import { inBatches } from '#server/platform/db/batches.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'

interface Question {
  ctx: Ctx
  provider: VoiceProvider
}

/** Calls that are dialled at about the same time share one query of the calendars. */
const answers = inBatches(async (_db: Ctx['db'], questions: readonly Question[]) => {
  const [first] = questions
  const free = first !== undefined && (await hasFreeTime(first.ctx, await first.provider.now()))
  return new Map(questions.map((question) => [question, free]))
})

/** Whether meetings are available. False on failure: the call is still dialled, without an offer of a meeting. */
export async function takesMeetings(ctx: Ctx, provider: VoiceProvider): Promise<boolean> {
  try {
    return (await answers(ctx.db, { ctx, provider })) ?? false
  } catch (error) {
    ctx.log.error({ err: error }, 'meeting times not loaded')
    return false
  }
}
