import { z } from 'zod'
import { type Access, endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
import { line } from '#contract/text-fields.ts'
import { ok, passwordBody } from './own-account.ts'

export const passkey = z.object({ id: z.number(), name: z.string(), createdAt: instant })
export type Passkey = z.infer<typeof passkey>

/** Options of WebAuthn, as browsers read them. */
export const passkeyOptions = z.record(z.string(), z.unknown())
/** The answer of the browser; the library checks it. Its texts are base64url. */
const response = z.looseObject({
  id: z.string('The browser sent no passkey').max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})
export const passkeyResponse = z.object({ response })
export const passkeyName = line('Enter a name').min(1, 'Enter a name').max(60, 'Use at most 60 characters')

interface Area {
  base: `/${string}`
  tag: string
  access: Access
}

/** Endpoints for one's own passkeys, the same for staff and brokers under separate paths. */
export function ownPasskeyEndpoints({ base, tag, access }: Area) {
  return {
    listPasskeys: endpoint(`GET ${base}/passkeys`, {
      tag,
      summary: 'Your own passkeys, the oldest first',
      access,
      returns: z.array(passkey),
    }),
    startPasskey: endpoint(`POST ${base}/passkeys/options`, {
      tag,
      summary: 'Begins to add a passkey, with the password: what the browser needs, valid for five minutes',
      access,
      body: passwordBody,
      returns: passkeyOptions,
      limit: { requests: 20, minutes: 15 },
    }),
    addPasskey: endpoint(`POST ${base}/passkeys`, {
      tag,
      summary: 'Adds the passkey that the browser made',
      access,
      body: passkeyResponse.extend({ name: passkeyName }),
      returns: ok,
      limit: { requests: 20, minutes: 15 },
    }),
    removePasskey: endpoint(`DELETE ${base}/passkeys/:id`, {
      tag,
      summary: 'Removes one of your own passkeys',
      access,
      params: idParams,
      returns: z.object({ removed: bodyId }),
    }),
  }
}
export type OwnPasskeyEndpoints = ReturnType<typeof ownPasskeyEndpoints>

/** Begins a sign-in with a passkey. */
export const passkeyStart = (base: `/${string}`, tag: string) =>
  endpoint(`POST ${base}/login/passkey/options`, {
    tag,
    summary: 'Begins a sign-in with a passkey: what the browser needs, valid for five minutes',
    access: 'public',
    returns: passkeyOptions,
    limit: { requests: 60, minutes: 15 },
  })
