import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { StaffRole } from '#contract/policy.ts'
import type { App } from '#server/app.ts'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'

export const PASSWORD = 'test-Password-2026'

/** Somebody in front of a browser: sends requests through the whole HTTP machinery, with a cookie or without. */
export interface Client {
  cookie: string
  get(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  send(
    method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    body?: object,
    options?: InjectOptions,
  ): Promise<LightMyRequestResponse>
}

export function visitor(app: Pick<App, 'server'>, cookie = ''): Client {
  const inject = (request: InjectOptions): Promise<LightMyRequestResponse> =>
    app.server.inject({ ...request, headers: { ...(cookie && { cookie }), ...request.headers } })
  return {
    cookie,
    get: (url, options) => inject({ ...options, method: 'GET', url }),
    send: (method, url, body, options) => inject({ ...options, method, url, ...(body && { payload: body }) }),
  }
}

/** Signs in with a password through POST /api/login. @throws where that is refused */
export async function signedIn(
  app: Pick<App, 'server'>,
  email: string,
  password = PASSWORD,
): Promise<Client> {
  const answer = await visitor(app).send('POST', '/api/login', { email, password })
  if (answer.statusCode !== 200) throw new Error(`sign-in of ${email}: ${answer.statusCode} ${answer.body}`)
  return visitor(
    app,
    answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; '),
  )
}

/** Adds a member of staff, once for a role, and signs in with the password. */
export async function staffClient(app: App, role: StaffRole): Promise<Client> {
  const email = `${role}.client@staff.example`
  const user = await app.connection.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user)
    await createStaff(app.ctx(), { email, password: PASSWORD, firstName: 'Test', lastName: role, role })
  return signedIn(app, email)
}
