// The turns of a hand-off: a phone of the team rings, an introduction is spoken, and its owner presses 1 to accept.

import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import type { RingEnd } from '#contract/calls/hand-offs.ts'
import type { Next } from '#server/providers/agent/turn.ts'
import type { HandOffStep } from '#server/providers/ports/hand-off.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { callAddress, countOf, ringName, ringOf } from './addresses.ts'
import type { CallCallback } from './call-callback.ts'
import { isTerminal, listening } from './events.ts'
import { updatePending } from './store.ts'
import { twimlOf } from './turn-reply.ts'
import { hangUpTwiml, say } from './twiml.ts'
import { withinSilence } from './within-silence.ts'

const CONNECTING = 'I am putting you through to a person. Please hold.'
const NEXT_PHONE = 'One moment, I am trying somebody else.'
const TEAM_UNAVAILABLE = 'Nobody can take your call right now.'
const MEETING = 'To book a meeting instead, press 2.'
const CALLBACK = 'Or say when we should call you.'
/** Seconds to press a key after the sentence; a mailbox presses none. */
const KEY_SECONDS = 3

/**
 * A person is wanted: rings the first phone.
 * @param said the words; empty after a key
 * @returns null where there is none to ring
 */
export async function startHandOff(
  callback: CallCallback,
  { turn, said }: { turn: number; said: string },
): Promise<string | null> {
  const { parts, call, sid, record } = callback
  const { callId } = call
  const step = await withinSilence<HandOffStep>(
    parts.hooks.handOff.start({ callId, request: `turn ${turn}`, said }).catch((error: unknown) => {
      parts.log.error({ err: error, callId }, 'hand-off not started')
      return { kind: 'exhausted' }
    }),
    { kind: 'exhausted' },
  )
  if (step.kind !== 'ring') return null
  // the request counts even if the person hangs up while the phone rings
  await updatePending(parts.db, callId, 'operator')
  await record(listening(sid, call, parts.now()))
  return twimlOf(callback, turn, { next: { kind: 'ring', step, said: [CONNECTING] }, offered: [] })
}

/** A phone of the team stopped ringing, or the conversation on it is over. */
export async function handleRingEnd(callback: CallCallback): Promise<string> {
  const { parts, call, sid, query, params, record } = callback
  const { callId, script } = call
  const ring = ringOf(query)
  if (!script || !ring) return hangUpTwiml()
  const step = await parts.hooks.handOff.end({ ...ring, callId, end: endOf(params) })
  if (step.kind === 'connected' || isTerminal(params.CallStatus ?? '')) return hangUpTwiml()
  const turn = countOf(query, 'turn')
  if (step.kind === 'ring')
    return twimlOf(callback, turn, { next: { kind: 'ring', step, said: [NEXT_PHONE] }, offered: [] })
  await record([{ key: `${sid}:turn:${turn}:operator`, at: parts.now(), kind: 'operator', connected: false }])
  if (call.pending !== null) await updatePending(parts.db, callId, null)
  return twimlOf(callback, turn, { next: teamUnavailable(script), offered: [] })
}

function teamUnavailable({ menu, operator }: CallScript): Next {
  const meeting = menu.some(({ option }) => option === 'option_2') ? [MEETING] : []
  return { kind: 'listen', said: [TEAM_UNAVAILABLE, operator, ...meeting, CALLBACK], step: 'more', misses: 0 }
}

const dialEnds: Readonly<Record<string, RingEnd>> = {
  'no-answer': 'no_answer',
  busy: 'engaged',
  canceled: 'caller_left',
}

function endOf({ DialCallStatus = '', DialBridged = '' }: CallCallback['params']): RingEnd | 'connected' {
  if (DialCallStatus !== 'completed' && DialCallStatus !== 'answered')
    return dialEnds[DialCallStatus] ?? 'unreachable'
  return DialBridged === 'false' ? 'hung_up' : 'connected'
}

/** The phone of the team was answered. */
export async function handleWhisper({ parts, call, query }: CallCallback): Promise<string> {
  const { callId, script } = call
  const ring = ringOf(query)
  const sentence = ring && script && (await parts.hooks.handOff.introduce({ ...ring, callId }))
  if (!sentence) return hangUpTwiml()
  const response = new VoiceResponse()
  const gather = response.gather({
    input: ['dtmf'],
    numDigits: 1,
    timeout: KEY_SECONDS,
    actionOnEmptyResult: true,
    action: callAddress(parts.publicUrl, 'whisper-key', { callId, ring: ringName(ring) }),
    method: 'POST',
  })
  say(gather, [sentence, HOW_TO_ACCEPT], script)
  return response.toString()
}

const HOW_TO_ACCEPT = 'Press 1 to accept.'

/** A key of the person of the team, or none. */
export async function handleWhisperKey({ parts, call, query, params }: CallCallback): Promise<string> {
  const ring = ringOf(query)
  if (!ring) return hangUpTwiml()
  const key = (params.Digits ?? '').slice(0, 1)
  const accepted = await parts.hooks.handOff.answer({ ...ring, callId: call.callId, key })
  // without further instructions Twilio connects the two lines
  return accepted ? new VoiceResponse().toString() : hangUpTwiml()
}
