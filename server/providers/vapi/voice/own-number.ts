import { askVapi } from '../ask-vapi.ts'
import type { VapiParts } from '../parts.ts'

/** The number that our calls come from, E.164: Vapi knows it by an id. Asked for once; null while it cannot be had. */
export function createOwnNumber(parts: VapiParts): () => Promise<string | null> {
  const id = parts.config.phoneNumberId
  let known: string | null = null
  return async () => {
    if (known !== null || id === null) return known
    const asked = await askVapi(parts, () => parts.client.phoneNumbers.get({ id }))
    if (!asked.ok) return null
    const { number } = asked.value
    known = typeof number === 'string' && number.startsWith('+') ? number : null
    return known
  }
}
