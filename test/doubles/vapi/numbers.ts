// The numbers of the loopback Vapi, and people who call them.

import type { Answer, Route, Seen } from '../double.ts'
import type { Assistant } from './resources.ts'
import { inboundShape, numberShapes, wrongWith } from './shape.ts'
import { jsonOf, refusal, type Server, type VapiState } from './state.ts'

export interface PlayedNumber {
  id: string
  provider: string
  number: string
  name: string
  status: string
  smsEnabled?: boolean
  assistantId?: string | null
  server?: Server
}

/** The texts that a caller of one of the numbers received. */
export interface Heard {
  id: string
  greeting: string | null
  /** The response to each request. */
  answers: string[]
  assistant: Assistant | null
}

export interface NumbersPart {
  routes: Route[]
  numbers: PlayedNumber[]
  knows(id: string): boolean
  /** Somebody calls a number of ours, and has the assistant call these tools. */
  callIn(numberId: string, caller: { from: string | null; tools: readonly string[] }): Promise<Heard>
}

export function numberRoutes(state: VapiState, given: readonly PlayedNumber[]): NumbersPart {
  const numbers: PlayedNumber[] = given.map((number) => ({ ...number }))
  const found = (id: string | undefined) => numbers.find((number) => number.id === id)
  const withNumber =
    (work: (number: PlayedNumber, seen: Seen) => Answer) =>
    (seen: Seen, { id }: Record<string, string>): Answer => {
      const number = found(id)
      return number ? work(number, seen) : refusal(404, `Couldn't get phone number. ${id} does not exist.`)
    }
  const shown = (number: PlayedNumber, status = 200): Answer => ({
    status,
    body: { orgId: 'org-1', createdAt: '2026-01-01T00:00:00.000Z', ...number },
  })

  function add(seen: Seen): Answer {
    const body = (jsonOf(seen) ?? {}) as Partial<PlayedNumber> & { numberDesiredAreaCode?: string } // checked just below
    const shape = numberShapes[body.provider ?? '']
    const wrong = shape ? wrongWith(body, shape) : ['provider must be one of the following values']
    if (wrong.length > 0) return refusal(400, wrong)
    const own = body.provider === 'vapi'
    if (own && numbers.filter(({ provider }) => provider === 'vapi').length >= 5)
      return refusal(400, 'You have reached the limit of free phone numbers.')
    const number: PlayedNumber = {
      id: state.uuid(),
      provider: body.provider ?? '',
      number: own ? `+1${body.numberDesiredAreaCode}5550100` : (body.number ?? ''),
      name: body.name ?? '',
      status: own ? 'activating' : 'active',
      ...(body.smsEnabled !== undefined && { smsEnabled: body.smsEnabled }),
      ...(body.server && { server: body.server }),
    }
    numbers.push(number)
    return shown(number, 201)
  }

  return {
    numbers,
    knows: (id) => found(id) !== undefined,
    callIn: (id, caller) => callIn(state, found(id), caller),
    routes: [
      {
        method: 'GET',
        path: /^\/phone-number$/,
        answer: () => ({ status: 200, body: numbers }),
      },
      { method: 'POST', path: /^\/phone-number$/, answer: add },
      {
        method: 'GET',
        path: /^\/phone-number\/(?<id>[\w-]+)$/,
        answer: withNumber((number) => shown(number)),
      },
      {
        method: 'PATCH',
        path: /^\/phone-number\/(?<id>[\w-]+)$/,
        answer: withNumber((number, seen) => {
          const body = (jsonOf(seen) ?? {}) as Partial<PlayedNumber> // checked just below
          const wrong = wrongWith(body, numberShapes[number.provider] ?? {})
          if (wrong.length > 0) return refusal(400, wrong)
          return shown(Object.assign(number, body))
        }),
      },
      {
        method: 'DELETE',
        path: /^\/phone-number\/(?<id>[\w-]+)$/,
        answer: withNumber((number) => {
          numbers.splice(numbers.indexOf(number), 1)
          return shown(number)
        }),
      },
    ],
  }
}

/** Vapi hangs up on who is not answered within 7.5 seconds. */
async function callIn(
  state: VapiState,
  number: PlayedNumber | undefined,
  { from, tools }: { from: string | null; tools: readonly string[] },
): Promise<Heard> {
  const id = state.uuid()
  const call = {
    id,
    type: 'inboundPhoneCall',
    status: 'ringing',
    createdAt: new Date().toISOString(),
    ...(from && { customer: { number: from } }),
    phoneNumber: { id: number?.id, number: number?.number },
  }
  const nobody: Heard = { id, greeting: null, answers: [], assistant: null }
  if (!number?.server || number.assistantId) return nobody
  const message = { type: 'assistant-request', timestamp: Date.now(), call }
  const answer = await state.post(number.server, message)
  const body = (answer?.status === 200 ? JSON.parse(answer.text) : {}) as {
    assistant?: Assistant
    assistantOverrides?: { variableValues?: Record<string, string> }
    error?: string
  } // checked just below
  const wrong = wrongWith(body, inboundShape)
  if (wrong.length > 0) state.problems.push(...wrong)
  const { assistant, assistantOverrides, error } = body
  if (!assistant?.server) return { ...nobody, greeting: error ?? null }
  const values = assistantOverrides?.variableValues ?? {}
  const greeting = assistant.firstMessage.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? '',
  )
  const answers: string[] = []
  for (const name of tools) {
    const toolCallId = `call_${state.uuid()}`
    const told = { id: toolCallId, type: 'function', function: { name, arguments: '{}' } }
    const result = await state.post(assistant.server, {
      type: 'tool-calls',
      timestamp: Date.now(),
      call,
      toolCallList: [told],
    })
    const { results = [] } = JSON.parse(result?.text ?? '{}') as { results?: { result: string }[] } // as we answer
    answers.push(results[0]?.result ?? '')
  }
  return { id, greeting, answers, assistant }
}
