import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/platform/errors.ts'

type Refusal = readonly [status: number, code: ErrorCode, message: string]

export const TOO_SLOW: Refusal = [408, 'invalid', 'The request arrived too slowly. Send it again.']
const UNREADABLE: Refusal = [400, 'invalid', 'The request could not be read. Send it as HTTP/1.1.']

/** Refusals by the parser's error code; other codes count as unreadable. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: TOO_SLOW,
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The address and headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', 'The request is too large.'],
}

/** The answer that each connection is at, from its request on. */
const answers = new WeakMap<Socket, { id: string; raw: ServerResponse }>()

/** Ends a connection with a refusal in the one shape, unless an answer is on its way already. */
export function refuseOn(socket: Socket, [status, code, message]: Refusal): void {
  const answer = answers.get(socket)
  if (socket.writable && !(answer?.raw.headersSent && !answer.raw.writableFinished)) {
    socket.end(written([status, code, message], answer?.raw.writableFinished ? randomUUID() : answer?.id))
  }
  socket.destroySoon()
}

function written([status, code, message]: Refusal, requestId: string = randomUUID()): string {
  const body = JSON.stringify({ code, message, requestId } satisfies ErrorBody)
  const headers = {
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}

/** For Fastify: unreadable requests match no route. */
export function refuseUnread(error: Error & { code?: string }, socket: Socket): void {
  // the connection is already closed
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  refuseOn(socket, refusals[error.code ?? ''] ?? UNREADABLE)
}

/** Gives the common error format to the refusals that Node would send without a body. */
export function refuseInOneShape(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    answers.set(request.raw.socket, { id: request.id, raw: reply.raw })
    // `requireHostHeader` is off
    const { headers, httpVersion } = request.raw
    if (headers.host === undefined && httpVersion === '1.1') {
      return done(new AppError('invalid', 'The request names no host.'))
    }
    done()
  })
  server.server.on('checkExpectation', ({ socket }: IncomingMessage) => {
    refuseOn(socket, [417, 'invalid', 'The request expects what this server does not do. Leave out Expect.'])
  })
}
