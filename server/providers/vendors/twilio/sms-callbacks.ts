import type { VendorReply } from '../port.ts'
import type { TwilioParts } from './parts.ts'
import type { Params } from './signature.ts'

export async function receiveSmsCallback(
  _parts: TwilioParts,
  _topic: 'sms' | 'sms-status',
  _query: URLSearchParams,
  _params: Params,
): Promise<VendorReply> {
  throw new Error('not built yet')
}
