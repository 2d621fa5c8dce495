// What Twilio is to say and do next. Pure; the SDK escapes every text.

import type { GatherAttributes, SayAttributes } from 'twilio/lib/twiml/VoiceResponse.js'
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import type { Personality } from '#contract/campaigns.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import { callAddress } from './addresses.ts'
import { type At, type Next, wordsOf } from './conversation.ts'

/** Twilio allows 4096 characters; with the marks that escaping adds this stays below. */
const MOST_SAID = 3000

const voices: Record<Personality, NonNullable<SayAttributes['voice']>> = {
  professional: 'Polly.Olivia-Neural',
  friendly: 'Google.en-AU-Neural2-A',
  authoritative: 'Google.en-AU-Neural2-B',
  consultative: 'Google.en-AU-Neural2-C',
}

/** Words that decide: the recogniser looks out for them. */
const HINTS =
  'stop, opt out, remove me, operator, person, do not record, link, text, meeting, accreditation, first, second, yes, no'

/** Seconds of silence after which it goes on. */
const PATIENCE: Record<At['step'], number> = { greeting: 1, offer: 6, menu: 6, slots: 6, more: 4 }
/** Longer than it takes to find a telephone in a pocket, shorter than a voicemail takes to answer. */
const TRANSFER_RINGS_SECONDS = 20

export interface Place {
  publicUrl: string
  callId: number
  script: CallScript
  /** Of the answer that this one leads to. */
  turn: number
}

/** The answer to who picks up: recorded from the first word, the greeting first. */
export function answerTwiml(place: Place): string {
  const { publicUrl, callId } = place
  const response = new VoiceResponse()
  response.start().recording({
    channels: 'dual',
    trim: 'do-not-trim',
    recordingStatusCallback: callAddress(publicUrl, 'recording', { callId }),
    recordingStatusCallbackMethod: 'POST',
    recordingStatusCallbackEvent: ['in-progress', 'completed', 'absent'],
  })
  listen(response, place, { said: [], step: 'greeting', misses: 0 })
  return response.toString()
}

/** What is said and done next. @param from the number that calls, for who is put through */
export function nextTwiml(place: Place, next: Next, from: string | null): string {
  const response = new VoiceResponse()
  switch (next.kind) {
    case 'listen':
      listen(response, place, next)
      break
    case 'hang_up':
      say(response, next.said, place.script)
      response.hangup()
      break
    case 'transfer': {
      say(response, next.said, place.script)
      const { publicUrl, callId, turn } = place
      const dial = response.dial({
        action: callAddress(publicUrl, 'operator', { callId, turn }),
        method: 'POST',
        timeout: TRANSFER_RINGS_SECONDS,
        ...(from && { callerId: from }),
      })
      dial.number(next.to)
    }
  }
  return response.toString()
}

/** Nothing of ours is on this line. */
export function hangUpTwiml(): string {
  const response = new VoiceResponse()
  response.hangup()
  return response.toString()
}

/** Everything is said while listening, so that a key or 'stop' is heard at any time. */
function listen(response: VoiceResponse, place: Place, at: At & { said: string[] }): void {
  const { publicUrl, callId, turn, script } = place
  const { step, misses } = at
  const attributes: GatherAttributes = {
    input: ['dtmf', 'speech'],
    language: 'en-AU',
    numDigits: 1,
    timeout: PATIENCE[step],
    speechTimeout: 'auto',
    hints: HINTS,
    actionOnEmptyResult: true,
    action: callAddress(publicUrl, 'choice', { callId, step, turn, misses }),
    method: 'POST',
  }
  say(response.gather(attributes), [...at.said, ...wordsOf(at, script)], script)
}

interface Speaker {
  say(attributes: SayAttributes, text: string): unknown
}

function say(speaker: Speaker, texts: readonly string[], { personality }: CallScript): void {
  for (const text of texts.map(speakable).flatMap(portions))
    speaker.say({ voice: voices[personality], language: 'en-AU' }, text)
}

/** XML has no place for control characters and halves of letters, however they came into a script. */
function speakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
}

/** A long text in parts that Twilio takes, cut between sentences where there are any. */
export function portions(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > MOST_SAID) {
    const head = rest.slice(0, MOST_SAID)
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('! '))
    const end = sentence > 0 ? sentence + 1 : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : MOST_SAID
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}
