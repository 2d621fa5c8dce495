import type { VapiParts } from '../../vendors/vapi/parts.ts'
import type { VoiceProvider } from '../port.ts'

export function createVapiVoice(_parts: VapiParts): VoiceProvider {
  throw new Error('not built yet')
}
