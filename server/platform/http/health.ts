import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DiskLevel, DiskSpace } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import type { LogState } from '#server/platform/log-output.ts'
import type { Draining } from './draining.ts'

export interface Readiness {
  /** Throws when the part is not ready; the key is the part's name. */
  [part: string]: () => Promise<void>
}

const CHECK_MS = 2_000

export interface Figures {
  logState: () => LogState
  /** Opens `/metrics` to other machines; null: to none. */
  metricsToken: string | null
  disk: DiskSpace
  liveness: () => Promise<Liveness>
  draining: Draining
}

/** Delays of the background work; ages in seconds. */
export interface Liveness {
  standstills: readonly { text: string }[]
  queues: readonly { queue: string; oldestSeconds: number }[]
  workers: readonly { worker: string; silentSeconds: number }[]
}

/**
 * GET /healthz (process), GET /readyz (database, queue, disk, workers), GET /metrics (Prometheus). Without disk space,
 * or while a queue is stalled, the state is degraded, not down: reads, opt-outs and reports of calls still work.
 */
export function serveHealth(
  server: FastifyInstance,
  { logState, metricsToken, disk, liveness, draining }: Figures,
  readiness: Readiness,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureLog(registry, logState)
  measureDisk(registry, disk)
  measureLiveness(registry, liveness)
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const leftOut = new Counter({
    name: 'list_items_left_out_total',
    help: 'Items of lists that did not fit their contract and were not shown, by route',
    labelNames: ['route'],
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
    if (request.itemsLeftOut) leftOut.inc({ route }, request.itemsLeftOut)
    done()
  })
  const hidden = { schema: { hide: true } as object }
  server.get('/healthz', hidden, async () => ({ status: 'ok' }))
  server.get('/readyz', hidden, async (_request, reply) => {
    if (draining.hasBegun()) return reply.code(503).send({ status: 'stopping' })
    const states = await Promise.all(
      Object.entries(readiness).map(async ([part, check]) => [part, await stateOf(check)] as const),
    )
    const ready = states.every(([, state]) => state === 'ok')
    const room = await roomOn(disk)
    const standing = ready ? await standingStill(liveness) : []
    const isWell = room === 'ok' && standing.length === 0
    const status = ready ? (isWell ? 'ok' : 'degraded') : 'unavailable'
    return reply
      .code(ready ? 200 : 503)
      .send({ status, ...Object.fromEntries(states), disk: room, ...(standing.length > 0 && { standing }) })
  })
  server.get('/metrics', hidden, async (request, reply) => {
    if (!isLocal(request) && !carriesToken(request, metricsToken)) {
      reply.header('www-authenticate', 'Bearer')
      throw new AppError('not_signed_in', METRICS_CLOSED)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const METRICS_CLOSED = 'Figures are for this machine, or for whoever sends METRICS_TOKEN as a bearer token.'
const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** From this machine itself, and not handed on by a proxy that runs here. */
function isLocal({ ip, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  return forwarded === undefined && LOOPBACK.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

function carriesToken({ headers }: FastifyRequest, token: string | null): boolean {
  if (token === null) return false
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
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

function measureDisk(registry: Registry, disk: DiskSpace): void {
  const registers = [registry]
  new Gauge({
    name: 'disk_free_bytes',
    help: 'Free bytes of the disk that a folder lies on',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const { name, freeBytes } of (await disk.state()).folders) this.set({ folder: name }, freeBytes)
    },
  })
  new Gauge({
    name: 'disk_level',
    help: '0: room enough, 1: uploads and imports are refused, 2: no calls are started either',
    registers,
    async collect() {
      this.set(levels.indexOf((await disk.state()).level))
    },
  })
}

function measureLiveness(registry: Registry, liveness: Figures['liveness']): void {
  const registers = [registry]
  new Gauge({
    name: 'queue_oldest_seconds',
    help: 'How long the oldest row of a queue has been due',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset()
      for (const { queue, oldestSeconds } of (await known(liveness))?.queues ?? [])
        this.set({ queue }, oldestSeconds)
    },
  })
  new Gauge({
    name: 'worker_silent_seconds',
    help: 'Time since a worker of any process last gave a sign of life',
    labelNames: ['worker'],
    registers,
    async collect() {
      this.reset()
      for (const { worker, silentSeconds } of (await known(liveness))?.workers ?? [])
        this.set({ worker }, silentSeconds)
    },
  })
  new Gauge({
    name: 'standstills',
    help: 'How many queues or workers stand still; -1 while it cannot be told',
    registers,
    async collect() {
      this.set((await known(liveness))?.standstills.length ?? -1)
    },
  })
}

async function known(liveness: Figures['liveness']): Promise<Liveness | null> {
  let seen: Liveness | null = null
  await stateOf(async () => {
    seen = await liveness()
  })
  return seen
}

/** Standstills in sentences; a failed check is one of them. */
async function standingStill(liveness: Figures['liveness']): Promise<string[]> {
  const seen = await known(liveness)
  return seen?.standstills.map(({ text }) => text) ?? ['Whether the workers are well cannot be told.']
}

const levels: readonly DiskLevel[] = ['ok', 'low', 'full']

async function roomOn(disk: DiskSpace): Promise<DiskLevel | 'failed'> {
  let level: DiskLevel = 'ok'
  const state = await stateOf(async () => {
    level = (await disk.state()).level
  })
  return state === 'ok' ? level : state
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
