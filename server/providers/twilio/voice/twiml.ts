// Builds Twilio's next instructions. Pure; the SDK escapes every text.

import type { GatherAttributes, SayAttributes } from 'twilio/lib/twiml/VoiceResponse.js'
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import type { Personality } from '#contract/campaigns/campaigns.ts'
import { cutText } from '#contract/plain-text.ts'
import { textsOf } from '#server/providers/agent/step-texts.ts'
import type { At, Next, StoredCallback } from '#server/providers/agent/turn.ts'
import type { CallScript, OfferedSlot } from '#server/providers/ports/voice.ts'
import { callAddress, ringName } from './addresses.ts'

/** Twilio allows 4096 characters; the rest is for escaping. */
const MOST_SAID = 3000

const voices: Record<Personality, NonNullable<SayAttributes['voice']>> = {
  professional: 'Polly.Olivia-Neural',
  friendly: 'Google.en-AU-Neural2-A',
  authoritative: 'Google.en-AU-Neural2-B',
  consultative: 'Google.en-AU-Neural2-C',
}

/** The deciding words, as hints for the speech recogniser. */
const HINTS =
  'stop, opt out, remove me, operator, person, do not record, link, text, meeting, accreditation, first, second, yes, no'

/** Seconds of silence before the conversation moves on. */
const PATIENCE: Record<At['step'], number> = {
  greeting: 1,
  offer: 6,
  menu: 6,
  slots: 6,
  when: 8,
  confirm: 6,
  more: 4,
  waiting: 4,
}

export interface TurnContext {
  publicUrl: string
  callId: number
  script: CallScript
  /** The meeting times offered last. */
  offered: readonly OfferedSlot[]
  /** The time of a wished call that was read back last. */
  callback: StoredCallback | null
  /** Number of the turn that this answer starts. */
  turn: number
}

/** Starts the recording, where the calling rules permit one, and plays the greeting when the line is answered. */
export function answerTwiml(context: TurnContext): string {
  const { publicUrl, callId, script } = context
  const response = new VoiceResponse()
  if (script.recorded !== false)
    response.start().recording({
      channels: 'dual',
      trim: 'do-not-trim',
      recordingStatusCallback: callAddress(publicUrl, 'recording', { callId }),
      recordingStatusCallbackMethod: 'POST',
      recordingStatusCallbackEvent: ['in-progress', 'completed', 'absent'],
    })
  listen(response, context, { said: [], step: 'greeting', misses: 0 })
  return response.toString()
}

/** The instructions for the next step. @param from the caller ID of a transfer */
export function nextTwiml(context: TurnContext, next: Next, from: string | null): string {
  const response = new VoiceResponse()
  switch (next.kind) {
    case 'listen':
      listen(response, context, next)
      break
    case 'hang_up':
      say(response, next.said, context.script)
      response.hangup()
      break
    case 'ring': {
      say(response, next.said, context.script)
      const { publicUrl, callId, turn } = context
      const { ref, to, seconds } = next.step
      const dial = response.dial({
        action: callAddress(publicUrl, 'operator', { callId, turn, ring: ringName(ref) }),
        method: 'POST',
        timeout: seconds,
        // the line rings until the two are connected, also during the introduction to the other person
        answerOnBridge: true,
        ringTone: 'au',
        ...(from && { callerId: from }),
      })
      const url = callAddress(publicUrl, 'whisper', { callId, ring: ringName(ref) })
      dial.number({ url, method: 'POST' }, to)
    }
  }
  return response.toString()
}

/** Ends a call that is not ours or has no script. */
export function hangUpTwiml(): string {
  const response = new VoiceResponse()
  response.hangup()
  return response.toString()
}

/** Plays every text inside the gather, so that a key or 'stop' works at any time. */
function listen(response: VoiceResponse, context: TurnContext, at: At & { said: string[] }): void {
  const { publicUrl, callId, turn, script } = context
  const { step, misses, about } = at
  const attributes: GatherAttributes = {
    input: ['dtmf', 'speech'],
    language: 'en-AU',
    numDigits: 1,
    timeout: PATIENCE[step],
    speechTimeout: 'auto',
    hints: HINTS,
    actionOnEmptyResult: true,
    action: callAddress(publicUrl, 'choice', { callId, step, turn, misses, about }),
    method: 'POST',
  }
  const texts = [...at.said, ...textsOf(at, context)]
  // a call screener that speaks meanwhile must not cut the introduction short
  if (step === 'waiting') say(response, texts, script)
  const gather = response.gather(attributes)
  if (step !== 'waiting') say(gather, texts, script)
}

interface Speaker {
  say(attributes: SayAttributes, text: string): unknown
}

export function say(
  speaker: Speaker,
  texts: readonly string[],
  { personality }: Pick<CallScript, 'personality'>,
): void {
  for (const text of texts.map(speakable).flatMap(portions))
    speaker.say({ voice: voices[personality], language: 'en-AU' }, text)
}

/** Removes control characters and lone surrogates, which XML does not allow. */
function speakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
}

/** Splits a long text into parts that Twilio accepts, between sentences where possible. */
export function portions(text: string): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > MOST_SAID) {
    const head = cutText(rest, MOST_SAID)
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('! '))
    const end =
      sentence > 0
        ? sentence + 1
        : head.lastIndexOf(' ') > 0
          ? head.lastIndexOf(' ')
          : cutText(head, MOST_SAID).length
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}
