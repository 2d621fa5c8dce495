import type { Vendor } from '../port.ts'
import type { TwilioParts } from '../twilio/parts.ts'
import type { VapiParts } from './parts.ts'

/** @param beside.twilio whose numbers Vapi can call from */
export function createVapiVendor(_parts: VapiParts, _beside: { twilio: TwilioParts | null }): Vendor {
  throw new Error('not built yet')
}
