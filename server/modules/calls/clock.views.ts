import type { callingClock } from '#contract/campaigns/calling-clock.ts'
import type { simulatorDials } from '#contract/campaigns/dialling.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'

/** The clock that calling hours are judged by; the real time when no provider is configured. */
export async function viewClock(ctx: Ctx): Promise<ReturnsOf<typeof callingClock>> {
  const provider = ctx.providers.voice.active
  const { now, speed } = provider ? await provider.clock() : { now: ctx.now(), speed: 1 }
  return { provider: provider?.name ?? null, simulated: provider?.simulated ?? false, now, speed }
}

/** The dials that the simulator received, in order. */
export async function viewSimulatorDials(ctx: Ctx): Promise<ReturnsOf<typeof simulatorDials>> {
  const rows = await ctx.db
    .selectFrom('simulatorDials')
    .leftJoin('calls', 'calls.id', 'simulatorDials.callId')
    .select([
      'simulatorDials.callId',
      'simulatorDials.toNumber',
      'simulatorDials.at',
      'simulatorDials.simulatedAt',
    ])
    .select('calls.requested')
    .orderBy('simulatorDials.id')
    .execute()
  return rows.map(({ toNumber, requested, ...row }) => ({
    ...row,
    to: toNumber,
    requested: requested ?? false,
  }))
}
