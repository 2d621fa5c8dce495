import type { Ctx } from '#server/ctx.ts'

/** A call as far as its meeting is concerned. */
export interface MeetingCall {
  id: number
  provider: string
  clockSpeed: number
  createdAt: Date
  finishedAt: Date | null
  toNumber: string
  brokerId: number | null
  campaignId: number | null
  campaign: string | null
  simulated: boolean
  /** On the calling clock, where that is not the real one. */
  simulatedAt: Date | null
  test: boolean
  name: string | null
  region: string | null
  /** Of the broker. */
  zone: string | null
  bdmId: number | null
}

/** Locks the call: a concurrent offer or booking for it waits, then reads the result of this one. */
export async function lockCall(ctx: Ctx, id: number): Promise<MeetingCall | undefined> {
  return ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .leftJoin('campaigns', 'campaigns.id', 'calls.campaignId')
    .select([
      'calls.id',
      'calls.provider',
      'calls.clockSpeed',
      'calls.createdAt',
      'calls.finishedAt',
      'calls.toNumber',
      'calls.brokerId',
      'calls.campaignId',
      'campaigns.name as campaign',
      'calls.simulated',
      'calls.simulatedAt',
      'calls.test',
      'brokers.name',
      'brokers.region',
      'brokers.timezone as zone',
      'brokers.bdmId',
    ])
    .where('calls.id', '=', id)
    .forUpdate('calls')
    .executeTakeFirst()
}

/** The current time on the clock of the call's provider, by which the meeting's days are counted. */
export async function callingNow(ctx: Ctx, { provider }: MeetingCall): Promise<Date> {
  return (await ctx.providers.voice.named(provider)?.now(ctx.db)) ?? ctx.now()
}
