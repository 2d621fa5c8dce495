import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    protection: Protection
  }
  interface FastifyContextConfig {
    /** Answers from memory, with the protecting headers among its own. */
    direct?: boolean
  }
}

export interface Protection {
  /** Name, value, name, value … as Node takes them at once. */
  headers: readonly string[]
  set(reply: FastifyReply): void
}

/** What the probe's answer has of its own. */
const PROBE = ['content-type', 'content-length', 'date', 'connection']

/**
 * Gives every answer helmet's protecting headers. They are the same each time, so helmet is asked once: it would
 * work them out anew for every request, which costs as much as the rest of a small answer.
 */
export async function protect(server: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const probe = Fastify()
  await probe.register(helmet, options)
  probe.get('/', async () => '')
  const { headers: answered } = await probe.inject('/')
  await probe.close()
  const headers = Object.entries(answered).flatMap(([name, value]) =>
    PROBE.includes(name) ? [] : ([[name, String(value)]] as [string, string][]),
  )
  // on the raw answer, as helmet does: a stream that is written past the framework has them too
  const set = ({ raw }: FastifyReply): void => {
    for (const [name, value] of headers) raw.setHeader(name, value)
  }
  server.decorate('protection', { headers: headers.flat(), set })
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.direct) set(reply)
    done()
  })
}
