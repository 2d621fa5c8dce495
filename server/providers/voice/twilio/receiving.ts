import type { TwilioTopic } from '#contract/telephony.ts'
import type { VendorReply } from '../../vendors/port.ts'
import type { TwilioParts } from '../../vendors/twilio/parts.ts'
import type { Params } from '../../vendors/twilio/signature.ts'

export type CallTopic = Extract<
  TwilioTopic,
  'answer' | 'choice' | 'operator' | 'status' | 'machine' | 'recording'
>

export async function receiveCallCallback(
  _parts: TwilioParts,
  _topic: CallTopic,
  _query: URLSearchParams,
  _params: Params,
): Promise<VendorReply> {
  throw new Error('not built yet')
}
