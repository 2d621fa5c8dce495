import type { CallResponse } from '#contract/calls.ts'
import { findScript } from '#server/providers/live/scripts.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import { e164In, instantOf, type ToolCall, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { timesText } from './assistant.ts'
import { recordEvents } from './callbacks.ts'
import { keyOf, NOT_RECORDED, optionIn, sourceIn } from './events.ts'
import { storeDeclined } from './store.ts'
import { TOOLS } from './tools.ts'

export interface ToolResult {
  name: string
  toolCallId: string
  /** One line, to be spoken. */
  result: string
}

/** Handles a tool call; the returned text is spoken to the person. */
export type ToolHandler = (tool: ToolCall) => Promise<string>

/** Vapi accepts only a 200 with a one-line result for each call, so an error becomes a result as well. */
export async function answerTools(
  parts: VapiParts,
  calls: readonly ToolCall[],
  handle: ToolHandler,
): Promise<{ results: ToolResult[] }> {
  const results: ToolResult[] = []
  for (const call of calls) {
    const result = await handle(call).catch((error: unknown) => {
      parts.log.error({ err: error, tool: call.name }, 'tool call failed')
      return NOT_RECORDED
    })
    results.push({ name: call.name, toolCallId: call.id, result: oneLine(result) })
  }
  return { results }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The tools of a call that we made. */
export function callTools(
  parts: VapiParts,
  callId: number,
  { call, message }: { call: VapiCall; message: VapiMessage },
): ToolHandler {
  const at = instantOf(message.timestamp) ?? parts.now()
  const keyed = (tool: ToolCall) => ({ key: keyOf(call.id, 'tool', tool.id), at })
  return async (tool) => {
    switch (tool.name) {
      case TOOLS.choose: {
        const option = optionIn(tool.arguments.option)
        if (!option) return 'That is none of the four options. Ask again which one is meant.'
        const slot = await slotIn(parts, callId, option, tool.arguments.slot)
        const source = sourceIn(tool.arguments.by)
        await recordEvents(parts, callId, call, [
          { ...keyed(tool), kind: 'option', option, source, ...(slot && { slot }) },
        ])
        return parts.hooks.choiceResult({ callId, option })
      }
      case TOOLS.times:
        return timesText(await parts.hooks.meetingSlots())
      case TOOLS.person: {
        await recordEvents(parts, callId, call, [{ ...keyed(tool), kind: 'operator' }])
        return (await findScript(parts.db, callId))?.script.operator ?? 'A person will call you back.'
      }
      case TOOLS.recording: {
        await storeDeclined(parts.db, callId)
        await recordEvents(parts, callId, call, [{ ...keyed(tool), kind: 'recording_declined' }])
        return 'Understood. The recording of this call will not be kept.'
      }
      default:
        return 'There is no such tool. Go on without it.'
    }
  }
}

/** The chosen time, if it was offered in this call or is free now; null for anything else. */
async function slotIn(
  parts: VapiParts,
  callId: number,
  option: CallResponse,
  value: unknown,
): Promise<string | null> {
  if (option !== 'option_2' || typeof value !== 'string' || value.trim() === '') return null
  const offered = (await findScript(parts.db, callId))?.script.meetingSlots ?? []
  return matching(offered, value) ?? matching(await parts.hooks.meetingSlots(), value)
}

function matching(slots: readonly OfferedSlot[], value: string): string | null {
  const text = value.replaceAll(/[[\]]/g, ' ').trim().toLowerCase()
  const found = slots.find(
    ({ start, spoken }) => Date.parse(start) === Date.parse(text) || spoken.toLowerCase() === text,
  )
  return found?.start ?? null
}

/** The tools of a call to one of our numbers. */
export function inboundCallTools(parts: VapiParts, call: VapiCall): ToolHandler {
  const caller = { provider: 'vapi', providerCallId: call.id } as const
  const [from, to] = [e164In(call.customer?.number), e164In(call.phoneNumber?.number)]
  const script = () => parts.hooks.answerInbound({ ...caller, from, to })
  return async ({ name }) => {
    switch (name) {
      case TOOLS.optOut:
        await parts.hooks.inboundRequest(caller, 'opt_out')
        return (await script()).optedOut
      case TOOLS.callBack:
        await parts.hooks.inboundRequest(caller, 'operator')
        return (await script()).operator
      default:
        return 'There is no such tool. Go on without it.'
    }
  }
}
