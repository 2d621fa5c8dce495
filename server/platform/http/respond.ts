import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import { once } from './idempotency.ts'
import { encodeNext } from './link.ts'
import { checkItems } from './list-items.ts'
import { Page, totalHeader } from './page.ts'
import type { HandlerArgs, Route } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Items of the answered list that did not fit its contract; counted by the metrics. */
    itemsLeftOut?: number
  }
}

export interface DbCtx {
  db: QueryExecutorProvider
}

/** A request that has passed the gate. */
export interface Call<C> extends Route<C> {
  ctx: C
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

export function argsOf<C extends DbCtx>(call: Call<C>): HandlerArgs<C, Endpoint> {
  const { ctx, endpoint, request, reply } = call
  return {
    ctx,
    params: request.params,
    query: request.query,
    body: request.body,
    request,
    reply,
    once: (content, work) =>
      guarded(call, content, async () => ({ status: endpoint.status, response: await work() })),
  } as HandlerArgs<C, Endpoint> // Fastify has replaced params, query and body by the parsed values
}

export interface Responded {
  answer: unknown
  headers: Record<string, string>
}

/** Runs the handler and validates its result by the contract: undeclared fields never leave the server. */
export async function respond<C>(call: Call<C>, args: HandlerArgs<C, Endpoint>): Promise<Responded> {
  const result = await call.handle(args)
  if (!(result instanceof Page)) return { answer: checkedAnswer(call, result), headers: {} }
  const { items, next } = result
  const headers: Record<string, string> = { 'x-total-count': totalHeader(result) }
  if (next) headers.link = `<${encodeNext(call.request.url, next)}>; rel="next"`
  return { answer: checkedAnswer(call, items), headers }
}

/** The valid part of a result; of a list, the items that fit. */
function checkedAnswer<C>({ endpoint: { returns, path }, request }: Call<C>, answer: unknown): unknown {
  const list = Array.isArray(answer) ? checkItems(returns, answer) : null
  if (!list) return returns.parse(answer)
  for (const { id, faults } of list.unfit)
    request.log.warn(
      { requestId: request.id, route: path, id, faults },
      'an item of a list does not fit its contract: it is left out',
    )
  request.itemsLeftOut = list.unfit.length
  return list.items
}

/** Whose idempotency keys these are; null for visitors. */
function keyOwner(actor: Actor): string | null {
  if (actor.kind === 'key') return `key:${actor.keyId}`
  return actor.kind === 'staff' || actor.kind === 'broker' ? `user:${actor.userId}` : null
}

export async function guarded<C extends DbCtx, T>(
  call: Call<C>,
  content: unknown,
  work: () => Promise<{ status: number; response: T }>,
): Promise<T> {
  const key = call.request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !call.endpoint.idempotent) return (await work()).response
  const { actor } = call
  const scope = keyOwner(actor) ?? `ip:${call.request.ip}`
  const endpoint = `${call.endpoint.method} ${call.request.url}`
  const result = await once(call.ctx.db, { scope, key, endpoint, body: content }, work)
  if (result.replayed) call.reply.header('idempotency-replayed', 'true')
  call.reply.code(result.status)
  return result.response as T // the very answer that `work` gave, stored as JSON
}
