import type { VendorId } from '#contract/calls/vendors.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Limit, takeLimits } from '#server/platform/limits/limits.ts'
import { addressOf } from '#server/platform/limits/networks.ts'
import { ForgedCallback, type VendorReply, type VendorRequest } from '#server/providers/ports/vendors.ts'
import { countRefusedCallback } from './store.ts'

/** Limit of callbacks without a valid signature from one address; signed ones are not limited. */
const FORGED: Limit = {
  ...{ name: 'telephony.forged-callbacks', max: 20, minutes: 1 },
  message: (wait) =>
    `Too many callbacks with a wrong signature came from your address. Try again in ${wait}.`,
}

/**
 * Receives a vendor's callback. An unsigned one is counted, up to a limit, and not stored.
 * @throws AppError not_found where the vendor is not configured, forbidden, too_many_requests
 */
export async function receiveCallback(
  ctx: Ctx,
  name: VendorId,
  request: VendorRequest,
): Promise<VendorReply> {
  const vendor = ctx.providers.vendors[name]
  if (!vendor) throw new AppError('not_found', 'This vendor is not configured here.')
  try {
    return await vendor.receive(request)
  } catch (error) {
    if (!(error instanceof ForgedCallback)) throw error
    await takeLimits(ctx, [FORGED, addressOf(ctx.actor.kind === 'system' ? null : ctx.actor.ip)])
    await countRefusedCallback(ctx, name)
    throw new AppError('forbidden', 'The signature of this callback is wrong.')
  }
}
