import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Draining {
  /** True from the signal to stop: a proxy should choose another process. */
  hasBegun(): boolean
}

/**
 * Lets requests under way end before `server.close()` ends. For `seconds` everything is still answered, with `Connection: close`, so
 * that a proxy has time to see that the process is not ready and kept connections move elsewhere. Then no connection is
 * accepted, and what is under way has the same time again.
 * @param endStreams ends responses that never end by themselves
 */
export function drainBeforeClose(server: FastifyInstance, seconds: number, endStreams: () => void): Draining {
  let begun = false
  server.addHook('preClose', async () => {
    begun = true
    await delay(seconds * 1000)
    endStreams()
    const rest = setTimeout(() => server.server.closeAllConnections(), seconds * 1000)
    server.server.once('close', () => clearTimeout(rest))
  })
  return { hasBegun: () => begun }
}
