import type { TwilioParts } from '../../vendors/twilio/parts.ts'
import type { OutgoingSms, Sender } from '../port.ts'

export function createTwilioSms(_parts: TwilioParts): Sender<OutgoingSms> {
  throw new Error('not built yet')
}
