import { calendar, type calendar_v3 } from '@googleapis/calendar'
import { z } from 'zod'
import { FetchRefused } from '#server/platform/http/fetch-guarded.ts'
import type { CalendarLink } from '../../ports/calendars.ts'
import { type ServiceFaults, serviceFaults } from '../faults.ts'
import type { ServiceFetch } from '../service-fetch.ts'
import type { TokenSource } from '../tokens.ts'

export const googleFaults: ServiceFaults = serviceFaults('Google')

export interface GoogleParts {
  fetch: ServiceFetch
  tokens: TokenSource
  /** null: Google's own. */
  baseUrl: string | null
}

/** A status that a caller handles itself. */
export class GoogleAnswer extends Error {
  override name = 'GoogleAnswer'
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string) {
    super(`status ${status}`)
    this.status = status
    this.reason = reason
  }
}

/** Options of a request: the library takes them in addition to its parameters. */
export interface RequestOptions {
  headers?: Record<string, string>
}

/**
 * Sends Google one request, without the library's own retries. A refused access token is replaced once.
 * @throws CalendarFault; GoogleAnswer for the statuses 400, 403, 404, 409, 410 and 412, which mean something else for each request
 */
export async function askGoogle<T extends z.ZodType>(
  parts: GoogleParts,
  link: CalendarLink,
  schema: T,
  send: (api: calendar_v3.Calendar, options: RequestOptions) => Promise<{ data: unknown }>,
): Promise<z.output<T>> {
  for (const isLast of [false, true]) {
    const accessToken = await parts.tokens.accessToken(link)
    try {
      const { data } = await send(apiOf(parts), { headers: { authorization: `Bearer ${accessToken}` } })
      return schema.parse(data)
    } catch (error) {
      const isRefused = statusOf(error) === 401
      if (!isRefused || isLast) throw faultOf(error)
      parts.tokens.forget(link)
    }
  }
  throw googleFaults.revoked()
}

const apiOf = ({ fetch, baseUrl }: GoogleParts): calendar_v3.Calendar =>
  calendar({
    version: 'v3',
    retry: false,
    responseType: 'json',
    fetchImplementation: fetch as typeof globalThis.fetch, // the library passes an address and plain options
    ...(baseUrl !== null && { rootUrl: `${baseUrl}/` }),
  })

const OWN_MEANING = new Set([400, 403, 404, 409, 410, 412])
/** https://developers.google.com/workspace/calendar/api/guides/errors */
const BUSY = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])
/** The person, or their administrator, has withdrawn the permission. */
const WITHDRAWN = new Set([
  'insufficientPermissions',
  'domainPolicy',
  'PERMISSION_DENIED',
  'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
])
/** Of the installation's project, which the person cannot mend. */
const SETTINGS = new Set(['accessNotConfigured', 'SERVICE_DISABLED'])

/** The library's error class is not exported by this package. */
const failure = z.object({
  status: z.number().optional(),
  cause: z.unknown(),
  response: z.object({ data: z.unknown(), headers: z.instanceof(Headers) }).optional(),
})
const body = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
    status: z.string().optional(),
  }),
})

const statusOf = (error: unknown): number | null =>
  failure.safeParse(error).data?.response ? (failure.parse(error).status ?? null) : null

function faultOf(error: unknown): unknown {
  if (error instanceof z.ZodError) return googleFaults.strange()
  const { data } = failure.safeParse(error)
  if (!data) return error
  if (!data.response) {
    return data.cause instanceof FetchRefused ? googleFaults.unreachable(data.cause.message) : error
  }
  const status = data.status ?? 0
  const answer = body.safeParse(data.response.data).data?.error
  const reason = answer?.errors?.[0]?.reason ?? answer?.status ?? ''
  const retryAfter = data.response.headers.get('retry-after')
  if (status === 401) return googleFaults.revoked()
  if (status === 429 || (status === 403 && BUSY.has(reason))) return googleFaults.busy(retryAfter)
  if (status === 403 && SETTINGS.has(reason)) return googleFaults.refused(reason)
  if (status === 403 && WITHDRAWN.has(reason)) return googleFaults.revoked()
  if (OWN_MEANING.has(status)) return new GoogleAnswer(status, reason)
  if (status === 503 && retryAfter) return googleFaults.busy(retryAfter)
  if (status >= 500) return googleFaults.unreachable(`it answered with status ${status}.`)
  return googleFaults.refused(reason || `status ${status}`)
}
