import type { IncomingHttpHeaders } from 'node:http'
import { type FetchLimits, FetchRefused, requestGuarded } from '#server/platform/http/fetch-guarded.ts'
import { type JsonLimits, JsonRefused, requireWithin } from '#server/platform/read-json.ts'

/** Of one request. */
const TIMEOUT_MS = 10_000
/** Of all requests of one method of the port, but for those of the sign-in service. */
const METHOD_MS = 15_000
/** A page of events, whose descriptions may be long. */
const MAX_BYTES = 16 * 1024 * 1024
const JSON_LIMITS: JsonLimits = { depth: 32, values: 400_000 }
/** Responses of these statuses have no body. */
const BODILESS = new Set([204, 205, 304])

interface SentRequest {
  method?: string
  headers?: HeadersInit
  body?: BodyInit | null
  timeoutMs?: number
}

export type ServiceFetch = (url: string | URL, request?: SentRequest) => Promise<Response>

/**
 * `fetch` for the libraries of the services: to public addresses, with a timeout, without redirects, and with limits for the
 * size and the nesting of the response, which the libraries do not have. @throws FetchRefused
 */
export function createServiceFetch({ allowPrivate }: Pick<FetchLimits, 'allowPrivate'>): ServiceFetch {
  const limits = { maxBytes: MAX_BYTES, hosts: null, allowPrivate }
  return async (url, { method = 'GET', headers, body, timeoutMs = TIMEOUT_MS } = {}) => {
    const request = {
      method: method.toUpperCase(),
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { body: Buffer.from(await new Response(body).arrayBuffer()) }),
    }
    const {
      status,
      headers: given,
      bytes,
    } = await requestGuarded(String(url), request, {
      ...limits,
      timeoutMs,
    })
    if (status < 200) throw new FetchRefused(`${new URL(url).host} answered with status ${status}.`)
    requireFit(bytes.toString('utf8'), new URL(url).host)
    return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), {
      status,
      headers: headersOf(given),
    })
  }
}

/** The time of one method of the port, over all its requests. */
export function withinMethod<T extends { fetch: ServiceFetch }>(parts: T): T {
  const endsAt = Date.now() + METHOD_MS
  const fetch: ServiceFetch = async (url, request) => {
    const left = endsAt - Date.now()
    if (left <= 0) throw new FetchRefused('It took too long to answer.')
    // options of the library's own are not passed on
    const { method, headers, body } = request ?? {}
    return parts.fetch(url, { method, headers, body, timeoutMs: Math.min(left, TIMEOUT_MS) })
  }
  return { ...parts, fetch }
}

function requireFit(text: string, host: string): void {
  try {
    requireWithin(text, JSON_LIMITS)
  } catch (error) {
    if (error instanceof JsonRefused) throw new FetchRefused(`${host} answered with too much data.`)
    throw error
  }
}

/** Without those that describe the body as it was sent: it arrives here unpacked. */
function headersOf(given: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    if (['content-encoding', 'content-length', 'transfer-encoding'].includes(name)) continue
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}
