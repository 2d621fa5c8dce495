import { fetchFromVendor } from '#server/providers/live/vendor-span.ts'
import { isVapis, rebasedAddress } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { VAPI_TIMEOUT_SECONDS } from '../client.ts'
import { VapiAnswerError } from '../faults.ts'
import type { VapiParts } from '../parts.ts'
import { findCall } from './look-up.ts'
import { findLive } from './store.ts'

const GONE = new Set([400, 404, 409, 410])

/** Hangs up. `DELETE /call/{id}` would only delete data. @throws where the call cannot be ended now */
export async function endVapiCall(
  parts: VapiParts,
  { callId, providerCallId }: { callId: number; providerCallId: string | null },
): Promise<void> {
  const live = await findLive(parts.db, callId)
  const answer = await findCall(parts, {
    callId,
    providerCallId,
    askedAt: live?.askedAt ?? null,
    anyway: true,
  })
  if (!answer.ok) throw new Error(answer.fault.message)
  const call = answer.value
  if (!call || call.status === 'ended') return
  const controlUrl = call.monitor?.controlUrl
  if (!controlUrl) {
    parts.log.warn({ callId }, 'Vapi returned no control URL for this call: it ends at its maximum duration')
    throw new Error('Vapi cannot end this call now. It ends automatically at its maximum duration.')
  }
  const url = rebasedAddress(parts.config, controlUrl)
  const sent = await askVapi(parts, () => hangUp(url, keyFor(parts, url)), { anyway: true })
  if (!sent.ok && REFUSED.has(sent.fault.status ?? 0)) throw new Error(NO_KEY)
  // the call has ended meanwhile
  if (!sent.ok && !GONE.has(sent.fault.status ?? 0)) throw new Error(sent.fault.message)
}

const REFUSED = new Set([401, 403])
const NO_KEY =
  'Vapi refused to end this call. Set VAPI_PUBLIC_KEY to the public key of the Vapi account. The call ends automatically at its maximum duration.'

/** Vapi's documentation requires the public key. */
function keyFor({ config }: VapiParts, url: string): Record<string, string> {
  return isVapis(config, url) ? { authorization: `Bearer ${config.publicKey ?? config.apiKey}` } : {}
}

async function hangUp(url: string, key: Record<string, string>): Promise<void> {
  const answer = await fetchFromVendor('vapi', url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...key },
    body: JSON.stringify({ type: 'end-call' }),
    redirect: 'error',
    signal: AbortSignal.timeout(VAPI_TIMEOUT_SECONDS * 1000),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new VapiAnswerError(answer.status, answer.headers.get('retry-after'))
}
