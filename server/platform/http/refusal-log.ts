import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { type Actor, actorId } from '#server/platform/actor.ts'

/** Refusals that indicate probing are warnings; those of mistyped forms are logged at a more verbose level only. */
const WARNED: ReadonlySet<ErrorCode> = new Set(['forbidden', 'too_many_requests'])
const TOLD: ReadonlySet<ErrorCode> = new Set(['not_signed_in', 'invalid', 'unsupported_type', 'too_large'])
/** Lines of one network and kind a minute; a flood is one line with a count. */
const LINES_A_MINUTE = 20
const MINUTE_MS = 60_000
/** Limit of networks in memory. */
const MOST_NETWORKS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender, once authenticated. */
    actor: Actor | null
  }
}

export function actorOf(request: FastifyRequest): Actor {
  return request.actor ?? { kind: 'visitor', ip: request.ip }
}

/**
 * The request, its actor and its address: never a name, an email address, or the path itself, which may contain the
 * token of a link.
 */
export function originOf(request: FastifyRequest): object {
  const actor = actorOf(request)
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions?.url ?? 'unknown',
    ip: request.ip,
    actor: actor.kind,
    userId: actorId(actor),
  }
}

interface Refused {
  code: ErrorCode
  fields?: Record<string, string>
}

export type RefusalLog = (request: FastifyRequest, refused: Refused) => void

/** Notes requests that were refused, and counts those of a network that go on and on. */
export function createRefusalLog(now: () => number = () => Date.now()): RefusalLog {
  let minute = 0
  const lines = new Map<string, number>()
  return (request, { code, fields }) => {
    if (!WARNED.has(code) && !TOLD.has(code)) return
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute || lines.size > MOST_NETWORKS) {
      minute = current
      lines.clear()
    }
    const name = `${code} ${request.ip}`
    const count = (lines.get(name) ?? 0) + 1
    lines.set(name, count)
    // the first ones, then the 40th, 80th, 160th …
    const isTold = count <= LINES_A_MINUTE || Number.isInteger(Math.log2(count / LINES_A_MINUTE))
    if (!isTold) return
    const line = { code, ...originOf(request), count, ...(fields && { fields: Object.keys(fields) }) }
    if (WARNED.has(code)) request.log.warn(line, 'request refused')
    else request.log.info(line, 'request refused')
  }
}
