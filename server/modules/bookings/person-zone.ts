import type { Ctx } from '#server/ctx.ts'
import { signedBroker } from '#server/modules/brokers/broker-key.ts'
import { bookingOfToken } from './manage-link.ts'
import { findMeeting } from './meeting.views.ts'

interface SignedLink {
  broker?: number | null | undefined
  key?: string | null | undefined
  /** Of a link that manages a meeting. */
  token?: string | undefined
}

/** The zone of the broker behind a signed link; null without a valid signature: the zone is part of the record. */
export async function zoneOfLink(ctx: Ctx, { broker, key, token }: SignedLink): Promise<string | null> {
  const bookingId = token === undefined ? null : bookingOfToken(ctx, token)
  if (bookingId !== null) return (await findMeeting(ctx, bookingId))?.zone ?? null
  const id = await signedBroker(ctx, { broker, key })
  if (id === null) return null
  const row = await ctx.db.selectFrom('brokers').select('timezone').where('id', '=', id).executeTakeFirst()
  return row?.timezone ?? null
}
