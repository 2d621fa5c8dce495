import type { Twilio } from 'twilio'
import type { TwilioConfig } from '#server/config/telephony.ts'
import { TwilioAnswerError } from './answer-error.ts'

/** Twilio itself gives up on a webhook after 15 s; a request of ours is not worth more. */
export const TWILIO_TIMEOUT_SECONDS = 10
const MOST_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * Twilio's SDK, of which every request goes to the configured base: no redirect is followed, nothing is sent twice.
 * Loaded only here, where Twilio is configured: it takes its time.
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
      const answer = await super.request<T>({ ...options, uri: rebased(options.uri, config.baseUrl) })
      const { statusCode: status, body } = answer
      if (status >= 200 && status < 300) return answer
      throw new TwilioAnswerError({ status, body, retryAfter: retryAfterOf(answer) })
    }
  }
  const { accountSid, authToken, apiKey, region } = config
  return twilio(apiKey?.sid ?? accountSid, apiKey?.secret ?? authToken, {
    accountSid,
    httpClient: new RebasedClient(),
    // given always, so that variables meant for something else have no effect
    region: region?.name ?? '',
    edge: region?.edge ?? '',
    autoRetry: false,
  })
}

function retryAfterOf(answer: object): string | null {
  // the SDK hands the headers on, and does not say so in its types
  const { headers } = answer as { headers?: Record<string, unknown> }
  const value = headers?.['retry-after']
  return typeof value === 'string' ? value : null
}

/** The same path and query at our base; the address itself where there is none. */
export function rebased(address: string, baseUrl: string | null): string {
  if (baseUrl === null) return address
  const { pathname, search } = new URL(address)
  return baseUrl + pathname + search
}
