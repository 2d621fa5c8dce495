import type { TwilioTopic } from '#contract/telephony.ts'
import type { VendorReply } from '#server/providers/ports/vendors.ts'
import { askTwilio, NotNow } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import type { Params } from '../signature.ts'
import { callIdOf } from './addresses.ts'
import { afterDial, answer, handleChoice } from './answer.ts'
import type { CallCallback } from './call-callback.ts'
import { hangUp } from './end.ts'
import { endEvents, instantOf, isMachine, isTerminal, listening } from './events.ts'
import { deleteAllRecordings, deleteRecording, isRecordingSid } from './recordings.ts'
import { findLiveCall, type LiveCall } from './store.ts'
import { hangUpTwiml } from './twiml.ts'

export type CallTopic = Extract<
  TwilioTopic,
  'answer' | 'choice' | 'operator' | 'status' | 'machine' | 'recording'
>

/** What is about no call of ours has no effect, and is answered as if it had. */
export async function receiveCallCallback(
  parts: TwilioParts,
  topic: CallTopic,
  query: URLSearchParams,
  params: Params,
): Promise<VendorReply> {
  const callId = callIdOf(query)
  const sid = params.CallSid ?? ''
  const call = callId === null ? undefined : await findLiveCall(parts.db, callId)
  const known = call && isOf(call, sid)
  if (!known) parts.log.warn({ callId, topic }, 'a callback of Twilio about no call of ours')
  const callback: CallCallback | null = known
    ? {
        parts,
        call,
        sid,
        query,
        params,
        // names the call where the answer to the dial was lost
        tell: (events) =>
          parts.hooks.sink([{ callId: call.callId, events, provider: 'twilio', providerCallId: sid }]),
      }
    : null
  switch (topic) {
    case 'answer':
    case 'choice':
    case 'operator':
      return xml(callback ? await talk[topic](callback) : hangUpTwiml())
    default:
      return callback ? reported(callback, topic) : empty(204)
  }
}

async function reported(callback: CallCallback, topic: keyof typeof report): Promise<VendorReply> {
  try {
    await report[topic](callback)
    return empty(204)
  } catch (error) {
    if (!(error instanceof NotNow)) throw error
    const { parts, call } = callback
    parts.log.warn({ callId: call.callId, topic, message: error.message }, 'a callback is to come again')
    return empty(503)
  }
}

const empty = (status: number): VendorReply => ({ status, contentType: null, body: '' })

const talk = { answer, choice: handleChoice, operator: afterDial }
const report = { status: handleStatus, machine: handleVerdict, recording: handleRecording }

const xml = (body: string): VendorReply => ({ status: 200, contentType: 'text/xml', body })

/** A callback belongs to a call whose name it carries; where that is not known yet, the first one tells it. */
function isOf(call: LiveCall, sid: string): boolean {
  if (!/^CA[0-9a-f]{32}$/.test(sid)) return false
  if (call.sid !== null) return call.sid === sid
  return call.signs.sids.length === 0 || call.signs.sids.includes(sid)
}

async function handleStatus(callback: CallCallback): Promise<void> {
  const { parts, call, sid, params, tell } = callback
  const at = instantOf(params.Timestamp, parts.now())
  const status = params.CallStatus ?? ''
  if (status === 'ringing') return tell([{ key: `${sid}:ringing`, at, kind: 'ringing' }])
  if (status === 'in-progress') return tell([{ key: `${sid}:answered`, at, kind: 'answered' }])
  if (!isTerminal(status)) return
  const end = {
    sid,
    status,
    duration: params.CallDuration ?? '',
    sipCode: params.SipResponseCode ?? '',
    answeredBy: status === 'completed' ? await answeredBy(callback) : '',
    at,
  }
  const events = endEvents(end, call, 'told')
  await tell(events)
  const person = events.some((event) => event.kind === 'ended' && event.outcome === 'human')
  if (status === 'completed' && (!person || call.signs.declined)) await deleteAllRecordings(parts, sid)
}

/** By this callback, or by Twilio's record where it matters: an end is never taken back. */
async function answeredBy({ parts, call, sid, params }: CallCallback): Promise<string> {
  if (params.AnsweredBy) return params.AnsweredBy
  if (call.signs.person) return 'human'
  const found = await askTwilio(parts, (client) => client.calls(sid).fetch(), { anyway: true })
  if (found.ok) return found.value.answeredBy ?? ''
  if (found.fault.status === 404) return ''
  // Twilio sends the callback again; what stays unsaid is asked for later
  throw new NotNow(found.fault.message)
}

/** An answering machine or a fax is hung up on, unless a person has pressed a key or said something since. */
async function handleVerdict({ parts, call, sid, params, tell }: CallCallback): Promise<void> {
  // an end that we only supposed is no end
  if (call.outcome !== null && call.outcome !== 'unknown') return
  if (!isMachine(params.AnsweredBy ?? '')) return tell(listening(sid, call, parts.now()))
  if (call.signs.person) return
  await hangUp(parts, sid)
}

async function handleRecording(callback: CallCallback): Promise<void> {
  const { parts, call, sid, params, tell } = callback
  const status = params.RecordingStatus ?? ''
  const ref = params.RecordingSid ?? ''
  if (!['completed', 'absent', 'failed'].includes(status) || !isRecordingSid(ref)) return
  const wanted = !call.signs.declined && !(await isNobody(callback))
  if (status === 'completed' && !wanted) return deleteRecording(parts, ref)
  if (!wanted) return
  const seconds = Number(params.RecordingDuration) || 0
  const start = instantOf(params.RecordingStartTime, parts.now())
  const at = new Date(start.getTime() + seconds * 1000)
  const key = `${sid}:recording:${ref}`
  await tell([
    status === 'completed'
      ? { key, at, kind: 'recording', status: 'completed', ref }
      : { key: `${key}:failed`, at, kind: 'recording', status: 'failed', ref: null },
  ])
}

/** A machine answered: nothing of it is kept. */
async function isNobody(callback: CallCallback): Promise<boolean> {
  const { outcome, signs } = callback.call
  if (signs.person) return false
  return outcome === 'voicemail' || isMachine(await answeredBy(callback))
}
