import type { VendorDefinition } from '../live/definition.ts'
import { readVapi, type VapiConfig } from './config.ts'

export const vapi: VendorDefinition<VapiConfig> = {
  secretVariables: ['VAPI_API_KEY', 'VAPI_PUBLIC_KEY', 'VAPI_WEBHOOK_SECRET'],
  readConfig: readVapi,
  open: async (config, shared) => (await import('./open.ts')).openVapi(config, shared),
}
