import type { FastifyReply } from 'fastify'
import './protection.ts'

/** An answer that is written as it is, past everything but log, metrics and limits. */
export interface DirectAnswer {
  status: number
  /** Name, value, name, value … in addition to the security headers. */
  headers: readonly string[]
  /** Its type and length are among the headers. */
  body: Buffer | null
}

/** @param protecting headers, see `Protection` */
export function writeDirectly(
  reply: FastifyReply,
  { status, headers, body }: DirectAnswer,
  protecting = reply.request.server.protection.headers,
): void {
  reply.hijack()
  reply.raw
    .writeHead(status, [...protecting, 'x-request-id', reply.request.id, ...headers])
    .end(body ?? undefined)
}
