import type { Twilio } from 'twilio'
import { inVendorSpan } from '../live/vendor-span.ts'
import { TwilioAnswerError } from './answer-error.ts'
import type { TwilioConfig } from './config.ts'

/** Below the 15 s after which Twilio abandons a webhook that may be waiting for this request. */
export const TWILIO_TIMEOUT_SECONDS = 10
const MOST_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * Twilio's SDK with every request going to the configured base URL: no redirects, no retries.
 * Imported only here, where Twilio is configured, because it is slow to load.
 */
export async function createTwilioClient(config: TwilioConfig): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const { default: RequestClient } = await import('twilio/lib/base/RequestClient.js')
  class RebasedClient extends RequestClient {
    constructor() {
      super({ timeout: TWILIO_TIMEOUT_SECONDS * 1000, autoRetry: false })
      this.axios.defaults.maxRedirects = 0
      this.axios.defaults.maxContentLength = MOST_ANSWER_BYTES
    }

    override async request<T>(options: Parameters<typeof RequestClient.prototype.request<T>>[0]) {
      const uri = rebasedUrl(options.uri, config.baseUrl)
      const answer = await inVendorSpan(
        { vendor: 'twilio', method: options.method, url: uri },
        () => super.request<T>({ ...options, uri }),
        ({ statusCode }) => statusCode,
      )
      const { statusCode: status, body } = answer
      if (status >= 200 && status < 300) return answer
      throw new TwilioAnswerError({ status, body, retryAfter: retryAfterOf(answer) })
    }
  }
  const { accountSid, authToken, apiKey, region } = config
  return twilio(apiKey?.sid ?? accountSid, apiKey?.secret ?? authToken, {
    accountSid,
    httpClient: new RebasedClient(),
    // always set, so that the SDK's own environment variables have no effect
    region: region?.name ?? '',
    edge: region?.edge ?? '',
    autoRetry: false,
  })
}

function retryAfterOf(answer: object): string | null {
  // the SDK returns the headers, although its types lack them
  const { headers } = answer as { headers?: Record<string, unknown> }
  const value = headers?.['retry-after']
  return typeof value === 'string' ? value : null
}

/** The same path and query at our base URL; the address unchanged where none is set. */
export function rebasedUrl(address: string, baseUrl: string | null): string {
  if (baseUrl === null) return address
  const { pathname, search } = new URL(address)
  return baseUrl + pathname + search
}
