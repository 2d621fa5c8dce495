import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { TwilioParts } from '../parts.ts'
import type { Params } from '../signature.ts'
import type { LiveCall } from './store.ts'

/** A callback about a call, with the call that it is about. */
export interface CallCallback {
  parts: TwilioParts
  call: LiveCall
  /** Twilio's name of the call, by this callback. */
  sid: string
  query: URLSearchParams
  params: Params
  /** Takes events in; what was taken in before stays as it was. */
  tell(events: VoiceEvent[]): Promise<void>
}
