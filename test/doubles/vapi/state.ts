// The shared parts of the loopback Vapi: its callbacks, its ids, its running calls.

import { setTimeout as sleep } from 'node:timers/promises'
import type { CallbackSender } from '../callbacks.ts'
import type { Answer, Seen } from '../double.ts'

/** Where its messages go. */
export interface Server {
  url: string
  headers?: Record<string, string>
  backoffPlan?: { maxRetries: number; baseDelaySeconds: number }
}

export interface VapiState {
  random(): number
  /** Its seconds per real second. */
  speed: number
  uuid(): string
  /** Posts a message; the plan may repeat it after a response other than 2xx. @returns the last response */
  post(server: Server, message: object): Promise<{ status: number; text: string } | null>
  /** Resolves after this many of its seconds, or when it is aborted. */
  pass(seconds: number, off?: AbortSignal): Promise<void>
  /** Work that continues after a response. */
  watch(work: Promise<unknown>): void
  settled(): Promise<void>
  /** Faults of our responses. */
  problems: string[]
}

export interface StateOptions {
  seed?: number
  speed?: number
  /** Where an address of ours is reached, where that is another than the one that was given. */
  reach?: (address: string) => string
}

export function createState(options: StateOptions, sender: CallbackSender): VapiState {
  const { reach = (address) => address, speed = 200 } = options
  const random = randomFrom(options.seed ?? 1)
  const under = new Set<Promise<unknown>>()
  let named = 0
  const state: VapiState = {
    random,
    speed,
    problems: [],
    uuid() {
      named++
      const digits = Array.from({ length: 20 }, () => Math.floor(random() * 16).toString(16)).join('')
      const last = named.toString(16).padStart(12, '0')
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${last}`
    },
    async post({ url, headers, backoffPlan }, message) {
      const callback = {
        url: reach(url),
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ message }),
      }
      let answer = await sender.send(callback)
      for (let tries = 0; tries < (backoffPlan?.maxRetries ?? 0); tries++) {
        if (!answer || answer.status < 300) break
        await state.pass((backoffPlan?.baseDelaySeconds ?? 1) * 2 ** tries)
        answer = await sender.send(callback)
      }
      return answer
    },
    async pass(seconds, off) {
      await sleep((seconds * 1000) / speed, undefined, { signal: off }).catch(() => undefined)
    },
    watch(work) {
      under.add(work)
      void work
        .catch((error: unknown) => state.problems.push(String(error)))
        .finally(() => under.delete(work))
    },
    async settled() {
      while (under.size > 0) await Promise.allSettled([...under])
      await sender.settled()
    },
  }
  return state
}

/** The body of a request; undefined where it is no JSON. */
export function jsonOf(seen: Seen): unknown {
  try {
    return JSON.parse(seen.body.toString('utf8'))
  } catch {
    return undefined
  }
}

const errors: Record<number, string> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' }

/** An error as Vapi words it. */
export function refusal(statusCode: number, message: string | string[]): Answer {
  return { status: statusCode, body: { message, error: errors[statusCode] ?? 'Error', statusCode } }
}

/** The same numbers from the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
