import type { CallLookup } from '#server/providers/ports/voice.ts'
import type { VendorAnswer } from '../../live/ask-vendor.ts'
import { callKey } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { instantOf, ourIdIn, type VapiCall, vapiCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { deleteAtVapi } from './delete-call.ts'
import { awaitsReason, declinedIn, eventsOfCall, isToBeDeleted } from './events.ts'
import { factsOf, findLive } from './store.ts'

/** Vapi's clock and ours may differ slightly. */
const BEFORE_MS = 2 * 60_000
/** A requested call appears at Vapi immediately, or never. */
const AFTER_MS = 15 * 60_000
const PAGE = 100
/** More calls than an account can start in that time. */
const MOST_PAGES = 50

/** @param ownNumber the calling number, where the call does not show it */
export async function lookUp(
  parts: VapiParts,
  { callId, providerCallId }: { callId: number; providerCallId: string | null },
  ownNumber: () => Promise<string | null>,
): Promise<CallLookup> {
  const live = await findLive(parts.db, callId)
  // the script is stored before Vapi gets the request, so without one there is no call
  if (!live && !providerCallId) return { kind: 'absent' }
  const answer = await findCall(parts, { callId, providerCallId, askedAt: live?.askedAt ?? null })
  if (!answer.ok) return { kind: 'unavailable', message: answer.fault.message }
  const call = answer.value
  if (!call) return { kind: 'absent' }
  const from = call.phoneNumber?.number ?? (await ownNumber())
  // its report has not arrived yet; the next look-up finds it
  if (awaitsReason(call, parts.now())) return { kind: 'found', providerCallId: call.id, from, events: [] }
  const declined = live?.declined === true || declinedIn(call)
  const clock = await parts.hooks.personClock({ callId })
  const facts = factsOf(live, { declined, clock })
  const events = eventsOfCall(call, facts)
  if (call.status === 'ended' && isToBeDeleted(call, facts)) {
    // our own record is stored before the deletion
    await parts.hooks.sink([{ callId, events, provider: 'vapi', providerCallId: call.id }])
    await deleteAtVapi(parts, call.id)
  }
  return { kind: 'found', providerCallId: call.id, from, events }
}

export interface CallQuery {
  callId: number
  providerCallId: string | null
  askedAt: Date | null
  /** Sends even while the breaker is open. */
  anyway?: boolean
}

/** Finds a call by Vapi's id, else by ours among those created around our request. null: Vapi has none. */
export async function findCall(parts: VapiParts, query: CallQuery): Promise<VendorAnswer<VapiCall | null>> {
  const { providerCallId: id, askedAt } = query
  if (id) return byVapiId(parts, id, query)
  return askedAt ? byOurId(parts, askedAt, query) : { ok: true, value: null }
}

async function byVapiId(
  parts: VapiParts,
  id: string,
  { anyway }: CallQuery,
): Promise<VendorAnswer<VapiCall | null>> {
  const answer = await askVapi(parts, () => parts.client.calls.get({ id }), { anyway })
  if (!answer.ok) return answer.fault.status === 404 ? { ok: true, value: null } : answer
  return { ok: true, value: parseCall(answer.value) }
}

/** Vapi lists the newest first; each page's oldest call bounds the next page. */
async function byOurId(
  parts: VapiParts,
  askedAt: Date,
  { callId, anyway }: CallQuery,
): Promise<VendorAnswer<VapiCall | null>> {
  const from = new Date(askedAt.getTime() - BEFORE_MS).toISOString()
  let until = new Date(askedAt.getTime() + AFTER_MS).toISOString()
  for (let page = 0; page < MOST_PAGES; page++) {
    const range = { createdAtGe: from, createdAtLe: until, limit: PAGE }
    const answer = await askVapi(parts, () => parts.client.calls.list(range), { anyway })
    if (!answer.ok) return answer
    const calls = (Array.isArray(answer.value) ? answer.value : []).flatMap((raw) => parseCall(raw) ?? [])
    const found = calls.find((call) => isCall(parts, call, callId))
    if (found) return { ok: true, value: found }
    const oldest = calls.map(({ createdAt }) => instantOf(createdAt)?.toISOString() ?? '').sort()[0]
    if (calls.length < PAGE || !oldest || oldest >= until) return { ok: true, value: null }
    until = oldest
  }
  return { ok: true, value: null }
}

/** Checks the key too, because another installation on the same account may use the same call ids. */
function isCall({ config }: VapiParts, call: VapiCall, callId: number): boolean {
  const key = call.assistantOverrides?.metadata?.key
  return ourIdIn(call) === callId && (key === undefined || key === callKey(config, callId))
}

export function parseCall(raw: unknown): VapiCall | null {
  const call = vapiCall.safeParse(raw)
  return call.success ? call.data : null
}
