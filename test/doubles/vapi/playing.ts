// Plays one call of the loopback Vapi: rings, speaks our texts, calls our tools, and reports.

import type { Line as Person } from './lines.ts'
import { analysisOf, artifactOf, callResource, type PlayedCall, serverOf } from './resources.ts'
import type { VapiState } from './state.ts'

/** Resolves once the line may go on so far, or the call is called off. */
export type Gate = (until: 'answered' | 'over') => Promise<void>

interface Message {
  type: string
  [field: string]: unknown
}

export async function play(
  state: VapiState,
  call: PlayedCall,
  { person, gate }: { person: Person; gate: Gate },
): Promise<void> {
  const off = call.over.signal
  await state.pass(1, off)
  if (off.aborted) return end(state, call, 'manually-canceled')
  await changeStatus(state, call, 'ringing')
  await state.pass(person.rings === 'no-answer' ? 30 : 4, off)
  await gate('answered')
  if (off.aborted) return end(state, call, 'manually-canceled')
  if (person.rings !== 'answered') return end(state, call, person.ends)
  call.startedAt = new Date()
  await changeStatus(state, call, 'in-progress')
  if (person.hears === 'person') greet(state, call)
  for (const act of person.acts) {
    await state.pass(3, off)
    if (off.aborted) break
    await gate('answered')
    say(call, 'user', act.says)
    await send(state, call, {
      type: 'transcript',
      role: 'user',
      transcriptType: 'final',
      transcript: act.says,
    })
    if (act.tool)
      await callTool(state, call, act.consents ? await withConsent(state, call, act.tool) : act.tool)
  }
  await state.pass(3, off)
  await gate('over')
  return end(state, call, off.aborted ? 'manually-canceled' : person.ends)
}

/** Fills the templates in, as Liquid does once. A variable without a value is a problem. */
function greet(state: VapiState, call: PlayedCall): void {
  const { assistant, assistantOverrides } = call.request
  const values = assistantOverrides?.variableValues ?? {}
  const filled = (template: string): string =>
    template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      if (!(name in values)) state.problems.push(`the variable ${name} has no value`)
      return values[name] ?? ''
    })
  for (const { content } of assistant.model.messages) filled(content)
  say(call, 'bot', filled(assistant.firstMessage))
}

function say(call: PlayedCall, role: 'bot' | 'user', message: string): void {
  call.lines.push({ role, message, ...timeOf(call) })
}

function timeOf(call: PlayedCall): { time: number; secondsFromStart: number } {
  const time = Date.now()
  return { time, secondsFromStart: (time - (call.startedAt?.getTime() ?? time)) / 1000 }
}

async function changeStatus(state: VapiState, call: PlayedCall, status: string): Promise<void> {
  call.status = status
  await send(state, call, { type: 'status-update', status })
}

async function end(state: VapiState, call: PlayedCall, reason: string): Promise<void> {
  call.endedReason = reason
  call.endedAt = new Date()
  call.status = 'ended'
  call.cost = call.startedAt ? 0.1234 : 0.005
  const report = {
    type: 'end-of-call-report',
    endedReason: reason,
    ...(call.startedAt && { startedAt: call.startedAt.toISOString() }),
    endedAt: call.endedAt.toISOString(),
    cost: call.cost,
    artifact: artifactOf(call),
    analysis: analysisOf(call),
  }
  await send(state, call, { type: 'status-update', status: 'ended', endedReason: reason })
  await send(state, call, report)
}

/** Sends a message that the assistant has subscribed to. */
async function send(state: VapiState, call: PlayedCall, message: Message) {
  const server = serverOf(call)
  const { assistant, customer } = call.request
  const asked = assistant.serverMessages.some((name) => name.replace(/\[.*$/, '') === message.type)
  if (!server || !asked) return null
  const timestamp = Date.now()
  return state.post(server, {
    ...message,
    timestamp,
    call: callResource(call, 'in-message'),
    customer,
    assistant,
  })
}

interface Tool {
  name: string
  arguments: Record<string, unknown>
}

const shapes = ['function', 'arguments', 'parameters'] as const

/** In one of the three shapes of Vapi's documentation. @returns our response */
async function callTool(
  state: VapiState,
  call: PlayedCall,
  { name, arguments: given }: Tool,
): Promise<string | null> {
  const known = call.request.assistant.model.tools.some((tool) => tool.function?.name === name)
  if (!known) {
    state.problems.push(`the assistant has no tool ${name}`)
    return null
  }
  const id = `call_${state.uuid().replaceAll('-', '').slice(0, 24)}`
  const whole = { id, type: 'function', function: { name, arguments: JSON.stringify(given) } }
  const shape = shapes[Math.floor(state.random() * shapes.length)]
  const told = shape === 'function' ? whole : { id, type: 'function', name, [shape ?? 'arguments']: given }
  call.lines.push({ role: 'tool_calls', toolCalls: [whole], message: '', ...timeOf(call) })
  const answer = await send(state, call, {
    type: 'tool-calls',
    toolCallList: [told],
    toolWithToolCallList: [{ type: 'function', name, toolCall: told }],
    artifact: artifactOf(call),
  })
  const result = resultOf(state, answer, { id, name })
  if (result === null) return null
  call.lines.push({ role: 'tool_call_result', toolCallId: id, name, result, ...timeOf(call) })
  say(call, 'bot', result)
  return result
}

/** As the prompt has the model read a link back. */
function linkQuestion(option: unknown): string | undefined {
  if (/1$/.test(String(option))) return 'You would like the link. Shall I send it?'
  if (/3$/.test(String(option))) return 'You would like to start your accreditation. Shall I start it?'
  return undefined
}

/**
 * A model reads a wish in speech back, and the person says yes. For a meeting it queries the times and reads the first one back.
 */
async function withConsent(state: VapiState, call: PlayedCall, tool: Tool): Promise<Tool> {
  const { arguments: given } = tool
  const isMeeting = /2$/.test(String(given.option)) && given.slot === undefined
  const times = isMeeting ? await callTool(state, call, { name: 'free_meeting_times', arguments: {} }) : null
  const [, spoken, slot] = /^(.+?) \[([^\]]+)\]/.exec(times ?? '') ?? []
  say(
    call,
    'bot',
    spoken ? `${spoken}, Sydney time. Shall I book it?` : (linkQuestion(given.option) ?? 'Shall I go on?'),
  )
  say(call, 'user', 'Yes please.')
  return slot ? { ...tool, arguments: { ...given, slot } } : tool
}

/** Anything but a 200 with a result of one line is ignored. */
function resultOf(
  state: VapiState,
  answer: { status: number; text: string } | null,
  { id, name }: { id: string; name: string },
): string | null {
  if (!answer) return null
  if (answer.status !== 200) {
    state.problems.push(`a tool call was answered ${answer.status}`)
    return null
  }
  const { results = [] } = JSON.parse(answer.text) as { results?: Record<string, unknown>[] } // checked below
  const mine = results.find(({ toolCallId }) => toolCallId === id)
  const result = mine?.result
  if (mine?.name !== name || typeof result !== 'string' || /[\r\n]/.test(result)) {
    state.problems.push(`the result of ${name} is not as it should be: ${answer.text}`)
    return null
  }
  return result
}
