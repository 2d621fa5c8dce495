import type { VendorDefinition } from '../live/definition.ts'
import { readTwilio, type TwilioConfig } from './config.ts'

export const twilio: VendorDefinition<TwilioConfig> = {
  secretVariables: ['TWILIO_AUTH_TOKEN', 'TWILIO_API_SECRET'],
  readConfig: readTwilio,
  dataFlow: ({ baseUrl, region }) => ({
    service: 'Scripted calls and text messages',
    receives:
      'Phone numbers and first names of the people called, speech during calls, recordings and text messages',
    place: baseUrl ?? (region ? `Twilio region ${region.name}, edge ${region.edge}` : 'United States'),
  }),
  open: async (config, shared) => (await import('./open.ts')).openTwilio(config, shared),
}
