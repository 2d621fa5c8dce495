// Refuses tool calls after an opt-out and after the end of the call, whatever the language model requests.

import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { ToolCall, VapiCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { recordEvents } from './callbacks.ts'
import { stopKey } from './events.ts'
import { saidStop } from './said-stop.ts'
import { asksToStop } from './stop-words.ts'
import type { findLive } from './store.ts'
import { optionIn } from './tool-arguments.ts'
import { TOOLS } from './tools.ts'

const OPTED_OUT = 'They want no more calls, which is noted. Do nothing else: say goodbye and end the call.'
const ENDED = 'This call has ended. Nothing more can be done in it.'

interface Request {
  call: VapiCall
  /** The transcript so far. */
  lines: readonly TranscriptLine[]
  at: Date
  tool: ToolCall
  live: Awaited<ReturnType<typeof findLive>>
}

/** Why a tool call is refused, as words to speak; null: it is permitted. An opt-out and a refused recording always are. */
export async function refusalOf(
  parts: VapiParts,
  callId: number,
  { call, lines, at, tool, live }: Request,
): Promise<string | null> {
  if (protectsPerson(tool)) return null
  const said = lines.find(({ speaker, text }) => speaker === 'caller' && asksToStop(text))
  // the transcript's own message may arrive later than the tool call
  if (said) await recordEvents(parts, callId, call, saidStop(stopKey(call.id), said.text, at))
  if (said) return OPTED_OUT
  if (live?.optedOut) return OPTED_OUT
  return live?.endedAt && at > live.endedAt ? ENDED : null
}

const protectsPerson = ({ name, arguments: given }: ToolCall): boolean =>
  name === TOOLS.recording || (name === TOOLS.choose && optionIn(given.option) === 'option_4')
