import type { TwilioParts } from '../../vendors/twilio/parts.ts'
import type { VoiceProvider } from '../port.ts'

export function createTwilioVoice(_parts: TwilioParts): VoiceProvider {
  throw new Error('not built yet')
}
