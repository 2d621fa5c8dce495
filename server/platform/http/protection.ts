import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    protection: Protection
  }
  interface FastifyContextConfig {
    /** Answers by `writeDirectly`, which adds the security headers itself. */
    direct?: boolean
    /** See `Route.isCallback`. */
    isCallback?: boolean
    /** See `Route.faults`. */
    faults?: (body: unknown) => Record<string, string>
  }
}

export interface Protection {
  /** Name, value, name, value … as `writeHead` takes them. */
  headers: readonly string[]
  /** Those of an answer that no browser shows: the full set took a twentieth of a callback's time. */
  forPrograms: readonly string[]
  set(reply: FastifyReply): void
}

/** Headers of every response, https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html */
const FOR_PROGRAMS = ['strict-transport-security', 'x-content-type-options']
const SHOWS_NOTHING = ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"]

/** Headers that belong to the probe's answer alone. */
const OF_THE_PROBE = ['content-type', 'content-length', 'date', 'connection']

/**
 * Adds helmet's security headers to every answer. They are always the same, so helmet runs once: computing them for
 * every request would cost as much as the rest of a small answer.
 */
export async function protect(server: FastifyInstance, options: FastifyHelmetOptions): Promise<void> {
  const probe = Fastify()
  await probe.register(helmet, options)
  probe.get('/', async () => '')
  const { headers: fromHelmet } = await probe.inject('/')
  await probe.close()
  const headers = Object.entries(fromHelmet).flatMap(([name, value]) =>
    OF_THE_PROBE.includes(name) ? [] : ([[name, String(value)]] as [string, string][]),
  )
  // on the raw answer, as helmet does, so that a stream that bypasses Fastify has them too
  const set = ({ raw }: FastifyReply): void => {
    for (const [name, value] of headers) raw.setHeader(name, value)
  }
  const forPrograms = headers.filter(([name]) => FOR_PROGRAMS.includes(name)).flat()
  server.decorate('protection', {
    headers: headers.flat(),
    forPrograms: [...forPrograms, ...SHOWS_NOTHING],
    set,
  })
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.direct) set(reply)
    done()
  })
}
