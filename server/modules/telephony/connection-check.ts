import type { checkVendor } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'

/** Tries the connection to a vendor. @throws AppError rule_forbids where it is not configured */
export async function check(ctx: Ctx, name: VendorId): Promise<ReturnsOf<typeof checkVendor>> {
  authorise(ctx, 'numbers.write')
  const vendor = ctx.providers.vendors[name]
  if (!vendor) throw new AppError('rule_forbids', vendorFacts[name].notConfigured)
  const results = await vendor.checks()
  return { vendor: name, checkedAt: ctx.now().toISOString(), results }
}
