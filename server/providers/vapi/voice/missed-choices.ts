// Reads choices from the tool calls of a report: those that never reached us, failed, or came before the person's acceptance.

import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { OfferedSlot, VoiceEvent } from '#server/providers/ports/voice.ts'
import { instantOf, readToolCall, type VapiCall, type VapiLine } from '../message.ts'
import { acceptedTime, type Conversation } from './acceptance.ts'
import { NOT_DONE, permittedChoice } from './affirmed.ts'
import { keyOf } from './event-key.ts'
import { TOOLS } from './tools.ts'
import { spokenLine } from './transcript.ts'

/** The answer to a failed tool call: nothing was stored. */
export const NOT_RECORDED =
  'That did not work just now. Say that you could not note it, and offer to have a person call back.'

const UNSTORED = [NOT_RECORDED, NOT_DONE]

/** The tool calls of a transcript line. */
export function toolsIn(line: VapiLine): ReturnType<typeof readToolCall> {
  return (line.toolCalls ?? []).flatMap(readToolCall)
}

interface Report {
  lines: readonly VapiLine[]
  /** Without the words of machines. */
  spoken: readonly TranscriptLine[]
  end: Date
  machineTools: ReadonlySet<string>
}

interface CallContext {
  offered: readonly OfferedSlot[]
  menu: readonly string[] | null
  clock: Conversation['clock']
}

export function missedChoices(
  { id: vapiId }: VapiCall,
  { lines, spoken, end, machineTools }: Report,
  { offered, menu, clock }: CallContext,
): VoiceEvent[] {
  const accepted = acceptedTime({ lines: spoken, clock }, offered, 'slot')
  const answered = new Set(
    lines.flatMap(({ toolCallId, result }) =>
      toolCallId && result && !UNSTORED.some((text) => result.includes(text)) ? toolCallId : [],
    ),
  )
  return lines.flatMap((line, index) =>
    toolsIn(line)
      .filter(({ id }) => !answered.has(id) && !machineTools.has(id))
      .flatMap(({ id, name, arguments: args }): VoiceEvent[] => {
        const at = instantOf(line.time) ?? end
        const key = keyOf(vapiId, 'unheard', id)
        if (name === TOOLS.person) return [{ key, at, kind: 'operator' }]
        if (name === TOOLS.recording) return [{ key, at, kind: 'recording_declined' }]
        if (name === TOOLS.plan) return [{ key, at, kind: 'unconfirmed', wish: 'callback' }]
        if (name !== TOOLS.choose) return []
        const before = lines.slice(0, index).flatMap(spokenLine)
        const choice = permittedChoice(args, offered, { lines: before, accepted })
        const option = choice?.kind === 'unconfirmed' ? choice.wish : choice?.option
        const isInMenu = option === 'option_4' || menu === null || menu.includes(option ?? '')
        return choice && isInMenu ? [{ key, at, ...choice }] : []
      }),
  )
}
