import { cutText, singleLine } from '#contract/plain-text.ts'
import { readCallbackTime } from '#server/conversation/times/read-callback-time.ts'
import { findCallbacks, storeCallback } from '#server/providers/live/scripts.ts'
import type { VoiceEvent } from '#server/providers/ports/voice.ts'
import type { ToolCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'

const MAX_WORDS = 1000
const NO_TIME = 'Ask which day and time suit them, then call this tool with their answer.'
const NOT_OFFERED =
  'That time was not read out in this call. Call this tool with the person’s words and without confirmed.'

export interface PlanCall {
  callId: number
  tool: ToolCall
  keyed: { key: string; at: Date }
  record: (event: VoiceEvent) => Promise<void>
}

/**
 * The tool for calls at another time: the first use reads a time back, the second one confirms it. Only a time that was read
 * out in this call can be confirmed. @returns what to say
 */
export async function planCall(parts: VapiParts, { callId, tool, keyed, record }: PlanCall): Promise<string> {
  const words = cutText(singleLine(String(tool.arguments.words ?? '')), MAX_WORDS)
  const { confirmed } = tool.arguments
  if (typeof confirmed === 'string' && confirmed.trim() !== '') {
    const offered = (await findCallbacks(parts.db, callId)).find(
      ({ from }) => Date.parse(from) === Date.parse(confirmed.replaceAll(/[[\]]/g, '')),
    )
    if (!offered) return NOT_OFFERED
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
