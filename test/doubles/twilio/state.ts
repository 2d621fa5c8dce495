// The shared parts of the loopback Twilio: its account, its callbacks signed as Twilio signs them, its names.

import { createHmac } from 'node:crypto'
import type { Callback, CallbackSender } from '../callbacks.ts'
import type { Answer, Seen } from '../double.ts'

export type Fields = Readonly<Record<string, string>>

export interface TwilioState {
  accountSid: string
  authToken: string
  /** Of every random thing it does, from a seed. */
  random(): number
  /** Its seconds per real second. */
  speed: number
  /** A name such as CA0123…, never given before. */
  sid(prefix: string): string
  /** Posts a signed form to our address. @returns our response; null where there was none, or it was lost */
  post(address: string, fields: Fields): Promise<{ status: number; text: string } | null>
  /** Work that continues after the response, such as a call. `settled` of the double waits for it. */
  watch(work: Promise<unknown>): void
}

export interface StateOptions {
  accountSid: string
  authToken: string
  seed?: number
  speed?: number
  /** Where an address of ours is reached, where that is another than the one that is signed. */
  reach?: (address: string) => string
}

export function createState(
  options: StateOptions,
  sender: CallbackSender,
): TwilioState & { settled(): Promise<void> } {
  const { accountSid, authToken, reach = (address) => address } = options
  const random = randomFrom(options.seed ?? 1)
  const under = new Set<Promise<unknown>>()
  let named = 0
  return {
    accountSid,
    authToken,
    random,
    speed: options.speed ?? 200,
    sid(prefix) {
      named++
      const digits = Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('')
      return prefix + digits + named.toString(16).padStart(8, '0')
    },
    async post(address, fields) {
      const signed = signedCallback(
        address,
        { AccountSid: accountSid, ApiVersion: '2010-04-01', ...fields },
        authToken,
      )
      return sender.send({ ...signed, url: reach(signed.url) })
    },
    watch(work) {
      under.add(work)
      void work.finally(() => under.delete(work)).catch(() => undefined)
    },
    async settled() {
      while (under.size > 0) await Promise.allSettled([...under])
      await sender.settled()
    },
  }
}

/** A form as Twilio posts it: the part after # is for Twilio, and neither sent nor signed. */
export function signedCallback(address: string, fields: Fields, authToken: string): Callback {
  const url = address.replace(/#.*$/, '')
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, key) => text + key + (fields[key] ?? ''), url)
  return {
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'user-agent': 'TwilioProxy/1.1',
      'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64'),
    },
    body: new URLSearchParams(fields).toString(),
  }
}

/** The form of a request. */
export const formOf = (seen: Seen): URLSearchParams => new URLSearchParams(seen.body.toString('utf8'))

/** An error as Twilio words it. */
export function refusal(status: number, code: number, message: string): Answer {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return { status, body: { code, message, more_info, status } }
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
