import { mayRing } from '#server/providers/live/dialable.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import type { TwilioParts } from '../parts.ts'
import { dial } from './dial.ts'
import { end } from './end.ts'
import { lookUp } from './look-up.ts'
import { download } from './recordings.ts'

/** Calls by Twilio's voice API with the fixed script: it says the texts, we decide what comes next. */
export function createTwilioVoice(parts: TwilioParts): VoiceProvider {
  return {
    name: 'twilio',
    simulated: false,
    callsPerSecond: parts.config.callsPerSecond,
    ...parts.clock,
    mayDial: (e164) => mayRing(e164, parts.hooks.isFictitious),
    dial: (request) => dial(parts, request),
    lookup: (call) => lookUp(parts, call),
    end: (call) => end(parts, call),
    recording: ({ ref }) => download(parts, ref),
    restsUntil: () => parts.breaker.restsUntil(),
  }
}
