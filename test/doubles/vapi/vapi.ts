// Vapi, played on this machine: requires its key, accepts only its schema, and joins the parts: calls, numbers.

import { type CallbackOptions, createCallbackSender } from '../callbacks.ts'
import { type Double, type DoubleOptions, type Seen, startDouble } from '../double.ts'
import { callRoutes } from './calls.ts'
import { numberRoutes, type PlayedNumber } from './numbers.ts'
import { createState, refusal, type StateOptions } from './state.ts'

export interface VapiDoubleOptions extends StateOptions, Pick<CallbackOptions, 'lateMs' | 'retries'> {
  apiKey: string
  /** Opens the control URLs of calls that require a key. */
  publicKey?: string
  /** Numbers of the account; defaults to one imported Australian number. */
  numbers?: readonly PlayedNumber[]
  fault?: DoubleOptions['fault']
  retryAfterSeconds?: number
  trip?: CallbackOptions['trip']
}

export const VAPI_NUMBER: PlayedNumber = {
  id: '11111111-2222-4333-8444-555555555555',
  provider: 'twilio',
  number: '+61255500100',
  name: 'Calls to brokers',
  status: 'active',
}

export type VapiDouble = Awaited<ReturnType<typeof startVapiDouble>>

export async function startVapiDouble(options: VapiDoubleOptions) {
  let { trip } = options
  const sender = createCallbackSender({
    lateMs: options.lateMs,
    retries: options.retries,
    trip: (callback) => trip?.(callback) ?? 'once',
  })
  const state = createState(options, sender)
  const numbers = numberRoutes(state, options.numbers ?? [VAPI_NUMBER])
  const calls = callRoutes(state, numbers.knows, options.publicKey)
  const double: Double = await startDouble({
    routes: [...calls.routes, ...numbers.routes],
    refuse: (seen) => refuse(seen, options.apiKey),
    fault: options.fault,
    retryAfterSeconds: options.retryAfterSeconds,
  })
  return {
    url: double.url,
    seen: double.seen,
    setFault: double.setFault,
    setTrip(next: CallbackOptions['trip']) {
      trip = next
    },
    state,
    calls,
    numbers,
    /** Resolves when no call and no callback is active. */
    settled: () => state.settled(),
    close: () => double.close(),
  }
}

/** The servers of live calls and of recordings take no key: their addresses are secret. */
const OPEN = /^\/(recordings\/|[\w-]+\/control$)/

function refuse(seen: Seen, apiKey: string) {
  if (OPEN.test(seen.path) || seen.headers.authorization === `Bearer ${apiKey}`) return null
  return refusal(
    401,
    'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
  )
}
