import type { LightMyRequestResponse } from 'fastify'
import type { StaffRole } from '#contract/policy.ts'
import type { App } from '#server/app.ts'
import { ownUse } from '#server/modules/accounts/sign-in-limits.rules.ts'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { takeLimits } from '#server/platform/limits/limits.ts'
import { PASSWORD } from './client.ts'

/** Adds somebody who can sign in with PASSWORD. @returns the user's id */
export async function addStaff(app: App, email: string, role: StaffRole = 'lender'): Promise<number> {
  return createStaff(app.ctx(), { email, password: PASSWORD, firstName: 'Test', lastName: role, role })
}

export interface Attempt {
  email: unknown
  password?: unknown
  /** The address of the client. */
  from?: string
  headers?: Record<string, string>
}

export function postSignIn(app: App, attempt: Attempt): Promise<LightMyRequestResponse> {
  return app.server.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: attempt.from ?? '203.0.113.7',
    headers: attempt.headers,
    payload: { email: attempt.email, password: attempt.password ?? PASSWORD },
  })
}

/** The `Set-Cookie` headers of an answer, one a line. */
export function setCookies(response: LightMyRequestResponse): string {
  return [response.headers['set-cookie'] ?? []].flat().join('\n')
}

/** The `Cookie` header that a browser would send after this answer. */
export function cookieOf(response: LightMyRequestResponse): string {
  return setCookies(response)
    .split('\n')
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** As if nine sign-ins had failed just now: the next failure is the last. */
export async function nineFailures(app: App, email: string, ip: string): Promise<void> {
  for (let i = 0; i < 9; i++) await takeLimits(app.ctx(), ownUse({ email, ip }))
}
