import type { Ctx } from '#server/ctx.ts'
import type { Attempted } from './deliveries.store.ts'
import { storeAttempts } from './record-attempts.ts'

export interface AttemptRecorder {
  add(attempt: Attempted): void
  /** Resolves when all are stored. @throws the error of the last store that failed */
  done(): Promise<void>
}

/**
 * Stores attempts one after the other: those that end while a store runs share the next one, so that a busy webhook
 * needs few transactions. What a killed process has not stored is delivered again.
 */
export function createAttemptRecorder(ctx: Ctx, endpointId: number): AttemptRecorder {
  let waiting: Attempted[] = []
  let running: Promise<void> | null = null
  const storeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const attempts = waiting
      waiting = []
      await storeAttempts(ctx, endpointId, attempts)
    }
  }
  const start = (): void => {
    running ??= storeAll().finally(() => {
      running = null
    })
    // `done` reports it; until then it is no unhandled rejection
    running.catch(() => undefined)
  }
  return {
    add(attempt) {
      waiting.push(attempt)
      start()
    },
    async done() {
      while (running || waiting.length > 0) {
        start()
        await running
      }
    },
  }
}
