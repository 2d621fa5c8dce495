import type { Providers } from '../providers.ts'
import type { ConfiguredVendors } from './registry.ts'

/** The vendors themselves. Their code is loaded only where it is needed. */
export async function createVendors({ twilio, vapi }: ConfiguredVendors): Promise<Providers['vendors']> {
  return {
    twilio: twilio && (await import('./twilio/vendor.ts')).createTwilioVendor(twilio),
    vapi: vapi && (await import('./vapi/vendor.ts')).createVapiVendor(vapi, { twilio }),
  }
}
