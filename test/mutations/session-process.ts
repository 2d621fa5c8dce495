import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Run, RunResult } from './session.ts'

/** A process that runs tests, replaced by another where one of them never ends. */
export class SessionProcess {
  readonly #folder: string
  #child: ChildProcess | null = null

  /** @param folder of the fault files */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** @returns null: it did not end in time */
  async run(run: Run, timeoutMs: number): Promise<RunResult | null> {
    const child = await this.#started()
    const late = AbortSignal.timeout(timeoutMs)
    child.send(run)
    try {
      const [result] = await once(child, 'message', { signal: late })
      return result as RunResult // sent by the session
    } catch (error) {
      if (!late.aborted) throw error
      this.#kill()
      return null
    }
  }

  async close(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child) return
    child.disconnect()
    await once(child, 'exit')
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child?.connected) return this.#child
    const child = fork(fileURLToPath(new URL('./session.ts', import.meta.url)), {
      env: { ...process.env, MUTATIONS: this.#folder },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // its workers end with it
      detached: true,
    })
    this.#child = child
    await once(child, 'message')
    return child
  }

  #kill(): void {
    const child = this.#child
    this.#child = null
    if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
}
