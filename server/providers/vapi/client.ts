import type { VapiClient } from '@vapi-ai/server-sdk'
import type { VapiConfig } from '#server/config/telephony.ts'

export const VAPI_TIMEOUT_SECONDS = 15

/**
 * Vapi's SDK. It would repeat a request that failed by itself, and one unclear answer would be two phone calls: it
 * never does here. Loaded only where Vapi is configured: it takes its time.
 */
export async function createVapiClient(config: VapiConfig): Promise<VapiClient> {
  const { VapiClient } = await import('@vapi-ai/server-sdk')
  return new VapiClient({
    token: config.apiKey,
    ...(config.baseUrl !== null && { baseUrl: config.baseUrl }),
    maxRetries: 0,
    timeoutInSeconds: VAPI_TIMEOUT_SECONDS,
    // a request that is sent on elsewhere could dial there
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  })
}
