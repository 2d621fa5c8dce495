import { Client, GraphError, type GraphRequest } from '@microsoft/microsoft-graph-client'
import { z } from 'zod'
import { FetchRefused } from '#server/platform/http/fetch-guarded.ts'
import type { CalendarLink } from '../../ports/calendars.ts'
import { type ServiceFaults, serviceFaults } from '../faults.ts'
import type { ServiceFetch } from '../service-fetch.ts'
import type { TokenSource } from '../tokens.ts'

export const GRAPH = 'https://graph.microsoft.com'
export const microsoftFaults: ServiceFaults = serviceFaults('Microsoft')

export interface GraphParts {
  fetch: ServiceFetch
  tokens: TokenSource
  /** Of Graph. No trailing slash. */
  baseUrl: string
}

/** Times in UTC; ids that stay when an entry is moved within the mailbox. */
export const PREFER = 'outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId"'

/** A status that a caller handles itself. */
export class GraphAnswer extends Error {
  override name = 'GraphAnswer'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`status ${status}`)
    this.status = status
    this.code = code
  }
}

/**
 * Sends Graph one request, without the library's own retries. A refused access token is replaced once.
 * @throws CalendarFault; GraphAnswer for the statuses 400, 404, 409, 410 and 412, which mean something else for each request
 */
export async function askGraph<T extends z.ZodType>(
  parts: GraphParts,
  link: CalendarLink,
  schema: T,
  send: (api: (path: string) => GraphRequest) => Promise<unknown>,
): Promise<z.output<T>> {
  for (const isLast of [false, true]) {
    const accessToken = await parts.tokens.accessToken(link)
    // the library drops the headers of an answer that is not in Graph's form
    let retryAfter: string | null = null
    const note = (response: Response): void => {
      retryAfter = response.headers.get('retry-after')
    }
    try {
      return schema.parse(await send(requestsWith(parts, { accessToken, note })))
    } catch (error) {
      const isRefused = error instanceof GraphError && error.statusCode === 401
      if (!isRefused || isLast) throw faultOf(error, retryAfter)
      parts.tokens.forget(link)
    }
  }
  throw microsoftFaults.revoked()
}

/** A chain of middleware of our own: the library's chain retries, redirects and identifies this machine. */
function requestsWith(
  { fetch, baseUrl }: GraphParts,
  { accessToken, note }: { accessToken: string; note(response: Response): void },
): (path: string) => GraphRequest {
  const client = Client.initWithMiddleware({
    baseUrl,
    middleware: {
      async execute(context) {
        const { method, headers, body } = context.options ?? {}
        const response = await fetch(String(context.request), {
          method,
          headers: { ...(headers as Record<string, string>), authorization: `Bearer ${accessToken}` },
          body: body as string | undefined, // the library has made it a text
        })
        note(response)
        context.response = response
      },
    },
  })
  return (path) => client.api(path).header('Prefer', PREFER)
}

const OWN_MEANING = new Set([400, 404, 409, 410, 412])

function faultOf(error: unknown, retryAfter: string | null): unknown {
  if (error instanceof z.ZodError) return microsoftFaults.strange()
  if (!(error instanceof GraphError)) return error
  const { statusCode: status, code } = error
  if (status === -1)
    return microsoftFaults.unreachable(
      code === FetchRefused.name ? String(error.message) : 'it could not be reached.',
    )
  if (status >= 200 && status < 300) return microsoftFaults.strange()
  if (status === 401) return microsoftFaults.revoked()
  // permission was withdrawn, by the person or their administrator
  if (status === 403 && /denied|forbidden/i.test(code ?? '')) return microsoftFaults.revoked()
  if (status === 429) return microsoftFaults.busy(retryAfter)
  if (OWN_MEANING.has(status)) return new GraphAnswer(status, code ?? '')
  if (status >= 500) {
    if (status === 503 && retryAfter) return microsoftFaults.busy(retryAfter)
    return microsoftFaults.unreachable(`it answered with status ${status}.`)
  }
  return microsoftFaults.refused(code || `status ${status}`)
}
