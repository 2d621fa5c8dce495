import type { LightMyRequestResponse } from 'fastify'
import { SIGN_ON_CALLBACK } from '#contract/accounts/sign-on.ts'
import { CLIENT, type IssuerDouble } from '../doubles/issuer-double.ts'
import type { TestApp } from '../test-app.ts'
import { type Client, visitor } from './client.ts'
import { cookieOf } from './sign-in.ts'

export const PUBLIC_URL = 'http://localhost:3000'
export const REDIRECT_URI = `${PUBLIC_URL}${SIGN_ON_CALLBACK}`

export const settingsFor = ({ issuer }: { issuer: string }) => ({
  issuer,
  ...CLIENT,
  label: 'Example Bank',
  groupsClaim: 'groups',
  groups: [
    { group: 'brokerline-admins', role: 'admin' as const },
    { group: 'brokerline-lenders', role: 'lender' as const },
  ],
  trustsEmails: false,
})

/** The browser between the console and the issuer. */
export interface Journey {
  /** Cookies of the console while the person is at the issuer. */
  cookie: string
  /** The address that the issuer sends the browser back to. */
  back: URL
}

/** Presses "Sign in with …" and follows the issuer's redirects, until it leads back. */
export async function toIssuer(app: TestApp, query = ''): Promise<Journey> {
  const answer = await app.server.inject({ url: `/api/auth/sso${query}` })
  return { cookie: cookieOf(answer), back: await throughIssuer(String(answer.headers.location)) }
}

/** @throws where the issuer shows a page instead */
export async function throughIssuer(start: string): Promise<URL> {
  const jar = new Map<string, string>()
  let next = start
  for (let hops = 0; hops < 10; hops++) {
    if (next.startsWith(PUBLIC_URL)) return new URL(next)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const given of answer.headers.getSetCookie()) {
      const [pair = ''] = given.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (!location)
      throw new Error(`the issuer answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    next = new URL(location, next).href
  }
  throw new Error('the issuer does not stop redirecting')
}

export const comeBack = (app: TestApp, { cookie, back }: Journey): Promise<LightMyRequestResponse> =>
  app.server.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } })

export const signOnAt = async (app: TestApp): Promise<LightMyRequestResponse> =>
  comeBack(app, await toIssuer(app))

/** The client of a person who signed in by single sign-on. @throws where they were refused */
export async function employeeClient(app: TestApp): Promise<Client> {
  const answer = await signOnAt(app)
  if (answer.headers.location !== '/') throw new Error(`refused: ${answer.headers.location}`)
  return visitor(app, cookieOf(answer))
}

export async function setUpSignOn(admin: Client, issuer: IssuerDouble): Promise<void> {
  const answer = await admin.send('PUT', '/api/sign-on', settingsFor(issuer))
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
