import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { TwilioParts } from '../parts.ts'
import type { Params } from '../signature.ts'
import type { LiveCall } from './store.ts'

/** A callback and the call that it concerns. */
export interface CallCallback {
  parts: TwilioParts
  call: LiveCall
  /** Twilio's call SID, from this callback. */
  sid: string
  query: URLSearchParams
  params: Params
  /** Records events; those recorded before are left unchanged. */
  record(events: VoiceEvent[]): Promise<void>
}
