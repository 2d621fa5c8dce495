import type { VendorDefinition } from '../live/definition.ts'
import { readTwilio, type TwilioConfig } from './config.ts'

export const twilio: VendorDefinition<TwilioConfig> = {
  secretVariables: ['TWILIO_AUTH_TOKEN', 'TWILIO_API_SECRET'],
  readConfig: readTwilio,
  open: async (config, shared) => (await import('./open.ts')).openTwilio(config, shared),
}
