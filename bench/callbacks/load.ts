// Sends callbacks as fast as they are taken, or at the pace of calls, and measures how long each answer takes.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Story, Told } from './stories.ts'

export interface Measured {
  kind: Told['kind']
  ms: number
  /** When it was answered, by performance.now(). */
  at: number
}

const LANES = 500

async function post(agent: Agent, base: URL, told: Told): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = base
    const headers = { ...told.headers, 'content-length': Buffer.byteLength(told.body) }
    const sent = request({ agent, hostname, port, path: told.path, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(told.body)
  })
}

interface LoadOptions {
  url: string
  /** The next call's story; undefined: no more. */
  story(): Story | undefined
  /** Nothing more is begun after it. */
  seconds: number
  /** Mean pause between two callbacks of one call; 0: none. */
  pauseSeconds: number
  random(): number
}

/** Keeps 500 calls in flight. @returns every callback that was answered in time */
export async function keepInFlight(options: LoadOptions): Promise<Measured[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES })
  const base = new URL(options.url)
  const measured: Measured[] = []
  const end = performance.now() + options.seconds * 1000
  const pause = () => sleep(options.random() * 2 * options.pauseSeconds * 1000)

  async function tell(told: Told): Promise<string> {
    const start = performance.now()
    const { status, text } = await post(agent, base, told)
    if (status < 200 || status > 299) throw new Error(`${told.path}: ${status} ${text}`)
    const at = performance.now()
    if (at <= end) measured.push({ kind: told.kind, ms: at - start, at })
    return text
  }
  async function lane(): Promise<void> {
    while (performance.now() < end) {
      const story = options.story()
      if (!story) throw new Error('there were not enough calls')
      let step = story.next('')
      while (!step.done && performance.now() < end) {
        if (options.pauseSeconds > 0) await pause()
        step = story.next(await tell(step.value))
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: LANES }, lane))
  } finally {
    agent.destroy()
  }
  return measured
}
