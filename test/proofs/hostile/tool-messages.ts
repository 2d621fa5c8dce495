// Sends the tool calls of a hostile language model, and reads the times in the answers as the model does.

import type { Played } from './hostile-world.ts'
import { type Answered, send } from './messages.ts'
import { messageOf, type Tool } from './moves.ts'
import { type HostileRun, lineOf } from './run.ts'

export async function callTools(run: HostileRun, call: Played, tools: readonly Tool[]): Promise<void> {
  const { random } = run
  run.figures.toolCalls += tools.length
  const message = messageOf(random, tools)
  call.lines.push(
    lineOf(run, call, {
      role: 'tool_calls',
      toolCalls: tools.map(({ id, name, arguments: given }) => ({
        id,
        function: { name, arguments: given },
      })),
    }),
  )
  for (const { link } of call.held) if (link) call.accepted.add(link)
  if (call.endedAt === null && random.next() < 0.05) return // it never reaches us
  const times = random.next() < 0.1 ? 2 : 1
  const { optedOut } = call.position
  const isRefused = call.isQuiet && !call.isMachine
  const answers = await Promise.all(Array.from({ length: times }, () => send(run, call, message)))
  if (optedOut && answers.some((answer) => showsWords(answer, tools))) call.isStopReceived = true
  for (const { body } of answers) readAnswer(run, call, { tools, body, isRefused })
}

const REFUSAL = /^(They want no more calls|This call has ended|That did not work)/

/** Tools before which we read the transcript. */
const READING = new Set(['free_meeting_times', 'plan_call', 'ask_for_person'])
const showsWords = ({ isReceived, isComplete }: Answered, tools: readonly Tool[]): boolean =>
  isReceived && isComplete && tools.every(({ name }) => READING.has(name))

function readAnswer(
  run: HostileRun,
  call: Played,
  { tools, body, isRefused }: { tools: readonly Tool[]; body: string; isRefused: boolean },
): void {
  const { results = [] } = JSON.parse(body) as { results?: { toolCallId: string; result: string }[] }
  for (const { toolCallId, result } of results) {
    if (/[\r\n]/.test(result)) run.figures.faults.push(`a result has several lines: ${result}`)
    const name = tools.find(({ id }) => id === toolCallId)?.name
    if (isRefused && READING.has(name ?? '') && !REFUSAL.test(result))
      run.figures.faults.push(`call ${call.callId}: ${name} was not refused: ${result.slice(0, 80)}`)
    call.lines.push(lineOf(run, call, { role: 'tool_call_result', toolCallId, name, result }))
    const found = [...result.matchAll(/(\w+ \d{1,2} \w+ at [\d:]+ [ap]m)[^[\];]*\[([^\]]+)\]/g)]
    const times = found.map(([, spoken = '', start = '']) => ({ spoken, start }))
    if (name === 'free_meeting_times' && times.length > 0) {
      call.latest = times
      call.offered = [
        ...call.offered.filter(({ start }) => times.every((time) => time.start !== start)),
        ...times,
      ]
      run.elsewhere = times
    }
    const spoken = /(\w+ \d{1,2} \w+ at [\d:]+ [ap]m)/.exec(result)?.[1]
    const start = /\[([^\]]+)\]$/.exec(result)?.[1]
    if (name === 'plan_call' && spoken && start) call.readBack.push({ spoken, start })
  }
}
