// The calls of the loopback Vapi: create, read, end, delete, with their recordings.

import type { Answer, Route, Seen } from '../double.ts'
import { recordingMp3 } from '../twilio/calls-resources.ts'
import { type Line, lineByNumber } from './lines.ts'
import { type Gate, play } from './playing.ts'
import { type CallRequest, callResource, isRecorded, type PlayedCall } from './resources.ts'
import { callShape, wrongWith } from './shape.ts'
import { jsonOf, refusal, type VapiState } from './state.ts'

export interface CallsPart {
  routes: Route[]
  /** Every call that was made, in order. */
  calls: PlayedCall[]
  /** How often a number was made to ring. */
  timesDialled(to: string): number
  /** The number's behaviour from now on. */
  setLine(to: string, line: Line | null): void
  /** Limit of concurrent calls; more are refused. */
  setConcurrency(most: number): void
  /** From now on calls wait where they ring, and again before their end, until they are let. */
  holdLines(): void
  /** Lets the calls to a number be answered, or go on to their end. */
  let(to: string, until: 'answered' | 'over'): void
  /** Releases all held lines. */
  letAll(): void
}

export function callRoutes(
  state: VapiState,
  knowsNumber: (id: string) => boolean,
  publicKey?: string,
): CallsPart {
  const calls: PlayedCall[] = []
  const lines = new Map<string, Line>()
  const allowed = new Map<string, Set<'answered' | 'over'>>()
  const waiting = new Set<() => void>()
  let holding = false
  let concurrency = Number.POSITIVE_INFINITY

  function wakeAll(): void {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  const gateOf =
    (to: string, off: AbortSignal): Gate =>
    async (until) => {
      const open = () =>
        !holding || off.aborted || allowed.get(to)?.has(until) || allowed.get(to)?.has('over')
      while (!open()) {
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
          off.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }

  function make(seen: Seen): Answer {
    const body = jsonOf(seen)
    const wrong = body === undefined ? ['the body is no JSON'] : wrongWith(body, callShape)
    if (wrong.length > 0) {
      state.problems.push(...wrong)
      return refusal(400, wrong)
    }
    const request = body as CallRequest // checked just now
    const { phoneNumberId, assistant, customer } = request
    if (!assistant) return refusal(400, 'Need either `assistant`, `assistantId`, `squad` or `workflow`.')
    if (!customer?.number) return refusal(400, ['customer.number must be a string'])
    if (!knowsNumber(phoneNumberId)) return refusal(400, `Couldn't Find Phone Number ID ${phoneNumberId}.`)
    const person = lines.get(customer.number) ?? lineByNumber(customer.number, state.random)
    if (person.refused) return refusal(person.refused.status, person.refused.message)
    if (calls.filter(({ status }) => status !== 'ended').length >= concurrency)
      return refusal(400, 'Over Concurrency Limit. Upgrade your plan to make more calls at once.')
    const call = newCall(state, request)
    calls.push(call)
    call.played = play(state, call, { person, gate: gateOf(customer.number, call.over.signal) })
    state.watch(call.played)
    return { status: 201, body: { ...callResource(call), subscriptionLimits: { concurrencyBlocked: false } } }
  }

  const found = (id: string | undefined) => calls.find((call) => call.id === id)
  const withCall =
    (work: (call: PlayedCall, seen: Seen) => Answer | Promise<Answer>) =>
    (seen: Seen, { id }: Record<string, string>): Answer | Promise<Answer> => {
      const call = found(id)
      return call ? work(call, seen) : refusal(404, `Couldn't Find Call. CallId: ${id}`)
    }

  return {
    calls,
    timesDialled: (to) => calls.filter(({ request }) => request.customer.number === to).length,
    setLine: (to, line) => (line ? lines.set(to, line) : lines.delete(to)),
    setConcurrency(most) {
      concurrency = most
    },
    holdLines() {
      holding = true
    },
    let(to, until) {
      allowed.set(to, (allowed.get(to) ?? new Set()).add(until))
      wakeAll()
    },
    letAll() {
      holding = false
      wakeAll()
    },
    routes: [
      { method: 'POST', path: /^\/call$/, answer: make },
      {
        method: 'GET',
        path: /^\/call$/,
        answer: ({ query }) => ({ status: 200, body: listed(calls, query) }),
      },
      {
        method: 'GET',
        path: /^\/call\/(?<id>[\w-]+)$/,
        answer: withCall((call) => ({ status: 200, body: callResource(call) })),
      },
      {
        method: 'DELETE',
        path: /^\/call\/(?<id>[\w-]+)$/,
        answer: withCall((call) => {
          call.deleted = true
          call.lines = []
          return { status: 200, body: callResource(call) }
        }),
      },
      {
        method: 'GET',
        path: /^\/call\/(?<id>[\w-]+)\/mono-recording$/,
        answer: withCall((call) =>
          isRecorded(call) && call.status === 'ended'
            ? {
                status: 302,
                headers: { location: `https://storage.vapi.ai/recordings/${call.id}.mp3?signature=short` },
              }
            : refusal(404, 'Recording not found'),
        ),
      },
      {
        method: 'GET',
        path: /^\/recordings\/(?<id>[\w-]+)\.mp3$/,
        answer: withCall(async (_call, { query, headers }) =>
          query.get('signature') === 'short' && !headers.authorization
            ? { status: 200, headers: { 'content-type': 'audio/mpeg' }, body: await recordingMp3() }
            : { status: 403, body: 'wrong signature, or a key that is not meant for this server' },
        ),
      },
      {
        method: 'POST',
        path: /^\/(?<id>[\w-]+)\/control$/,
        answer: withCall((call, seen) => {
          const order = jsonOf(seen) as { type?: string } | undefined // compared just below
          if (order?.type !== 'end-call') return refusal(400, 'unknown control message')
          const asksKey = call.request.assistant.monitorPlan?.controlAuthenticationEnabled
          if (asksKey && (!publicKey || seen.headers.authorization !== `Bearer ${publicKey}`))
            return refusal(401, 'Invalid public key')
          if (call.status === 'ended') return refusal(404, 'Call not found or has ended')
          call.over.abort()
          return { status: 200, body: {} }
        }),
      },
    ],
  }
}

function newCall(state: VapiState, request: CallRequest): PlayedCall {
  return {
    id: state.uuid(),
    request,
    createdAt: new Date(),
    startedAt: null,
    endedAt: null,
    status: 'queued',
    endedReason: null,
    lines: [],
    cost: 0,
    deleted: false,
    over: new AbortController(),
    played: Promise.resolve(),
  }
}

/** The newest first. */
function listed(calls: readonly PlayedCall[], query: URLSearchParams): object[] {
  const [from, to] = [query.get('createdAtGe') ?? '', query.get('createdAtLe') ?? '9']
  return calls
    .filter(({ createdAt }) => createdAt.toISOString() >= from && createdAt.toISOString() <= to)
    .toReversed()
    .slice(0, Math.min(1000, Number(query.get('limit') ?? 100)))
    .map((call) => callResource(call))
}
