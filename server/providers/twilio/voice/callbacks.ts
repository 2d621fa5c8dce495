import type { TwilioTopic } from '#contract/calls/vendors.ts'
import { isHumanAnswer, isMachineAnswer } from '#server/conversation/who-answered.ts'
import { continueTrace } from '#server/platform/traces/spans.ts'
import type { VendorReply } from '#server/providers/ports/vendors.ts'
import { askTwilio, RetryLater } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import type { Params } from '../signature.ts'
import { callIdOf } from './addresses.ts'
import { answer, handleChoice } from './answer.ts'
import type { CallCallback } from './call-callback.ts'
import { hangUp, redirect } from './end.ts'
import { endEvents, instantOf, isMachine, isTerminal } from './events.ts'
import { handleRingEnd, handleWhisper, handleWhisperKey } from './hand-off.ts'
import { deleteAllRecordings, deleteRecording, isRecordingSid } from './recordings.ts'
import { findLiveCall, findReportedCall, type LiveCall } from './store.ts'
import { hangUpTwiml, nextTwiml } from './twiml.ts'

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
  const find = topic in talk || topic === 'machine' ? findLiveCall : findReportedCall
  const call = callId === null ? undefined : await find(parts.db, callId)
  // the other phone's leg has a SID of its own
  const ownsCall = call && (topic in otherLeg || belongsTo(call, sid))
  if (!ownsCall) parts.log.warn({ callId, topic }, 'Twilio callback about an unknown call')
  else continueTrace(call.traceContext)
  const callback: CallCallback | null = ownsCall
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
  // recognised words outweigh the detector
  if (call.signs.answerer.who !== null) return ''
  const found = await askTwilio(parts, (client) => client.calls(sid).fetch(), { anyway: true })
  if (found.ok) return found.value.answeredBy ?? ''
  if (found.fault.status === 404) return ''
  // Twilio repeats the callback; after the last retry reconciliation looks the call up
  throw new RetryLater(found.fault.message)
}

/**
 * The detector takes call screeners and long greetings of people for machines: on its report alone the call goes on in
 * silence, and the next words decide. Words of a machine, or a fax, end the call.
 */
async function handleVerdict({ parts, call, sid, params, record }: CallCallback): Promise<void> {
  const { callId, script, outcome, signs } = call
  const answeredBy = params.AnsweredBy ?? ''
  // an 'unknown' outcome was only assumed; any other end is final
  if ((outcome !== null && outcome !== 'unknown') || signs.person) return
  const { who } = signs.answerer
  const verdict = isMachine(answeredBy) ? 'voicemail' : answeredBy === 'human' ? 'person' : null
  if (verdict === null || who === 'screener' || who === 'carrier_challenge') return
  const at = parts.now()
  await record([{ key: `${sid}:detected`, at, kind: 'answered_by', who: verdict, by: 'vendor', text: null }])
  if (verdict === 'person') return
  if (answeredBy === 'fax' || who === 'voicemail' || who === 'ivr' || !script) return hangUp(parts, sid)
  const context = {
    publicUrl: parts.publicUrl,
    callId,
    script,
    offered: [],
    callback: null,
    turn: REDIRECTED_TURN,
  }
  await redirect(
    parts,
    sid,
    nextTwiml(context, { kind: 'listen', said: [], step: 'waiting', misses: 0 }, null),
  )
}

/** Number of the first turn after a redirection, which may arrive during any earlier turn. */
const REDIRECTED_TURN = 20

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
  if (outcome !== null && outcome !== 'unknown') return outcome !== 'human'
  const { who } = signs.answerer
  return isMachineAnswer(who) || (!isHumanAnswer(who) && isMachine(await answeredBy(callback)))
}
