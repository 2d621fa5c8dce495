import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { ForgedCallback, type VendorRequest } from '../ports/vendors.ts'

/** The fields of a callback; the first value where a name comes more than once. */
export type Params = Readonly<Record<string, string>>

/**
 * The fields of a callback that Twilio signed. The address is ours, as we gave it to Twilio: what the request says
 * of its host is another's word.
 * @throws ForgedCallback
 */
export function signedParams(
  request: VendorRequest,
  { authToken, publicUrl }: { authToken: string; publicUrl: string },
): Params {
  const given = request.headers['x-twilio-signature']
  const form = new URLSearchParams(request.body.toString('utf8'))
  const all: Record<string, string | string[]> = Object.create(null)
  const first: Record<string, string> = Object.create(null)
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name)
    const [one = ''] = values
    all[name] = values.length > 1 ? values : one
    first[name] = one
  }
  if (typeof given !== 'string' || !validateRequest(authToken, given, publicUrl + request.url, all)) {
    throw new ForgedCallback('the signature is not the one of our token')
  }
  return first
}
