import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { givenPassword, ok } from './own-account.ts'
import { passkeyOptions, passkeyResponse } from './passkeys.ts'

const tag = 'Accounts'

/** Minutes for which a proof of identity counts. */
export const STEP_UP_MINUTES = 10

/** Changes for which staff must have proved within STEP_UP_MINUTES who they are: of keys, access and retention. */
export const stepUpEndpoints: readonly string[] = [
  'POST /api/api-keys',
  'POST /api/api-keys/:id/rotate',
  'DELETE /api/api-keys/:id',
  'POST /api/webhook-endpoints',
  'PATCH /api/webhook-endpoints/:id',
  'DELETE /api/webhook-endpoints/:id',
  'POST /api/webhook-endpoints/:id/rotate',
  'POST /api/vault/runs',
  'POST /api/users',
  'PATCH /api/users/:id',
  'DELETE /api/users/:id/two-factor',
  'PUT /api/sign-on',
  'DELETE /api/sign-on',
  'PUT /api/sign-on/enforcement',
  'PATCH /api/session-limits',
  'PATCH /api/retention',
]

export const needsStepUp = ({ method, path }: { method: string; path: string }): boolean =>
  stepUpEndpoints.includes(`${method} ${path}`)

export const identityWays = endpoint('GET /api/confirm-identity', {
  tag,
  summary: 'How the signed-in member of staff can prove again who they are',
  access: 'own_account.write',
  returns: z.object({
    password: z.boolean(),
    /** By a passkey of their own. */
    passkey: z.boolean(),
    /** Name of the single sign-on; null: not set up. */
    signOn: z.string().nullable(),
    /** The last proof still counts. */
    isConfirmed: z.boolean(),
  }),
})

export const confirmIdentity = endpoint('POST /api/confirm-identity', {
  tag,
  summary:
    'Proves by the password who one is; changes of keys, access and retention are open for ten minutes then',
  access: 'own_account.write',
  body: z.object({ password: givenPassword('Password is required') }),
  returns: ok,
  limit: { requests: 20, minutes: 15 },
})

export const startIdentityPasskey = endpoint('POST /api/confirm-identity/passkey/options', {
  tag,
  summary:
    'Begins a proof of identity with a passkey of your own: what the browser needs, valid for five minutes',
  access: 'own_account.write',
  returns: passkeyOptions,
  limit: { requests: 20, minutes: 15 },
})

export const confirmIdentityByPasskey = endpoint('POST /api/confirm-identity/passkey', {
  tag,
  summary: 'Proves by a passkey who one is, as the password does',
  access: 'own_account.write',
  body: passkeyResponse,
  returns: ok,
  limit: { requests: 20, minutes: 15 },
})
