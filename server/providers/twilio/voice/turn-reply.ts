import { GOODBYE } from '#server/providers/agent/conversation.ts'
import type { Next, StoredCallback } from '#server/providers/agent/turn.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import type { TwilioParts } from '../parts.ts'
import type { CallCallback } from './call-callback.ts'
import { RINGS_SECONDS } from './dial.ts'
import type { LiveCall } from './store.ts'
import { hangUpTwiml, nextTwiml } from './twiml.ts'

/** No person takes this many turns; a machine would otherwise go on until the maximum duration. */
const MAX_TURNS = 40

interface Reply {
  next: Next
  offered: readonly OfferedSlot[]
  callback?: StoredCallback | null
}

/** Our answer to a turn. */
export function twimlOf(
  { parts, call }: CallCallback,
  turn: number,
  { next, offered, callback = null }: Reply,
): string {
  const { callId, script, from } = call
  if (!script) return hangUpTwiml()
  const turnContext = { publicUrl: parts.publicUrl, callId, script, offered, callback, turn: turn + 1 }
  const goodbye: Next = { kind: 'hang_up', said: [...next.said, GOODBYE] }
  const last = next.kind === 'listen' && isOver(parts, call, turn)
  return nextTwiml(turnContext, last ? goodbye : next, from ?? parts.config.from)
}

/** Whether the agent's part of the call has lasted long enough. */
export const isOver = (parts: TwilioParts, call: LiveCall, turn: number): boolean =>
  turn >= MAX_TURNS || hasTalkedLongEnough(parts, call)

/** From the latest answer that its ringing allows. */
function hasTalkedLongEnough({ now }: TwilioParts, { dispatchedAt, maxSeconds }: LiveCall): boolean {
  return now().getTime() - dispatchedAt.getTime() > (RINGS_SECONDS + maxSeconds) * 1000
}
