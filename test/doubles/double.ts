// A vendor played on this machine: a loopback server that validates and records its requests, and fails in the ways
// that vendors fail.

import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the vendor saw it. */
export interface Seen {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  at: Date
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Objects go as JSON. */
  body?: object | string | Buffer
}

/**
 * - `busy`: 429 with Retry-After, without effect.
 * - `broken`: 500, without effect.
 * - `broken_after`: 500, with effect.
 * - `silent`: with effect, but without a response.
 * - `cut`: with effect, and the connection breaks in the middle of the response.
 * - `reset`: the connection breaks immediately, without effect.
 */
export const faults = ['busy', 'broken', 'broken_after', 'silent', 'cut', 'reset'] as const
export type Fault = (typeof faults)[number]

export interface Route {
  method: string
  /** Named groups capture the parts of the path that the response needs. */
  path: RegExp
  answer(seen: Seen, groups: Record<string, string>): Answer | Promise<Answer>
}

export interface DoubleOptions {
  routes: readonly Route[]
  /** The response to a request without our credentials; null: it has them. */
  refuse(seen: Seen): Answer | null
  /** The fault of this request; undefined: none. May be replaced at any time. */
  fault?: (seen: Seen) => Fault | undefined
  retryAfterSeconds?: number
}

export interface Double {
  /** http://127.0.0.1:port */
  url: string
  /** All requests, in order. */
  seen: Seen[]
  setFault(fault: DoubleOptions['fault']): void
  close(): Promise<void>
}

export async function startDouble(options: DoubleOptions): Promise<Double> {
  const seen: Seen[] = []
  let fault = options.fault
  const server = createServer((request, response) => {
    void take(request).then(async (asked) => {
      seen.push(asked)
      await reply(response, asked, { ...options, fault })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    setFault: (next) => {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function take(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding was set
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
    at: new Date(),
  }
}

async function reply(response: ServerResponse, seen: Seen, options: DoubleOptions): Promise<void> {
  const refused = options.refuse(seen)
  if (refused) return send(response, refused)
  const fault = options.fault?.(seen)
  if (fault === 'reset') return void response.destroy()
  if (fault === 'busy') {
    const headers = { 'retry-after': String(options.retryAfterSeconds ?? 1) }
    return send(response, {
      status: 429,
      headers,
      body: { code: 20429, message: 'Too Many Requests', status: 429 },
    })
  }
  if (fault === 'broken') return send(response, broken)
  const answer = await answerOf(seen, options.routes)
  if (fault === 'broken_after') return send(response, broken)
  // the client gives up, or the server is closed
  if (fault === 'silent') return
  if (fault === 'cut') {
    response.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"sid":"')
    setTimeout(() => response.destroy(), 5)
    return
  }
  send(response, answer)
}

const broken: Answer = { status: 500, body: { code: 20500, message: 'Internal Server Error', status: 500 } }

async function answerOf(seen: Seen, routes: readonly Route[]): Promise<Answer> {
  for (const route of routes) {
    const match = route.method === seen.method && route.path.exec(seen.path)
    if (match) return route.answer(seen, { ...match.groups })
  }
  return {
    status: 404,
    body: { code: 20404, message: `${seen.method} ${seen.path} is not played here`, status: 404 },
  }
}

function send(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  const json = typeof body === 'object' && !Buffer.isBuffer(body)
  response.writeHead(status, { ...(json && { 'content-type': 'application/json' }), ...headers })
  response.end(json ? JSON.stringify(body) : body)
}
