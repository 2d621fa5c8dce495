import type { VendorDefinition } from '../live/definition.ts'
import { readVapi, type VapiConfig } from './config.ts'

export const vapi: VendorDefinition<VapiConfig> = {
  secretVariables: ['VAPI_API_KEY', 'VAPI_PUBLIC_KEY', 'VAPI_WEBHOOK_SECRET'],
  readConfig: readVapi,
  dataFlow: ({ baseUrl }) => ({
    service: 'Calls by an AI agent',
    receives:
      'Phone number and name of the person called, the script and offer, speech during the call and the recording',
    place: baseUrl ?? 'United States',
  }),
  open: async (config, shared) => (await import('./open.ts')).openVapi(config, shared),
}
