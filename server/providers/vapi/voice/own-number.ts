import { askVapi } from '../ask-vapi.ts'
import type { VapiParts } from '../parts.ts'

/** Our calling number in E.164, which Vapi knows by an id. Requested once; null while unavailable. */
export function createOwnNumber(parts: VapiParts): () => Promise<string | null> {
  const id = parts.config.phoneNumberId
  let known: string | null = null
  return async () => {
    if (known !== null || id === null) return known
    const answer = await askVapi(parts, () => parts.client.phoneNumbers.get({ id }))
    if (!answer.ok) return null
    const { number } = answer.value
    known = typeof number === 'string' && number.startsWith('+') ? number : null
    return known
  }
}
