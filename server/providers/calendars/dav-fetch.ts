import { FetchRefused, requestGuarded } from '#server/platform/http/fetch-guarded.ts'
import { CalendarFault } from '../ports/calendars.ts'

export interface DavLimits {
  /** Addresses of this machine and its network may be read too. */
  allowPrivate: boolean
  /** Hosts whose addresses may be private in any case. */
  privateHosts: readonly string[]
  /** The allow list of hosts; null: all public hosts. */
  hosts: readonly string[] | null
}

const MAX_BYTES = 8 * 1024 * 1024
const MAX_REDIRECTS = 3
const UNAUTHORISED = [401]
const RETRY_LATER = [429, 503]
/** A response of these statuses has no body. */
const BODILESS = [204, 205, 304]

/** The user's name and password, as a header. */
export const basicAuth = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/**
 * A `fetch` for tsdav with the guard of addresses that users type in. All requests of one call share its time. Refusals and
 * faults of the server are thrown as CalendarFault; other statuses are for the caller.
 */
export function createDavFetch(limits: DavLimits, timeoutMs: number): typeof fetch {
  const signal = AbortSignal.timeout(timeoutMs)
  return async (input, init = {}) => {
    const method = init.method ?? 'GET'
    const headers = new Headers(init.headers)
    let url = String(input)
    for (let redirects = 0; ; redirects++) {
      const answer = await send(url, { method, headers, body: init.body }, { ...limits, timeoutMs, signal })
      const { status } = answer
      const { host } = new URL(url)
      if (UNAUTHORISED.includes(status)) {
        throw new CalendarFault('revoked', `${host} does not accept the user name and password.`)
      }
      if (RETRY_LATER.includes(status)) throw busy(host, answer.headers['retry-after'])
      if (status >= 500 && status !== 507) {
        throw new CalendarFault('unreachable', `${host} answered with status ${status}.`)
      }
      const location = answer.headers.location
      if (init.redirect === 'manual' || status < 300 || status > 399 || !location) return toResponse(answer)
      if (redirects === MAX_REDIRECTS) {
        throw new CalendarFault('unreachable', `${host} redirects more than ${MAX_REDIRECTS} times.`)
      }
      url = redirected(url, location, headers)
    }
  }
}

/** A password is sent to another host only where the server names it for its calendars, never on a redirect. */
function redirected(from: string, location: string, headers: Headers): string {
  const to = URL.parse(location, from)
  if (!to) throw new CalendarFault('unreachable', `${new URL(from).host} redirects to no address.`)
  if (to.host !== new URL(from).host) headers.delete('authorization')
  return to.href
}

type Answer = Awaited<ReturnType<typeof requestGuarded>>

async function send(
  url: string,
  { method, headers, body }: { method: string; headers: Headers; body: unknown },
  { privateHosts, ...limits }: DavLimits & { timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  const allowPrivate = limits.allowPrivate || privateHosts.includes(URL.parse(url)?.hostname ?? '')
  const bytes = typeof body === 'string' ? Buffer.from(body) : undefined
  try {
    return await requestGuarded(
      url,
      {
        method,
        headers: { ...Object.fromEntries(headers), ...(bytes && { 'content-length': bytes.length }) },
        body: bytes,
      },
      { ...limits, allowPrivate, maxBytes: MAX_BYTES },
    )
  } catch (error) {
    if (error instanceof FetchRefused) throw new CalendarFault('unreachable', error.message)
    throw error
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Seconds or a date; an absurd one is cut. */
function busy(host: string, retryAfter: string | undefined): CalendarFault {
  const seconds = Number(retryAfter)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter ?? '') - Date.now()
  return new CalendarFault('busy', `${host} asks to be called later.`, {
    retryAfterMs: Number.isFinite(ms) ? Math.min(Math.max(ms, 0), HOUR_MS) : MINUTE_MS,
  })
}

function toResponse({ status, headers, bytes }: Answer): Response {
  const own = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // the body is unpacked already
    if (typeof value === 'string' && name !== 'content-encoding') own.set(name, value)
  }
  return new Response(BODILESS.includes(status) ? null : new Uint8Array(bytes), { status, headers: own })
}
