import { type Answerer, isMachineAnswer, MAX_WAIT_SECONDS } from '#server/conversation/who-answered.ts'
import { answeredBy } from '#server/providers/live/answered-by.ts'
import { findScript, storeOffered } from '#server/providers/live/scripts.ts'
import type { CallScript, OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { callerOf, instantOf, type ToolCall, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { acceptedTime } from './acceptance.ts'
import { hasKey, isConfirmed, mayAct, readBackOf } from './affirmed.ts'
import { reportedIn } from './answerer.ts'
import { timesText } from './assistant.ts'
import { recordEvents } from './callbacks.ts'
import { keyOf } from './event-key.ts'
import { relayedStop } from './events.ts'
import { NOT_RECORDED } from './missed-choices.ts'
import { planCall } from './plan-call.ts'
import { findLive, storeDeclined } from './store.ts'
import { optionIn, slotIn, sourceIn } from './tool-arguments.ts'
import { refusalOf } from './tool-guard.ts'
import { TOOLS } from './tools.ts'
import { transcriptLines } from './transcript.ts'

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
  const lines = transcriptLines(call, call.artifact?.messages ?? [])
  return async (tool) => {
    const live = await findLive(parts.db, callId)
    const machine = isMachineAnswer(live?.answerer ?? null) && !live?.hasPerson
    if (machine && wishesByVoice(tool, hasKey(lines))) {
      if (tool.name !== TOOLS.choose || optionIn(tool.arguments.option) !== 'option_4')
        return MACHINE_HAS_NO_WISH
      await recordEvents(parts, callId, call, [relayedStop(call.id, at)])
      return 'This number will not be called again. End the call.'
    }
    const refusal = await refusalOf(parts, callId, { call, lines, at, tool, live })
    if (refusal) return refusal
    switch (tool.name) {
      case TOOLS.answerer: {
        const who = reportedIn(tool)
        if (!who) return 'That is none of the answers. Go on without it.'
        const words = String(tool.arguments.words ?? '')
        await recordEvents(parts, callId, call, [{ ...keyed(tool), ...answeredBy(who, words) }])
        return instructionFor(who, (await findScript(parts.db, callId))?.script)
      }
      case TOOLS.choose: {
        const option = optionIn(tool.arguments.option)
        if (!option) return 'That is none of the four options. Ask again which one is meant.'
        const stored = await findScript(parts.db, callId)
        if (stored && !stored.script.menu.some((item) => item.option === option)) return NOT_IN_MENU
        const offered = stored?.offered ?? []
        const slot = option === 'option_2' ? slotIn(offered, tool.arguments.slot) : null
        const source = sourceIn(tool.arguments.by)
        const reported = { option, source, slot, confirmed: isConfirmed(tool.arguments.confirmed) }
        const accepted =
          slot === null
            ? null
            : acceptedTime({ lines, clock: await parts.hooks.personClock({ callId }) }, offered, 'slot')
        if (!mayAct(reported, { lines, accepted })) return readBackOf(reported, offered)
        await recordEvents(parts, callId, call, [
          { ...keyed(tool), kind: 'option', option, source, ...(slot && { slot }) },
        ])
        return parts.hooks.choiceResult({ callId, option })
      }
      case TOOLS.times:
        return timesText(await offer(parts, callId, tool.id))
      case TOOLS.person: {
        await recordEvents(parts, callId, call, [{ ...keyed(tool), kind: 'operator' }])
        return (await findScript(parts.db, callId))?.script.operator ?? 'A person will call you back.'
      }
      case TOOLS.plan: {
        const record = (event: VoiceEvent) => recordEvents(parts, callId, call, [event])
        return planCall(parts, { callId, tool, keyed: keyed(tool), lines, record })
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

const MACHINE_HAS_NO_WISH =
  'Nothing was recorded: a machine is on the line, and only a person has wishes. Wait in silence; when a person speaks, repeat your first sentences.'

/** Only a person presses a key, and the transcript shows it. To keep no recording is right in any case. */
const wishesByVoice = ({ name }: ToolCall, isKeyed: boolean): boolean =>
  name !== TOOLS.answerer && name !== TOOLS.recording && !(name === TOOLS.choose && isKeyed)

const WAIT = `Then say nothing and wait up to ${MAX_WAIT_SECONDS} seconds. When another voice speaks, call ${TOOLS.answerer} with person. If none does, end the call.`

/** Instruction for the reported answerer, as one line. */
function instructionFor(who: Answerer, script: CallScript | undefined): string {
  const introduction = `Say exactly this and nothing else: ${script?.introduction ?? script?.greeting ?? ''}`
  switch (who) {
    case 'screener':
      return `${introduction} ${WAIT}`
    case 'receptionist':
      return `${introduction} Ask to be put through. ${WAIT}`
    case 'carrier_challenge':
      return `Say nothing and press nothing. ${WAIT}`
    case 'person':
      return `Repeat your first sentences word for word, then go on with the conversation: ${script?.greeting ?? ''}`
    default:
      return 'End the call without leaving a message.'
  }
}

const NOT_IN_MENU =
  'The menu of this call does not have that option. Say so, and offer the others, or that a person calls back.'

/** Times are held before they are spoken; none where the menu has no meeting. */
async function offer(parts: VapiParts, callId: number, toolId: string): Promise<OfferedSlot[]> {
  const stored = await findScript(parts.db, callId)
  if (!stored?.script.menu.some(({ option }) => option === 'option_2')) return []
  const times = await parts.hooks.offerTimes({ callId, offer: toolId })
  // a person may return to a time that was offered earlier
  const earlier = stored.offered.filter(({ start }) => times.every((time) => time.start !== start))
  if (times.length > 0) await storeOffered(parts.db, callId, [...earlier, ...times])
  return times
}

/** The tools of a call to one of our numbers. */
export function inboundCallTools(parts: VapiParts, call: VapiCall): ToolHandler {
  const caller = callerOf(call)
  const script = () => parts.hooks.answerInbound(caller)
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
