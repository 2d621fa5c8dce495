// How a vendor's callbacks travel: as they should, or twice, late, or not at all.

import { setTimeout as sleep } from 'node:timers/promises'

export interface Callback {
  url: string
  headers: Record<string, string>
  body: string
}

export type Trip = 'once' | 'twice' | 'late' | 'lost'

export interface CallbackSender {
  /** Sends one. @returns the first response; null where there was none, or it was lost */
  send(callback: Callback): Promise<{ status: number; text: string } | null>
  /** Resolves when no callback is active. */
  settled(): Promise<void>
}

export interface CallbackOptions {
  /** The fate of a callback; 'once' by default. */
  trip?: (callback: Callback) => Trip
  lateMs?: number
  /** How often a callback that could not connect is sent again, as vendors do. */
  retries?: number
}

export function createCallbackSender(options: CallbackOptions = {}): CallbackSender {
  const under = new Set<Promise<unknown>>()
  const watch = <T>(work: Promise<T>): Promise<T> => {
    under.add(work)
    void work.finally(() => under.delete(work)).catch(() => undefined)
    return work
  }

  async function post({ url, headers, body }: Callback): Promise<{ status: number; text: string } | null> {
    for (let tries = 0; tries <= (options.retries ?? 1); tries++) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(15_000),
        })
        return { status: answer.status, text: await answer.text() }
      } catch {
        await sleep(50)
      }
    }
    return null
  }

  async function travel(callback: Callback): Promise<{ status: number; text: string } | null> {
    const trip = options.trip?.(callback) ?? 'once'
    if (trip === 'lost') return null
    if (trip === 'late') await sleep(options.lateMs ?? 500)
    const first = await post(callback)
    if (trip === 'twice') await post(callback)
    return first
  }

  return {
    send: (callback) => watch(travel(callback)),
    async settled() {
      while (under.size > 0) await Promise.allSettled([...under])
    },
  }
}
