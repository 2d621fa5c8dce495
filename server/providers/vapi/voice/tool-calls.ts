import type { CallResponse } from '#contract/calls.ts'
import { findScript } from '#server/providers/live/scripts.ts'
import type { OfferedSlot } from '#server/providers/ports/voice.ts'
import { e164In, instantOf, type ToolCall, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { timesText } from './assistant.ts'
import { tell } from './callbacks.ts'
import { keyOf, NOT_TAKEN, optionIn, sourceIn } from './events.ts'
import { noteDeclined } from './store.ts'
import { TOOLS } from './tools.ts'

export interface ToolResult {
  name: string
  toolCallId: string
  /** One line, to be said. */
  result: string
}

/** Who answers a tool call; what it returns is said to the person. */
export type Answering = (tool: ToolCall) => Promise<string>

/** Vapi reads nothing but a 200 with a result for each call, each in one line: an error is told as one. */
export async function answerTools(
  parts: VapiParts,
  calls: readonly ToolCall[],
  answering: Answering,
): Promise<{ results: ToolResult[] }> {
  const results: ToolResult[] = []
  for (const call of calls) {
    const result = await answering(call).catch((error: unknown) => {
      parts.log.error({ err: error, tool: call.name }, 'a tool call could not be taken in')
      return NOT_TAKEN
    })
    results.push({ name: call.name, toolCallId: call.id, result: oneLine(result) })
  }
  return { results }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** What the voice of a call of ours may have us do. */
export function answeringCall(
  parts: VapiParts,
  callId: number,
  { call, message }: { call: VapiCall; message: VapiMessage },
): Answering {
  const at = instantOf(message.timestamp) ?? parts.now()
  const keyed = (tool: ToolCall) => ({ key: keyOf(call.id, 'tool', tool.id), at })
  return async (tool) => {
    switch (tool.name) {
      case TOOLS.choose: {
        const option = optionIn(tool.arguments.option)
        if (!option) return 'That is none of the four options. Ask again which one is meant.'
        const slot = await slotIn(parts, callId, option, tool.arguments.slot)
        const source = sourceIn(tool.arguments.by)
        await tell(parts, callId, call, [
          { ...keyed(tool), kind: 'option', option, source, ...(slot && { slot }) },
        ])
        return parts.hooks.choiceResult({ callId, option })
      }
      case TOOLS.times:
        return timesText(await parts.hooks.meetingSlots())
      case TOOLS.person: {
        await tell(parts, callId, call, [{ ...keyed(tool), kind: 'operator' }])
        return (await findScript(parts.db, callId))?.script.operator ?? 'A person will call you back.'
      }
      case TOOLS.recording: {
        await noteDeclined(parts.db, callId)
        await tell(parts, callId, call, [{ ...keyed(tool), kind: 'recording_declined' }])
        return 'Understood. The recording of this call will not be kept.'
      }
      default:
        return 'There is no such tool. Go on without it.'
    }
  }
}

/** A time that was offered in this call, or is free now. Anything else is not taken for a choice of a time. */
async function slotIn(
  parts: VapiParts,
  callId: number,
  option: CallResponse,
  given: unknown,
): Promise<string | null> {
  if (option !== 'option_2' || typeof given !== 'string' || given.trim() === '') return null
  const offered = (await findScript(parts.db, callId))?.script.meetingSlots ?? []
  return matching(offered, given) ?? matching(await parts.hooks.meetingSlots(), given)
}

function matching(slots: readonly OfferedSlot[], given: string): string | null {
  const words = given.replaceAll(/[[\]]/g, ' ').trim().toLowerCase()
  const found = slots.find(
    ({ start, spoken }) => Date.parse(start) === Date.parse(words) || spoken.toLowerCase() === words,
  )
  return found?.start ?? null
}

/** What the voice may have us do where somebody called one of our numbers. */
export function answeringInbound(parts: VapiParts, call: VapiCall): Answering {
  const caller = { provider: 'vapi', providerCallId: call.id } as const
  const [from, to] = [e164In(call.customer?.number), e164In(call.phoneNumber?.number)]
  const script = () => parts.hooks.answerInbound({ ...caller, from, to })
  return async ({ name }) => {
    switch (name) {
      case TOOLS.optOut:
        await parts.hooks.inboundWish(caller, 'opt_out')
        return (await script()).optedOut
      case TOOLS.callBack:
        await parts.hooks.inboundWish(caller, 'operator')
        return (await script()).operator
      default:
        return 'There is no such tool. Go on without it.'
    }
  }
}
