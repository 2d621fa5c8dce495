import { setTimeout as sleep } from 'node:timers/promises'
import type { CallResponse } from '#contract/calls.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import { countOf } from './addresses.ts'
import type { CallCallback } from './call-callback.ts'
import { afterTransfer, GOODBYE, type Next, nextTurn, pendingAt, steps, type Told } from './conversation.ts'
import { listening } from './events.ts'
import { stopRecording } from './recordings.ts'
import { notePending } from './store.ts'
import { answerTwiml, hangUpTwiml, nextTwiml } from './twiml.ts'

/** Nobody talks that much to a menu: a machine on the other side would otherwise go on till the end. */
const MOST_TURNS = 40
/** The person on the line hears nothing meanwhile. */
const MOST_SILENCE_MS = 4000

/** Somebody, or something, picked up. */
export async function answer({ parts, call, sid, tell }: CallCallback): Promise<string> {
  const { callId, script, outcome } = call
  // an end that we only supposed is no end; one that staff wished is
  if (!script || (outcome !== null && outcome !== 'unknown')) return hangUpTwiml()
  await tell([{ key: `${sid}:answered`, at: parts.now(), kind: 'answered' }])
  return answerTwiml({ publicUrl: parts.publicUrl, callId, script, turn: 1 })
}

/** A key, some words, or silence. The same turn told twice is taken in once and answered alike. */
export async function handleChoice(callback: CallCallback): Promise<string> {
  const { parts, call, sid, query, params, tell } = callback
  const { callId, script, signs } = call
  if (!script) return hangUpTwiml()
  const turn = countOf(query, 'turn')
  const step = steps.find((name) => name === query.get('step')) ?? 'menu'
  const heard = { digits: params.Digits ?? '', speech: params.SpeechResult ?? '' }
  const { told, result, next } = nextTurn({ step, misses: countOf(query, 'misses') }, heard, script)
  const pending = pendingAt(next)
  if (pending !== call.pending) await notePending(parts.db, callId, pending)
  const at = parts.now()
  const events = told ? [eventOf(told, `${sid}:turn:${turn}`, at)] : []
  const understood = heard.digits !== '' || told !== null || pending !== null
  // what is told of the recording is also the sign that a person listens
  const declined = signs.declined || told?.kind === 'recording_declined'
  if (understood && !declined) events.unshift(...listening(sid, call, at))
  await tell(events)
  if (told?.kind === 'recording_declined') await inTime(stopRecording(parts, sid), false)
  const came = result ? [await resultOf(callback, result)] : []
  return twimlOf(callback, turn, { ...next, said: [...came, ...next.said] })
}

function eventOf(told: Told, key: string, at: Date): VoiceEvent {
  return { key, at, ...told }
}

/** The line to a person is over, or never was there. */
export async function afterDial(callback: CallCallback): Promise<string> {
  const { parts, call, sid, query, params, tell } = callback
  if (!call.script) return hangUpTwiml()
  const turn = countOf(query, 'turn')
  const connected = ['completed', 'answered'].includes(params.DialCallStatus ?? '')
  await tell([{ key: `${sid}:turn:${turn}:operator`, at: parts.now(), kind: 'operator', connected }])
  if (call.pending !== null) await notePending(parts.db, call.callId, null)
  return twimlOf(callback, turn, afterTransfer(connected, call.script))
}

function twimlOf({ parts, call }: CallCallback, turn: number, next: Next): string {
  const { callId, script, from } = call
  if (!script) return hangUpTwiml()
  const place = { publicUrl: parts.publicUrl, callId, script, turn: turn + 1 }
  const enough: Next = { kind: 'hang_up', said: [...next.said, GOODBYE] }
  return nextTwiml(place, turn >= MOST_TURNS ? enough : next, from ?? parts.config.from)
}

const plain: Record<CallResponse, string> = {
  option_1: 'Thank you. The link is on its way to you.',
  option_2: 'Thank you. We will book a meeting and confirm it to you.',
  option_3: 'Thank you. We will send you the link to your accreditation.',
  option_4: 'I understand. We will not call this number again.',
}

/** What came of it, by what was stored; the call goes on also where nobody can say. */
async function resultOf({ parts, call: { callId } }: CallCallback, option: CallResponse): Promise<string> {
  try {
    return await inTime(parts.hooks.choiceResult({ callId, option }), plain[option])
  } catch (error) {
    parts.log.error({ err: error, callId }, 'no result of a choice could be told')
    return plain[option]
  }
}

async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const limit = new AbortController()
  const late = sleep(MOST_SILENCE_MS, otherwise, { signal: limit.signal, ref: false }).catch(() => otherwise)
  try {
    return await Promise.race([work, late])
  } finally {
    limit.abort()
  }
}
