import { cutText, singleLine } from '#contract/plain-text.ts'
import { spokenTime } from '#server/calendar/words.ts'
import { readCallbackTime } from '#server/conversation/times/read-callback-time.ts'
import { findCallbacks, storeCallback } from '#server/providers/live/scripts.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { ToolCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { acceptedTime, type Conversation } from './acceptance.ts'

const MAX_WORDS = 1000
const NO_TIME = 'Ask which day and time suit them, then call this tool with their answer.'
const NOT_OFFERED =
  'That time was not read out in this call. Call this tool with the person’s words and without confirmed.'

const notAccepted = ({ spoken }: { spoken: string }): string =>
  `No call is planned yet. Say: “That is ${spoken}. Shall I call you then?” Only after a clear yes call this tool again.`

export interface PlanCall {
  callId: number
  tool: ToolCall
  keyed: { key: string; at: Date }
  /** The transcript so far. */
  lines: Conversation['lines']
  record: (event: VoiceEvent) => Promise<void>
}

/**
 * The tool for calls at another time: the first use reads a time back, the second one confirms it. Only a time that was read
 * out in this call, and that the person accepted by the transcript, can be confirmed. @returns the text to speak
 */
export async function planCall(parts: VapiParts, request: PlanCall): Promise<string> {
  const { callId, tool, keyed, record, lines } = request
  const words = cutText(singleLine(String(tool.arguments.words ?? '')), MAX_WORDS)
  const { confirmed } = tool.arguments
  if (typeof confirmed === 'string' && confirmed.trim() !== '') {
    const clock = await parts.hooks.personClock({ callId })
    const read = (await findCallbacks(parts.db, callId)).map((window) => ({
      ...window,
      start: window.from,
      spoken: spokenTime(new Date(window.from), clock.zone),
    }))
    const wanted = Date.parse(confirmed.replaceAll(/[[\]]/g, ''))
    const offered = read.find(({ from }) => Date.parse(from) === wanted)
    if (!offered) return NOT_OFFERED
    if (acceptedTime({ lines, clock }, read, 'callback') !== offered.from) return notAccepted(offered)
    const { from, to } = offered
    await record({ ...keyed, kind: 'callback_requested', text: offered.words, from, to })
    return parts.hooks.callbackResult({ callId })
  }
  const { now, zone } = await parts.hooks.personClock({ callId })
  const wish = readCallbackTime(words, now, zone)
  if (!wish) return NO_TIME
  const offer = await parts.hooks.offerCallback({ callId, wish })
  if (offer.kind === 'none') await record({ ...keyed, kind: 'operator' })
  if (offer.kind !== 'time') return offer.text
  await storeCallback(parts.db, callId, { ...offer.window, words })
  return `${offer.text} [${offer.window.from}]`
}
