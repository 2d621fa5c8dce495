import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  ForgedCallback,
  type VendorName,
  type VendorReply,
  type VendorRequest,
} from '#server/providers/ports/vendors.ts'

/**
 * Takes a vendor's callback in. What the vendor has not signed is counted, and nothing else of it is kept.
 * @throws AppError not_found where the vendor is not configured, forbidden
 */
export async function receiveCallback(
  ctx: Ctx,
  name: VendorName,
  request: VendorRequest,
): Promise<VendorReply> {
  const vendor = ctx.providers.vendors[name]
  if (!vendor) throw new AppError('not_found', 'This vendor is not configured here.')
  try {
    return await vendor.receive(request)
  } catch (error) {
    if (!(error instanceof ForgedCallback)) throw error
    await countRefused(ctx, name)
    throw new AppError('forbidden', 'The signature of this callback is wrong.')
  }
}

async function countRefused(ctx: Ctx, vendor: VendorName): Promise<void> {
  const now = ctx.now()
  await sql`insert into refused_callbacks (vendor, day, last_at) values (${vendor}, ${now}::date, ${now})
    on conflict (vendor, day) do update set times = refused_callbacks.times + 1, last_at = excluded.last_at`.execute(
    ctx.db,
  )
}
