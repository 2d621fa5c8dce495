import { setTimeout as delay } from 'node:timers/promises'
import type { RunningServer } from '../../product/server.ts'
import { WEBHOOK_SECRET } from './installation.ts'

const EVERY_MS = 500
const MINUTE_MS = 60_000

export interface Sample {
  kind: 'api' | 'page' | 'webhook'
  /** When it was sent, on the clock of `performance`. */
  at: number
  ms: number
  /** 0: no answer. */
  status: number
  retryAfter: boolean
}

/**
 * Sends the requests of people, browsers and vendors to a running server continuously, and reads its memory and log.
 */
export interface Probe {
  samples(from: number, to: number): Sample[]
  /** Resident bytes, the highest since `from`. */
  peak(from: number): number
  memory(): Promise<number>
  /** The most lines that the log grew by in any minute of this time. */
  linesAMinute(from: number, to: number): number
  stop(): Promise<void>
}

export function startProbe(server: RunningServer, cookie: string): Probe {
  const { url } = server
  const samples: Sample[] = []
  const memory: { at: number; bytes: number }[] = []
  const lines: { at: number; count: number }[] = []
  let running = true

  async function ask(kind: Sample['kind'], path: string, init: RequestInit): Promise<void> {
    const at = performance.now()
    const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) }).catch(() => null)
    await answer?.arrayBuffer().catch(() => undefined)
    const retryAfter = answer?.headers.has('retry-after') ?? false
    samples.push({ kind, at, ms: performance.now() - at, status: answer?.status ?? 0, retryAfter })
  }

  async function readMemory(): Promise<number> {
    const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(30_000) })).text()
    const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0)
    memory.push({ at: performance.now(), bytes })
    return bytes
  }

  async function turn(): Promise<void> {
    await Promise.all([
      ask('api', '/api/brokers?limit=5', { headers: { cookie } }),
      ask('page', '/booking', { headers: { accept: 'text/html' } }),
      ask('webhook', '/api/webhooks/vapi', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-vapi-secret': WEBHOOK_SECRET },
        body: JSON.stringify({
          message: { type: 'status-update', status: 'ended', call: { id: 'unheard-of' } },
        }),
      }),
    ])
    await readMemory().catch(() => undefined)
    lines.push({ at: performance.now(), count: server.output().split('\n').length })
  }

  const work = (async () => {
    while (running) {
      await turn()
      await delay(EVERY_MS)
    }
  })()

  return {
    samples: (from, to) => samples.filter(({ at }) => at >= from && at <= to),
    peak: (from) => Math.max(0, ...memory.filter(({ at }) => at >= from).map(({ bytes }) => bytes)),
    // a single reading varies with garbage
    async memory() {
      const read: number[] = []
      for (let i = 0; i < 9; i++) {
        read.push(await readMemory())
        await delay(1_000)
      }
      return read.toSorted((a, b) => a - b)[4] ?? 0
    },
    linesAMinute(from, to) {
      const within = lines.filter(({ at }) => at >= from && at <= to)
      const growth = within.map(({ at, count }) => {
        const start = within.find((earlier) => at - earlier.at <= MINUTE_MS)
        return count - (start?.count ?? count)
      })
      return Math.max(0, ...growth)
    },
    async stop() {
      running = false
      await work
    },
  }
}
