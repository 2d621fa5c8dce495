import { mayRing } from '#server/providers/live/dialable.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { TwilioParts } from '../parts.ts'
import { dial } from './dial.ts'
import { endCall } from './end.ts'
import { listCalls } from './list-calls.ts'
import { lookUp } from './look-up.ts'
import { deleteRecording, download } from './recordings.ts'

/** Calls through Twilio's voice API with the fixed script: Twilio speaks the texts, we decide each next step. */
export function createTwilioVoice(parts: TwilioParts): VoiceProvider {
  return {
    name: 'twilio',
    simulated: false,
    callsPerSecond: parts.config.callsPerSecond,
    ...parts.clock,
    mayDial: (e164) => mayRing(e164, parts.hooks.isFictitious),
    dial: (request) => dial(parts, request),
    lookup: (call) => lookUp(parts, call),
    listSince: (from) => listCalls(parts, from),
    reportsChoices: false,
    end: (call) => endCall(parts, call),
    recording: ({ ref }) => download(parts, ref),
    forget: ({ ref }) => deleteRecording(parts, ref),
    restsUntil: () => parts.breaker.restsUntil(),
  }
}
