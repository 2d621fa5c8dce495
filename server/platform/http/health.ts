import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LogState } from '#server/platform/log-output.ts'

export interface Readiness {
  /** Throws when the part is not ready; its name says which. */
  [part: string]: () => Promise<void>
}

const CHECK_MS = 2_000

/** GET /healthz (process), GET /readyz (database, queue), GET /metrics (Prometheus). */
export function serveHealth(server: FastifyInstance, logState: () => LogState, readiness: Readiness): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureLog(registry, logState)
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  // found again by the three words: working out which series they name takes longer than counting
  const series = new Map<string, ReturnType<typeof seconds.labels>>()
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const name = `${request.method} ${reply.statusCode} ${route}`
    let known = series.get(name)
    if (!known) {
      known = seconds.labels({ method: request.method, route, status: reply.statusCode })
      series.set(name, known)
    }
    known.observe(reply.elapsedTime / 1000)
    done()
  })
  const hidden = { schema: { hide: true } as object }
  server.get('/healthz', hidden, async () => ({ status: 'ok' }))
  server.get('/readyz', hidden, async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(readiness).map(async ([part, check]) => [part, await stateOf(check)] as const),
    )
    const ready = states.every(([, state]) => state === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'unavailable', ...Object.fromEntries(states) })
  })
  server.get('/metrics', hidden, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

function measureLog(registry: Registry, state: () => LogState): void {
  const registers = [registry]
  new Gauge({
    name: 'log_writable',
    help: '1 while the log can be written, else 0',
    registers,
    collect() {
      this.set(state().failure ? 0 : 1)
    },
  })
  new Counter({
    name: 'log_lines_lost_total',
    help: 'Lines that the log could not keep',
    registers,
    collect() {
      this.reset()
      this.inc(state().lost)
    },
  })
}

async function stateOf(check: () => Promise<void>): Promise<'ok' | 'failed'> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('late')), CHECK_MS).unref(),
  )
  return Promise.race([check(), late]).then(
    () => 'ok' as const,
    () => 'failed' as const,
  )
}
