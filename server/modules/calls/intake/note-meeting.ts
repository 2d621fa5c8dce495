import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { eventTime } from './finish-call.ts'
import { intake } from './intake.ts'

/** Another time was booked than the call confirmed: notes it in the call's events and summary. */
export async function onBookingDiffers(
  ctx: Ctx,
  { callId, said, booked }: AppEvents['booking.differsFromCall'],
): Promise<void> {
  await note(ctx, callId, { said, booked })
}

/** No time could be booked: the call's summary must not name one. */
export async function onNoneFree(ctx: Ctx, { callId, said }: AppEvents['booking.noneFree']): Promise<void> {
  await note(ctx, callId, { said, booked: null })
}

async function note(
  ctx: Ctx,
  callId: number,
  { said, booked }: { said: Date | null; booked: Date | null },
): Promise<void> {
  const call = await ctx.db.selectFrom('calls').select('provider').where('id', '=', callId).executeTakeFirst()
  const provider = call && ctx.providers.voice.named(call.provider)
  const at = provider ? await eventTime(ctx, provider) : ctx.now()
  const times = { said: said?.toISOString() ?? null, booked: booked?.toISOString() ?? null }
  await intake(ctx, [{ callId, events: [{ key: 'own:meeting', at, kind: 'meeting', ...times }] }])
}
