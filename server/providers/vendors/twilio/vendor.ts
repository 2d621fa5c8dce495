import type { Vendor } from '../port.ts'
import type { TwilioParts } from './parts.ts'

export function createTwilioVendor(_parts: TwilioParts): Vendor {
  throw new Error('not built yet')
}
