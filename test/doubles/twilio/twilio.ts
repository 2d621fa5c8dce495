// Twilio, played on this machine: signs in its client as Twilio does, and joins the parts: calls, messages, numbers.

import { type CallbackOptions, createCallbackSender } from '../callbacks.ts'
import { type Double, type DoubleOptions, type Seen, startDouble } from '../double.ts'
import { callRoutes } from './calls.ts'
import { peopleWhoReachUs } from './incoming.ts'
import { messageRoutes } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import { createState, refusal, type StateOptions } from './state.ts'

export interface TwilioDoubleOptions extends StateOptions, Pick<CallbackOptions, 'lateMs' | 'retries'> {
  /** An API key that signs in too. */
  apiKey?: { sid: string; secret: string }
  fault?: DoubleOptions['fault']
  retryAfterSeconds?: number
  trip?: CallbackOptions['trip']
}

export type TwilioDouble = Awaited<ReturnType<typeof startTwilioDouble>>

export async function startTwilioDouble(options: TwilioDoubleOptions) {
  let { trip } = options
  const sender = createCallbackSender({
    lateMs: options.lateMs,
    retries: options.retries,
    trip: (callback) => trip?.(callback) ?? 'once',
  })
  const state = createState(options, sender)
  const calls = callRoutes(state)
  const messages = messageRoutes(state)
  const numbers = numberRoutes(state)
  // one line for each part
  const routes = [...calls.routes, ...messages.routes, ...numbers.routes]
  const double: Double = await startDouble({
    routes,
    refuse: (seen) => refuse(seen, options),
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
    messages,
    numbers,
    ...peopleWhoReachUs(state, numbers),
    /** Resolves when no call and no callback is active. */
    settled: () => state.settled(),
    close: () => double.close(),
  }
}

function refuse(seen: Seen, { accountSid, authToken, apiKey }: TwilioDoubleOptions) {
  const pairs = [`${accountSid}:${authToken}`, ...(apiKey ? [`${apiKey.sid}:${apiKey.secret}`] : [])]
  const given = seen.headers.authorization ?? ''
  const known = pairs.some((pair) => given === `Basic ${Buffer.from(pair).toString('base64')}`)
  return known ? null : refusal(401, 20003, 'Authenticate')
}
