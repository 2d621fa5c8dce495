import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { ForgedCallback, type VendorRequest } from '../ports/vendors.ts'

/** The fields of a callback; the first value of a repeated name. */
export type Params = Readonly<Record<string, string>>

/**
 * The fields of a callback, once its signature is verified. The signed address is the one that we gave to Twilio:
 * the request's Host header proves nothing.
 * @throws ForgedCallback
 */
export function signedParams(
  request: VendorRequest,
  { authToken, publicUrl }: { authToken: string; publicUrl: string },
): Params {
  const signature = request.headers['x-twilio-signature']
  const all: Record<string, string | string[]> = Object.create(null)
  const first: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(request.body.toString('utf8'))) {
    const known = all[name]
    all[name] = known === undefined ? value : [known, value].flat()
    first[name] ??= value
  }
  if (typeof signature !== 'string' || !validateRequest(authToken, signature, publicUrl + request.url, all)) {
    throw new ForgedCallback('the signature does not match our auth token')
  }
  return first
}
