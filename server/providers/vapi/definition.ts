import type { VendorDefinition } from '../live/definition.ts'
import { readVapi, type VapiConfig } from './config.ts'

export const vapi: VendorDefinition<VapiConfig> = {
  secretVariables: ['VAPI_API_KEY', 'VAPI_PUBLIC_KEY', 'VAPI_WEBHOOK_SECRET'],
  readConfig: readVapi,
  dataFlow: ({ baseUrl }) => ({
    service: 'Calls by a language model',
    receives: 'Number and name of the called person, script and offer, what is said, the recording',
    place: baseUrl ?? 'United States',
  }),
  open: async (config, shared) => (await import('./open.ts')).openVapi(config, shared),
}
