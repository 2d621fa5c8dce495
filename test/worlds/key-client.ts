import type { Scope } from '#contract/accounts/scopes.ts'
import type { App } from '#server/app.ts'
import { makeApiKey } from '#server/modules/accounts/api-keys/api-keys.ts'
import type { TestApp } from '../test-app.ts'
import { withToken } from './broker-client.ts'
import type { Client } from './client.ts'

/** Another program that calls the API with a key. */
export const withKey = (app: Pick<App, 'server'>, token: string): Client => withToken(app, token)

let made = 0

/** Makes a key with these scopes and a client that sends it. */
export async function keyClient(app: TestApp, scopes: readonly Scope[]): Promise<Client> {
  made += 1
  const body = { name: `Program ${made}`, scopes: [...scopes], expiresInDays: null }
  const { token } = await makeApiKey(await app.staff('admin'), body)
  return withKey(app, token)
}
