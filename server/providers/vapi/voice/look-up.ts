import type { CallLookup } from '#server/providers/ports/voice.ts'
import type { Asked } from '../../live/ask-vendor.ts'
import { callKey } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { instantOf, ourIdIn, type VapiCall, vapiCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { deleteAtVapi } from './delete-call.ts'
import { declinedIn, eventsOfCall, isToBeDeleted } from './events.ts'
import { findLive } from './store.ts'

/** Vapi's clock and ours need not agree to the second. */
const BEFORE_MS = 2 * 60_000
/** A call that was asked for appears at once, or not at all. */
const AFTER_MS = 15 * 60_000
const PAGE = 100
/** More calls than an account can start in that time. */
const MOST_PAGES = 50

/** @param ownNumber the number that calls, where the call does not say */
export async function lookUp(
  parts: VapiParts,
  { callId, providerCallId }: { callId: number; providerCallId: string | null },
  ownNumber: () => Promise<string | null>,
): Promise<CallLookup> {
  const live = await findLive(parts.db, callId)
  // the words are kept before Vapi is asked for a call
  if (!live && !providerCallId) return { kind: 'absent' }
  const asked = await findCall(parts, { callId, providerCallId, askedAt: live?.askedAt ?? null })
  if (!asked.ok) return { kind: 'unavailable', message: asked.fault.message }
  const call = asked.value
  if (!call) return { kind: 'absent' }
  const known = { declined: live?.declined === true || declinedIn(call) }
  const events = eventsOfCall(call, known)
  if (call.status === 'ended' && isToBeDeleted(call, known)) {
    // what we keep of it is stored first
    await parts.hooks.sink([{ callId, events, provider: 'vapi', providerCallId: call.id }])
    await deleteAtVapi(parts, call.id)
  }
  const from = call.phoneNumber?.number ?? (await ownNumber())
  return { kind: 'found', providerCallId: call.id, from, events }
}

export interface Sought {
  callId: number
  providerCallId: string | null
  askedAt: Date | null
  /** Also while Vapi rests. */
  anyway?: boolean
}

/** The call by Vapi's name of it, else by ours among those since we asked. null: Vapi has none. */
export async function findCall(parts: VapiParts, sought: Sought): Promise<Asked<VapiCall | null>> {
  const { providerCallId: id, askedAt } = sought
  if (id) return byVapiId(parts, id, sought)
  return askedAt ? byOurId(parts, askedAt, sought) : { ok: true, value: null }
}

async function byVapiId(parts: VapiParts, id: string, { anyway }: Sought): Promise<Asked<VapiCall | null>> {
  const asked = await askVapi(parts, () => parts.client.calls.get({ id }), { anyway })
  if (!asked.ok) return asked.fault.status === 404 ? { ok: true, value: null } : asked
  return { ok: true, value: readable(asked.value) }
}

/** Vapi answers the newest first; each page ends where the next begins. */
async function byOurId(
  parts: VapiParts,
  askedAt: Date,
  { callId, anyway }: Sought,
): Promise<Asked<VapiCall | null>> {
  const from = new Date(askedAt.getTime() - BEFORE_MS).toISOString()
  let until = new Date(askedAt.getTime() + AFTER_MS).toISOString()
  for (let page = 0; page < MOST_PAGES; page++) {
    const range = { createdAtGe: from, createdAtLe: until, limit: PAGE }
    const asked = await askVapi(parts, () => parts.client.calls.list(range), { anyway })
    if (!asked.ok) return asked
    const calls = (Array.isArray(asked.value) ? asked.value : []).flatMap((raw) => readable(raw) ?? [])
    const found = calls.find((call) => isCall(parts, call, callId))
    if (found) return { ok: true, value: found }
    const oldest = calls.map(({ createdAt }) => instantOf(createdAt)?.toISOString() ?? '').sort()[0]
    if (calls.length < PAGE || !oldest || oldest >= until) return { ok: true, value: null }
    until = oldest
  }
  return { ok: true, value: null }
}

/** Another installation with the same account counts its calls from one as well: hence the key. */
function isCall({ config }: VapiParts, call: VapiCall, callId: number): boolean {
  const key = call.assistantOverrides?.metadata?.key
  return ourIdIn(call) === callId && (key === undefined || key === callKey(config, callId))
}

function readable(raw: unknown): VapiCall | null {
  const call = vapiCall.safeParse(raw)
  return call.success ? call.data : null
}
