import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { ForgedCallback, type VendorRequest } from '../ports/vendors.ts'

/** Twilio sends some sixty. More would cost time before the signature is verified. */
const MOST_FIELDS = 500

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
  const body = request.body.toString('utf8')
  if (body.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw new ForgedCallback('too many fields')
  const first: Record<string, string> = Object.create(null)
  const repeated: Record<string, string[]> = Object.create(null)
  new URLSearchParams(body).forEach((value, name) => {
    const known = first[name]
    if (known === undefined) first[name] = value
    else if (repeated[name]) repeated[name].push(value)
    else repeated[name] = [known, value]
  })
  const signed = Object.keys(repeated).length === 0 ? first : { ...first, ...repeated }
  if (
    typeof signature !== 'string' ||
    !validateRequest(authToken, signature, publicUrl + request.url, signed)
  ) {
    throw new ForgedCallback('the signature does not match our auth token')
  }
  return first
}
