import type { VapiClient } from '@vapi-ai/server-sdk'
import { fetchFromVendor } from '../live/vendor-span.ts'
import type { VapiConfig } from './config.ts'

export const VAPI_TIMEOUT_SECONDS = 15

/**
 * Vapi's SDK with its automatic retries off: a retry after an unclear answer could place a second phone call.
 * Imported only where Vapi is configured, because it is slow to load.
 */
export async function createVapiClient(config: VapiConfig): Promise<VapiClient> {
  const { VapiClient } = await import('@vapi-ai/server-sdk')
  return new VapiClient({
    token: config.apiKey,
    ...(config.baseUrl !== null && { baseUrl: config.baseUrl }),
    maxRetries: 0,
    timeoutInSeconds: VAPI_TIMEOUT_SECONDS,
    // a redirected request could dial somewhere else
    fetch: (input, init) => fetchFromVendor('vapi', input, { ...init, redirect: 'error' }),
  })
}
