import { SYDNEY } from '#contract/calendar.ts'
import type { CallResponse } from '#contract/calls/calls.ts'
import { callbackOffered, nextTurn, withoutTimes } from '#server/providers/agent/conversation.ts'
import { pendingAt, playsMenu } from '#server/providers/agent/next-step.ts'
import {
  type At,
  type StoredCallback,
  steps,
  subjects,
  type Turn,
  type TurnEvent,
} from '#server/providers/agent/turn.ts'
import { storeOffered } from '#server/providers/live/scripts.ts'
import type { CallbackOffer, OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { countOf } from './addresses.ts'
import type { CallCallback } from './call-callback.ts'
import { listening } from './events.ts'
import { startHandOff } from './hand-off.ts'
import { stopRecording } from './recordings.ts'
import { isSilent, screenTurn, silence } from './screen-call.ts'
import { storeCallback, updatePending } from './store.ts'
import { isOver, twimlOf } from './turn-reply.ts'
import { answerTwiml, hangUpTwiml } from './twiml.ts'
import { withinSilence } from './within-silence.ts'

/** The line was answered, by a person or a machine. */
export async function answer({ parts, call, sid, record }: CallCallback): Promise<string> {
  const { callId, script, outcome } = call
  // an 'unknown' outcome was only assumed; any other end is final
  if (!script || (outcome !== null && outcome !== 'unknown')) return hangUpTwiml()
  await record([{ key: `${sid}:answered`, at: parts.now(), kind: 'answered' }])
  return answerTwiml({ publicUrl: parts.publicUrl, callId, script, offered: [], callback: null, turn: 1 })
}

/** Handles a key, speech or silence. A repeated turn is recorded once and gets the same answer. */
export async function handleChoice(callback: CallCallback): Promise<string> {
  const { parts, call, sid, query, params, record } = callback
  const { callId, script, signs } = call
  if (!script) return hangUpTwiml()
  const turn = countOf(query, 'turn')
  const gathered = { digits: params.Digits ?? '', speech: params.SpeechResult ?? '' }
  const opening = screenTurn(callback, atOf(query), gathered)
  await record(opening.events)
  if (opening.next) return twimlOf(callback, turn, { next: opening.next, offered: [] })
  const { offered: held, callback: request } = call
  const clock = gathered.speech === '' ? null : await clockOf(callback)
  const words = { script, offered: held, callback: request, clock }
  const decided = await withCallback(callback, nextTurn(opening.at, gathered, words))
  const at = parts.now()
  const key = `${sid}:turn:${turn}`
  const readings = readingsOf(decided, key, at)
  if (decided.asksForPerson) {
    await record(readings)
    const ringing = await startHandOff(callback, { turn, said: gathered.speech })
    if (ringing !== null) return ringing
  }
  const { event, result, next, offered } = await withTimes(callback, turn, decided)
  const pending = pendingAt(next)
  if (pending !== call.pending) await updatePending(parts.db, callId, pending)
  const events = event ? [...readings, eventOf(event, key, at)] : readings
  if (playsMenu(next) && !isOver(parts, call, turn)) events.push({ key: `${sid}:menu`, at, kind: 'menu' })
  const isUnclear = event?.kind === 'opt_out_unclear'
  const isPerson = gathered.digits !== '' || (event !== null && !isUnclear) || pending !== null
  // the 'recording' event also marks that a person is listening
  const declined = signs.declined || event?.kind === 'recording_declined'
  if (isPerson && !declined) events.unshift(...listening(sid, call, at))
  if (next.kind === 'hang_up' && isSilent(call, gathered)) events.push(silence(sid, at))
  await record(events)
  if (event?.kind === 'recording_declined') await withinSilence(stopRecording(parts, sid), false)
  const resultTexts = result ? [await resultOf(callback, result)] : []
  const reply = { next: { ...next, said: [...resultTexts, ...next.said] }, offered }
  return twimlOf(callback, turn, { ...reply, callback: decided.callback })
}

function atOf(query: URLSearchParams): At {
  const about = subjects.find((name) => name === query.get('about'))
  const step = steps.find((name) => name === query.get('step')) ?? 'menu'
  return { step, misses: countOf(query, 'misses'), ...(about && { about }) }
}

/** The clock of the person; Sydney's where it cannot be read in time. */
async function clockOf({ parts, call: { callId } }: CallCallback): Promise<{ now: Date; zone: string }> {
  const otherwise = { now: parts.now(), zone: SYDNEY }
  return withinSilence(
    parts.hooks.personClock({ callId }).catch((error: unknown) => {
      parts.log.error({ err: error, callId }, 'clock of the person not read')
      return otherwise
    }),
    otherwise,
  )
}

const NO_CALLBACK: CallbackOffer = {
  kind: 'none',
  text: 'I cannot plan a call at that time. I have asked for a person to call you back.',
}

/** Looks up a legal time for the wished call and stores it, so that a yes plans the call that was read back. */
async function withCallback(
  { parts, call }: CallCallback,
  turn: Turn,
): Promise<Turn & { callback: StoredCallback | null }> {
  const { callId, callback } = call
  const wish = turn.asksForCallback
  if (wish === null) return { ...turn, callback }
  const offer = await withinSilence(
    parts.hooks.offerCallback({ callId, wish }).catch((error: unknown) => {
      parts.log.error({ err: error, callId }, 'time of a requested call not found')
      return NO_CALLBACK
    }),
    NO_CALLBACK,
  )
  const move = { ...turn, ...callbackOffered(offer) }
  if (offer.kind !== 'time') return { ...move, callback }
  const read = { words: wish.words, question: offer.text, ...offer.window }
  await storeCallback(parts.db, callId, read)
  const understood = turn.understood && { ...turn.understood, question: offer.text }
  return { ...move, understood, callback: read }
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

const generalTexts: Record<CallResponse | 'callback', string> = {
  callback: 'Thank you. We will call you then.',
  option_1: 'Thank you. I have noted that you would like the link.',
  option_2: 'Thank you. We will get back to you about your meeting.',
  option_3: 'Thank you. I have noted that you would like to start your accreditation.',
  option_4: 'I understand. We will not call this number again.',
}

/** The result of the choice as stored; a general text where it cannot be determined. */
async function resultOf(
  { parts, call: { callId } }: CallCallback,
  option: CallResponse | 'callback',
): Promise<string> {
  const { choiceResult, callbackResult } = parts.hooks
  try {
    const result = option === 'callback' ? callbackResult({ callId }) : choiceResult({ callId, option })
    return await withinSilence(result, generalTexts[option])
  } catch (error) {
    parts.log.error({ err: error, callId }, 'choice result not available')
    return generalTexts[option]
  }
}
