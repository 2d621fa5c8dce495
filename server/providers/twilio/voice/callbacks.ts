import type { TwilioTopic } from '#contract/vendors.ts'
import type { VendorReply } from '#server/providers/ports/vendors.ts'
import { askTwilio, RetryLater } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import type { Params } from '../signature.ts'
import { callIdOf } from './addresses.ts'
import { answer, handleChoice } from './answer.ts'
import type { CallCallback } from './call-callback.ts'
import { hangUp } from './end.ts'
import { endEvents, instantOf, isMachine, isTerminal, listening } from './events.ts'
import { handleRingEnd, handleWhisper, handleWhisperKey } from './hand-off.ts'
import { deleteAllRecordings, deleteRecording, isRecordingSid } from './recordings.ts'
import { findLiveCall, findReportedCall, type LiveCall } from './store.ts'
import { hangUpTwiml } from './twiml.ts'

export type CallTopic = Extract<
  TwilioTopic,
  'answer' | 'choice' | 'operator' | 'whisper' | 'whisper-key' | 'status' | 'machine' | 'recording'
>

/** A callback about an unknown call has no effect and gets the usual answer, so that Twilio does not retry. */
export async function receiveCallCallback(
  parts: TwilioParts,
  topic: CallTopic,
  query: URLSearchParams,
  params: Params,
): Promise<VendorReply> {
  if (tellsNothing[topic]?.(params)) return empty(204)
  const callId = callIdOf(query)
  const sid = params.CallSid ?? ''
  const find = topic in talk ? findLiveCall : findReportedCall
  const call = callId === null ? undefined : await find(parts.db, callId)
  // the other phone's leg has a SID of its own
  const known = call && (topic in otherLeg || belongsTo(call, sid))
  if (!known) parts.log.warn({ callId, topic }, 'Twilio callback about an unknown call')
  const callback: CallCallback | null = known
    ? {
        parts,
        call,
        sid,
        query,
        params,
        // stores the SID where the answer to the dial was lost
        record: (events) =>
          parts.hooks.sink([{ callId: call.callId, events, provider: 'twilio', providerCallId: sid }]),
      }
    : null
  switch (topic) {
    case 'answer':
    case 'choice':
    case 'operator':
    case 'whisper':
    case 'whisper-key':
      return xml(callback ? await talk[topic](callback) : hangUpTwiml())
    default:
      return callback ? handleReport(callback, topic) : empty(204)
  }
}

async function handleReport(callback: CallCallback, topic: keyof typeof report): Promise<VendorReply> {
  try {
    await report[topic](callback)
    return empty(204)
  } catch (error) {
    if (!(error instanceof RetryLater)) throw error
    const { parts, call } = callback
    parts.log.warn({ callId: call.callId, topic, message: error.message }, 'Twilio callback to be repeated')
    return empty(503)
  }
}

const empty = (status: number): VendorReply => ({ status, contentType: null, body: '' })

const otherLeg = { whisper: handleWhisper, 'whisper-key': handleWhisperKey }
const talk = { answer, choice: handleChoice, operator: handleRingEnd, ...otherLeg }
const report = { status: handleStatus, machine: handleVerdict, recording: handleRecording }

/** Reports without new facts: their call is not queried. */
const tellsNothing: Partial<Record<CallTopic, (params: Params) => boolean>> = {
  status: ({ CallStatus = '' }) =>
    !['ringing', 'in-progress'].includes(CallStatus) && !isTerminal(CallStatus),
  recording: ({ RecordingStatus = '', RecordingSid = '' }) =>
    !['completed', 'absent', 'failed'].includes(RecordingStatus) || !isRecordingSid(RecordingSid),
}

const xml = (body: string): VendorReply => ({ status: 200, contentType: 'text/xml', body })

/** Whether the SID is this call's; while none is stored, the first callback's SID is accepted. */
function belongsTo(call: LiveCall, sid: string): boolean {
  if (!/^CA[0-9a-f]{32}$/.test(sid)) return false
  if (call.sid !== null) return call.sid === sid
  return call.signs.sids.length === 0 || call.signs.sids.includes(sid)
}

async function handleStatus(callback: CallCallback): Promise<void> {
  const { parts, call, sid, params, record } = callback
  const at = instantOf(params.Timestamp, parts.now())
  const status = params.CallStatus ?? ''
  if (status === 'ringing') return record([{ key: `${sid}:ringing`, at, kind: 'ringing' }])
  if (status === 'in-progress') return record([{ key: `${sid}:answered`, at, kind: 'answered' }])
  const end = {
    sid,
    status,
    duration: params.CallDuration ?? '',
    sipCode: params.SipResponseCode ?? '',
    answeredBy: status === 'completed' ? await answeredBy(callback) : '',
    at,
  }
  const events = endEvents(end, call, 'callback')
  await record(events)
  const person = events.some((event) => event.kind === 'ended' && event.outcome === 'human')
  if (status === 'completed' && (!person || call.signs.declined)) await deleteAllRecordings(parts, sid)
}

/** From this callback, else fetched from Twilio: a recorded end is final, so it must be right. */
async function answeredBy({ parts, call, sid, params }: CallCallback): Promise<string> {
  if (params.AnsweredBy) return params.AnsweredBy
  if (call.signs.person) return 'human'
  const found = await askTwilio(parts, (client) => client.calls(sid).fetch(), { anyway: true })
  if (found.ok) return found.value.answeredBy ?? ''
  if (found.fault.status === 404) return ''
  // Twilio repeats the callback; after the last retry reconciliation looks the call up
  throw new RetryLater(found.fault.message)
}

/** Hangs up on an answering machine or a fax, unless a person has pressed a key or spoken since. */
async function handleVerdict({ parts, call, sid, params, record }: CallCallback): Promise<void> {
  // an 'unknown' outcome was only assumed; any other end is final
  if (call.outcome !== null && call.outcome !== 'unknown') return
  if (!isMachine(params.AnsweredBy ?? '')) return record(listening(sid, call, parts.now()))
  if (call.signs.person) return
  await hangUp(parts, sid)
}

async function handleRecording(callback: CallCallback): Promise<void> {
  const { parts, call, sid, params, record } = callback
  const status = params.RecordingStatus ?? ''
  const ref = params.RecordingSid ?? ''
  const wanted = !call.signs.declined && !(await isMachineCall(callback))
  if (status === 'completed' && !wanted) return deleteRecording(parts, ref)
  if (!wanted) return
  const seconds = Number(params.RecordingDuration) || 0
  const start = instantOf(params.RecordingStartTime, parts.now())
  const at = new Date(start.getTime() + seconds * 1000)
  const key = `${sid}:recording:${ref}`
  await record([
    status === 'completed'
      ? { key, at, kind: 'recording', status: 'completed', ref }
      : { key: `${key}:failed`, at, kind: 'recording', status: 'failed', ref: null },
  ])
}

/** Whether a machine answered: its recording is not kept. */
async function isMachineCall(callback: CallCallback): Promise<boolean> {
  const { outcome, signs } = callback.call
  if (signs.person) return false
  return outcome === 'voicemail' || isMachine(await answeredBy(callback))
}
