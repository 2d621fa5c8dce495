import type { Audience, Origin, RequestHeaders } from '../ports/sign-in.ts'
import { staffCookieName } from './library.ts'
import { verifiedToken } from './session-row.ts'

/** The headers passed to the library: session, browser, and the client address that our server determined. */
export function sessionHeaders(
  audience: Audience,
  headers: RequestHeaders,
  cookieName: string,
  ip?: string,
): Headers {
  const result = originHeaders({ headers, ip })
  if (audience === 'staff') {
    if (typeof headers.cookie === 'string') result.set('cookie', headers.cookie)
    return result
  }
  // the library reads a session from its cookie, so the bearer token is put there; the request's own cookies are
  // dropped
  const token = bearerOf(headers)
  if (token) result.set('cookie', `${cookieName}=${encodeURIComponent(token)}`)
  return result
}

/** The signed token of a request; null without one. Cookies do not count in the portal. */
export function sentSession(audience: Audience, headers: RequestHeaders, publicUrl: string): string | null {
  if (audience === 'broker') return bearerOf(headers)
  return sentCookie(headers, staffCookieName(publicUrl))
}

/**
 * A name for the session of a request; null without one. Only signed sessions count, because otherwise every made-up
 * value would get its own limit.
 */
export function sessionNameOf(
  headers: RequestHeaders,
  { secret, publicUrl }: { secret: string; publicUrl: string },
): string | null {
  for (const audience of ['staff', 'broker'] as const) {
    const signed = sentSession(audience, headers, publicUrl)
    const token = signed && verifiedToken(signed, secret)
    if (token) return `session ${token}`
  }
  return null
}

const bearerOf = (headers: RequestHeaders): string | null =>
  /^Bearer\s+(\S+)$/i.exec(String(headers.authorization ?? ''))?.[1] ?? null

/** Browser and address alone: for a request whose session must not count, e.g. while somebody signs in. */
export function originHeaders({
  headers,
  ip,
}: Pick<Origin, 'headers'> & { ip?: string | undefined }): Headers {
  const result = new Headers()
  const agent = headers['user-agent']
  if (typeof agent === 'string') result.set('user-agent', agent)
  // the request's own header can be forged
  if (ip) result.set('x-forwarded-for', ip)
  return result
}

/** The value that `Set-Cookie` headers give to a cookie; empty without one. */
export function givenCookie(cookies: readonly string[], name: string): string {
  const found = cookies.find((cookie) => cookie.startsWith(`${name}=`))
  return found ? decoded(found.slice(name.length + 1).split(';')[0] ?? '') : ''
}

/** The value of a cookie that a browser sent; null without one. */
export function sentCookie(headers: RequestHeaders, name: string): string | null {
  const pairs = String(headers.cookie ?? '').split(/;\s*/)
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  return found ? decoded(found.slice(name.length + 1)) : null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
