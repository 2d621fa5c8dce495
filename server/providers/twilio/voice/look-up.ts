import type { CallInstance } from 'twilio/lib/rest/api/v2010/account/call.js'
import type { CallLookup, VoiceEvent } from '#server/providers/ports/voice.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import { endEvents, isAnswered, isTerminal } from './events.ts'
import { deleteAllRecordings } from './recordings.ts'
import { findReportedCall, type LiveCall, sidsOfOthers } from './store.ts'

/** A Twilio call is matched to ours when created in this window around our dial; the clocks may differ slightly. */
const BEFORE_MS = 60_000
const AFTER_MS = 10 * 60_000
/** Far more than the calls that we place to one number. */
const MOST_LISTED = 100

type Found = { call: LiveCall; twilio: CallInstance }

/** Looks up a call at Twilio, with its events so far. */
export async function lookUp(parts: TwilioParts, ref: CallRef): Promise<CallLookup> {
  const found = await findAtTwilio(parts, ref)
  if ('kind' in found) return found
  const { call, twilio } = found
  const events = [...lifeOf(twilio, call), ...costOf(twilio)]
  const recordings = await recordingsOf(parts, found, events)
  if ('message' in recordings) return { kind: 'unavailable', message: recordings.message }
  return {
    kind: 'found',
    providerCallId: twilio.sid,
    from: twilio.from || null,
    events: [...events, ...recordings.events],
  }
}

export interface CallRef {
  callId: number
  providerCallId: string | null
}

/** Finds the call at Twilio by its SID, else by number and time. */
export async function findAtTwilio(
  parts: TwilioParts,
  { callId, providerCallId }: CallRef,
): Promise<Found | Extract<CallLookup, { kind: 'absent' | 'unavailable' }>> {
  const call = await findReportedCall(parts.db, callId)
  if (!call) return { kind: 'absent' }
  const sid = providerCallId ?? call.sid ?? call.signs.sids[0]
  if (sid === undefined) return search(parts, call)
  const fetched = await askTwilio(parts, (client) => client.calls(sid).fetch())
  if (fetched.ok) return { call, twilio: fetched.value }
  return fetched.fault.status === 404
    ? { kind: 'absent' }
    : { kind: 'unavailable', message: fetched.fault.message }
}

/**
 * Twilio cannot be searched by our id, so a call is matched by number and time, and by not belonging to another
 * call of ours. StartTime is not used: a queued or ringing call has none yet.
 */
async function search(
  parts: TwilioParts,
  call: LiveCall,
): Promise<Found | Extract<CallLookup, { kind: 'absent' | 'unavailable' }>> {
  const from = call.from ?? parts.config.from ?? undefined
  const listed = await askTwilio(parts, (client) =>
    client.calls.list({ to: call.to, ...(from && { from }), limit: MOST_LISTED }),
  )
  if (!listed.ok) return { kind: 'unavailable', message: listed.fault.message }
  const others = await sidsOfOthers(parts.db, call)
  const dispatched = call.dispatchedAt.getTime()
  const near = listed.value
    .map((twilio) => ({ twilio, after: twilio.dateCreated.getTime() - dispatched }))
    .filter(({ twilio, after }) => !others.has(twilio.sid) && after > -BEFORE_MS && after < AFTER_MS)
    .sort((a, b) => Math.abs(a.after) - Math.abs(b.after))
  const [nearest] = near
  return nearest ? { call, twilio: nearest.twilio } : { kind: 'absent' }
}

function lifeOf(twilio: CallInstance, call: LiveCall): VoiceEvent[] {
  const { sid, status } = twilio
  const start = twilio.startTime ?? twilio.dateCreated
  if (status === 'ringing') return [{ key: `${sid}:asked:ringing`, at: twilio.dateCreated, kind: 'ringing' }]
  const answered: VoiceEvent = { key: `${sid}:asked:answered`, at: start, kind: 'answered' }
  if (status === 'in-progress') return [answered]
  if (!isTerminal(status)) return []
  const end = {
    sid,
    status,
    duration: twilio.duration ?? '',
    sipCode: '',
    answeredBy: twilio.answeredBy ?? '',
    at: twilio.endTime ?? twilio.dateUpdated,
  }
  const events = endEvents(end, call, 'lookup')
  const connected = events.some((event) => event.kind === 'ended' && isAnswered(event.outcome))
  return connected ? [answered, ...events] : events
}

/** Twilio sets the price some time after the end, as a negative amount. */
function costOf({ sid, price, priceUnit, endTime, dateUpdated }: CallInstance): VoiceEvent[] {
  const amount = /^-?(\d+(?:\.\d+)?)$/.exec(price ?? '')?.[1]
  const currency = (priceUnit ?? '').toUpperCase()
  if (amount === undefined || !/^[A-Z]{3}$/.test(currency)) return []
  return [{ key: `${sid}:cost:${amount}`, at: endTime ?? dateUpdated, kind: 'cost', amount, currency }]
}

/** The recordings of a person who did not decline; any others are deleted. */
async function recordingsOf(
  parts: TwilioParts,
  { call, twilio }: Found,
  events: readonly VoiceEvent[],
): Promise<{ events: VoiceEvent[] } | { message: string }> {
  const outcome = events.find((event) => event.kind === 'ended')?.outcome
  const isDiscarded = outcome !== 'human' || call.signs.declined
  if (outcome && isAnswered(outcome) && isDiscarded) {
    return deleteAllRecordings(parts, twilio.sid).then(
      () => ({ events: [] }),
      (error: Error) => ({ message: error.message }),
    )
  }
  if (outcome !== 'human') return { events: [] }
  const listed = await askTwilio(parts, (client) => client.calls(twilio.sid).recordings.list({ limit: 20 }))
  if (!listed.ok) return listed.fault.status === 404 ? { events: [] } : { message: listed.fault.message }
  const found = listed.value.flatMap(({ sid: ref, status, startTime, dateCreated }): VoiceEvent[] => {
    const at = startTime ?? dateCreated
    const key = `${twilio.sid}:asked:recording:${ref}`
    if (status === 'completed') return [{ key, at, kind: 'recording', status: 'completed', ref }]
    if (status !== 'absent') return []
    return [{ key: `${key}:failed`, at, kind: 'recording', status: 'failed', ref: null }]
  })
  return { events: found }
}
