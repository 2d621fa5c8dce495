import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuseOn, TOO_SLOW } from './unread-requests.ts'

export interface BodyPace {
  /** Interval of the checks, and the time in which `leastBytes` must arrive. */
  everyMs: number
  leastBytes: number
}

/** A phone on the edge of its network sends more; a file of any size has the time that it needs. */
const PACE: BodyPace = { everyMs: 15_000, leastBytes: 1_024 }

/**
 * Ends requests whose body trickles in: each holds a connection, and thousands of them all there are. Judged by progress,
 * as a large upload may take long.
 */
export function refuseSlowBodies(server: FastifyInstance, { everyMs, leastBytes }: BodyPace = PACE): void {
  /** Each request with the bytes that its connection had read at the last check. */
  const arriving = new Map<IncomingMessage, number>()
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if ((length !== undefined && length !== '0') || encoding !== undefined) {
      arriving.set(raw, raw.socket.bytesRead)
      raw.once('close', () => arriving.delete(raw))
    }
    done()
  })
  const timer = setInterval(() => {
    for (const [request, before] of arriving) {
      const { socket, complete } = request
      if (complete) arriving.delete(request)
      // a delay because we read slowly is not the sender's
      else if (socket.bytesRead - before < leastBytes && !request.isPaused()) refuseOn(socket, TOO_SLOW)
      else arriving.set(request, socket.bytesRead)
    }
  }, everyMs)
  timer.unref()
  server.addHook('onClose', async () => clearInterval(timer))
}
