import type { VendorDefinition } from '../live/definition.ts'
import { readTwilio, type TwilioConfig } from './config.ts'

export const twilio: VendorDefinition<TwilioConfig> = {
  secretVariables: ['TWILIO_AUTH_TOKEN', 'TWILIO_API_SECRET'],
  readConfig: readTwilio,
  dataFlow: ({ baseUrl, region }) => ({
    service: 'Calls by a fixed script, and SMS',
    receives: 'Numbers and first names of called persons, what is said, recordings, texts of SMS',
    place: baseUrl ?? (region ? `Twilio region ${region.name}, edge ${region.edge}` : 'United States'),
  }),
  open: async (config, shared) => (await import('./open.ts')).openTwilio(config, shared),
}
