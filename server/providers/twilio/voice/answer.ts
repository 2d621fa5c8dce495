import type { CallResponse } from '#contract/calls.ts'
import { storeOffered } from '#server/providers/live/scripts.ts'
import type { OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { countOf } from './addresses.ts'
import type { CallCallback } from './call-callback.ts'
import { nextTurn, withoutTimes } from './conversation.ts'
import { listening } from './events.ts'
import { startHandOff } from './hand-off.ts'
import { pendingAt, playsMenu } from './next-step.ts'
import { stopRecording } from './recordings.ts'
import { updatePending } from './store.ts'
import { type At, steps, subjects, type Turn, type TurnEvent } from './turn.ts'
import { isOver, twimlOf } from './turn-reply.ts'
import { answerTwiml, hangUpTwiml } from './twiml.ts'
import { withinSilence } from './within-silence.ts'

/** The line was answered, by a person or a machine. */
export async function answer({ parts, call, sid, record }: CallCallback): Promise<string> {
  const { callId, script, outcome } = call
  // an 'unknown' outcome was only assumed; any other end is final
  if (!script || (outcome !== null && outcome !== 'unknown')) return hangUpTwiml()
  await record([{ key: `${sid}:answered`, at: parts.now(), kind: 'answered' }])
  return answerTwiml({ publicUrl: parts.publicUrl, callId, script, offered: [], turn: 1 })
}

/** Handles a key, speech or silence. A repeated turn is recorded once and gets the same answer. */
export async function handleChoice(callback: CallCallback): Promise<string> {
  const { parts, call, sid, query, params, record } = callback
  const { callId, script, signs } = call
  if (!script) return hangUpTwiml()
  const turn = countOf(query, 'turn')
  const heard = { digits: params.Digits ?? '', speech: params.SpeechResult ?? '' }
  const words = { script, offered: call.offered }
  const decided = nextTurn(atOf(query), heard, words)
  const at = parts.now()
  const key = `${sid}:turn:${turn}`
  const readings = readingsOf(decided, key, at)
  if (decided.asksForPerson) {
    await record(readings)
    const ringing = await startHandOff(callback, { turn, said: heard.speech })
    if (ringing !== null) return ringing
  }
  const { event, result, next, offered } = await withTimes(callback, turn, decided)
  const pending = pendingAt(next)
  if (pending !== call.pending) await updatePending(parts.db, callId, pending)
  const events = event ? [...readings, eventOf(event, key, at)] : readings
  if (playsMenu(next) && !isOver(parts, call, turn)) events.push({ key: `${sid}:menu`, at, kind: 'menu' })
  const isUnclear = event?.kind === 'opt_out_unclear'
  const isPerson = heard.digits !== '' || (event !== null && !isUnclear) || pending !== null
  // the 'recording' event also marks that a person is listening
  const declined = signs.declined || event?.kind === 'recording_declined'
  if (isPerson && !declined) events.unshift(...listening(sid, call, at))
  await record(events)
  if (event?.kind === 'recording_declined') await withinSilence(stopRecording(parts, sid), false)
  const resultTexts = result ? [await resultOf(callback, result)] : []
  return twimlOf(callback, turn, { next: { ...next, said: [...resultTexts, ...next.said] }, offered })
}

function atOf(query: URLSearchParams): At {
  const about = subjects.find((name) => name === query.get('about'))
  const step = steps.find((name) => name === query.get('step')) ?? 'menu'
  return { step, misses: countOf(query, 'misses'), ...(about && { about }) }
}

/** Holds the times that are to be offered, before they are spoken. A repeated turn offers the same. */
async function withTimes(
  { parts, call }: CallCallback,
  number: number,
  turn: Turn,
): Promise<Turn & { offered: readonly OfferedSlot[] }> {
  const { callId } = call
  if (turn.asksForTimes === null) return { ...turn, offered: call.offered }
  const offered = await withinSilence(
    parts.hooks.offerTimes({ callId, offer: `turn ${number}` }).catch((error: unknown) => {
      parts.log.error({ err: error, callId }, 'meeting times not held')
      return []
    }),
    [],
  )
  if (offered.length === 0) return { ...turn, ...withoutTimes(turn.asksForTimes), offered }
  await storeOffered(parts.db, callId, offered)
  return { ...turn, offered }
}

function readingsOf({ understood }: Turn, key: string, at: Date): VoiceEvent[] {
  return understood ? [{ key: `${key}:understood`, at, kind: 'understood', ...understood }] : []
}

function eventOf(event: TurnEvent, key: string, at: Date): VoiceEvent {
  return { key, at, ...event }
}

const generalTexts: Record<CallResponse, string> = {
  option_1: 'Thank you. I have noted that you would like the link.',
  option_2: 'Thank you. We will get back to you about your meeting.',
  option_3: 'Thank you. I have noted that you would like to start your accreditation.',
  option_4: 'I understand. We will not call this number again.',
}

/** The result of the choice as stored; a general text where it cannot be determined. */
async function resultOf({ parts, call: { callId } }: CallCallback, option: CallResponse): Promise<string> {
  try {
    return await withinSilence(parts.hooks.choiceResult({ callId, option }), generalTexts[option])
  } catch (error) {
    parts.log.error({ err: error, callId }, 'choice result not available')
    return generalTexts[option]
  }
}
