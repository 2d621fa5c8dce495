import type { CallListing, ListedCall } from '#server/providers/ports/voice.ts'
import { callKey } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { instantOf, ourIdIn, type VapiCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { parseCall } from './look-up.ts'

const PAGE = 100

/** Our outgoing calls since an instant. Vapi lists the newest first; each page's oldest call bounds the next page. */
export async function listCalls(parts: VapiParts, from: Date): Promise<CallListing> {
  await parts.refreshNumber()
  const found = new Map<string, ListedCall>()
  let until = parts.now().toISOString()
  for (;;) {
    const range = { createdAtGe: from.toISOString(), createdAtLe: until, limit: PAGE }
    const answer = await askVapi(parts, () => parts.client.calls.list(range))
    if (!answer.ok) return { kind: 'unavailable', message: answer.fault.message }
    const page = (Array.isArray(answer.value) ? answer.value : []).flatMap((raw) => parseCall(raw) ?? [])
    for (const call of page) {
      const listed = toListed(parts, call)
      if (listed) found.set(listed.providerCallId, listed)
    }
    const oldest = page.map(({ createdAt }) => instantOf(createdAt)?.toISOString() ?? '').sort()[0]
    if (page.length < PAGE) return { kind: 'listed', calls: [...found.values()] }
    if (!oldest || oldest >= until)
      return { kind: 'unavailable', message: 'Vapi lists more calls of one instant than a page holds.' }
    until = oldest
  }
}

/** null: an incoming call, or one of another installation on the same account. */
function toListed({ config }: VapiParts, call: VapiCall): ListedCall | null {
  const to = call.customer?.number
  const at = instantOf(call.createdAt)
  if (!to || !at || call.type === 'inboundPhoneCall') return null
  const id = ourIdIn(call)
  const key = call.assistantOverrides?.metadata?.key
  const isOurs = id !== null && (key === undefined || key === callKey(config, id))
  // with another webhook secret than at the dial the key differs, but the number is still ours
  if (!isOurs && (call.phoneNumberId === undefined || call.phoneNumberId !== config.phoneNumberId))
    return null
  return {
    providerCallId: call.id,
    callId: isOurs ? id : null,
    to,
    from: call.phoneNumber?.number ?? null,
    at,
  }
}
