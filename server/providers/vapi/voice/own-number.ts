import { askVapi } from '../ask-vapi.ts'
import type { VapiParts } from '../parts.ts'

/** Our calling number in E.164 by Vapi's id. Requested once for each id; null while unavailable. */
export function createOwnNumber(parts: VapiParts): () => Promise<string | null> {
  const known = new Map<string, string>()
  return async () => {
    const id = parts.config.phoneNumberId
    if (id === null) return null
    const found = known.get(id)
    if (found) return found
    const answer = await askVapi(parts, () => parts.client.phoneNumbers.get({ id }))
    if (!answer.ok) return null
    const { number } = answer.value
    if (typeof number !== 'string' || !number.startsWith('+')) return null
    known.set(id, number)
    return number
  }
}
