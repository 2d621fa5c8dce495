import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import { requireFitTexts } from './body-text.ts'
import { Compressed, encodingFor, LEAST_COMPRESSED_BYTES } from './compressed.ts'
import { writeDirectly } from './direct-answer.ts'
import { schemaOf } from './endpoint-schema.ts'
import { once } from './idempotency.ts'
import { encodeNext } from './link.ts'
import { checkItems } from './list-items.ts'
import { Page, totalHeader } from './page.ts'
import { actorOf } from './refusal-log.ts'
import type { HandlerArgs, Route } from './route.ts'
import type { SharedAnswers } from './shared-answers.ts'
import './protection.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Items of the answered list that did not fit its contract; counted by the metrics. */
    itemsLeftOut?: number
  }
}

export interface Gate<C> {
  /** Who sends this request, as far as what it asks for lets them in: a broker's token opens nothing of the staff's. */
  authenticate(request: FastifyRequest, access: Access): Promise<Actor>
  /** @throws AppError not_signed_in or forbidden */
  admit(actor: Actor, access: Access): void
  ctx(request: FastifyRequest, actor: Actor): C
  /** Counts a request against the limit of its endpoint. @throws AppError too_many_requests */
  limit(request: FastifyRequest, endpoint: Endpoint): Promise<void>
  /** Before an upload is taken in. @throws AppError no_space */
  requireRoom(): Promise<void>
  /** Left out: every request is worked out. */
  shared?: SharedAnswers
}

interface DbCtx {
  db: QueryExecutorProvider
}

/** Serves the endpoints: gate first, then validation, then the handler, then the answer checked by the contract. */
export function serveRoutes<C extends DbCtx>(
  server: FastifyInstance,
  routes: readonly Route<C>[],
  gate: Gate<C>,
): void {
  server.decorateRequest('itemsLeftOut', 0)
  for (const { endpoint, handle, direct, faults, shared, isCallback } of routes) {
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      config: {
        // vendors tell of all their calls from a few addresses; what is not signed costs next to nothing
        ...(endpoint.raw && { rateLimit: false }),
        direct: direct !== undefined || isCallback === true,
        ...(faults && { faults }),
        ...(isCallback && { isCallback }),
      },
      ...(direct && { preValidation: answerDirectly(direct) }),
      ...(isCallback && { compress: false, decompress: false }),
      // a stream has no head to give without staying open
      exposeHeadRoute: endpoint.kind !== 'stream',
      // before the body is read: a stranger's upload is refused without taking it in
      onRequest: async (request) => {
        // the same for everybody: nobody is asked who they are
        if (direct) return
        const actor = await gate.authenticate(request, endpoint.access)
        request.actor = actor
        gate.admit(actor, endpoint.access)
        if (endpoint.limit) await gate.limit(request, endpoint)
        if (endpoint.multipart) await gate.requireRoom()
      },
      serializerCompiler: () => (data) => JSON.stringify(data),
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const ctx = gate.ctx(request, actor)
        reply.header('cache-control', 'no-store')
        // a search may hold anything, what changes something is kept
        if (endpoint.method !== 'GET') requireFitTexts(request.query)
        const call = { endpoint, handle, shared, ctx, actor, request, reply }
        if (shared && gate.shared?.serves(request.headers['x-live'])) return answerTogether(call, gate.shared)
        return answer(call)
      },
    }
    if (endpoint.raw) serveRaw(server, options, endpoint.raw.bytes)
    else server.route(options)
  }
}

/** In a scope of its own, where every body is taken as it comes. */
function serveRaw(server: FastifyInstance, options: RouteOptions, bodyLimit: number): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.route(options)
  })
}

/** After the limits, before anything is worked out for the handler. */
function answerDirectly(direct: NonNullable<Route<never>['direct']>): preValidationHookHandler {
  return (request, reply, done) => {
    const answer = direct(request)
    if (answer) {
      writeDirectly(reply, answer)
      return
    }
    request.server.protection.set(reply)
    done()
  }
}

interface Call<C> extends Route<C> {
  ctx: C
  actor: Actor
  request: FastifyRequest
  reply: FastifyReply
}

/** As answer(), worked out once for all who ask the same since the last change that they were told of. */
async function answerTogether<C extends DbCtx>(call: Call<C>, shared: SharedAnswers): Promise<unknown> {
  const { request, reply } = call
  const { body, headers } = await shared.of(sharedKey(call), async () => {
    const answered = await answer(call)
    const told = ['x-total-count', 'link'].flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)] as const]
    })
    const body = new Compressed(Buffer.from(JSON.stringify(answered)), 'fast')
    return { body, headers: Object.fromEntries(told) }
  })
  void reply.headers(headers).type('application/json; charset=utf-8')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity' || body.identity.length < LEAST_COMPRESSED_BYTES)
    return reply.send(body.identity)
  const bytes = await body.bytes(encoding)
  return reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(bytes)
}

/** No address holds a blank. */
function sharedKey<C>({ shared, actor, request }: Call<C>): string {
  return shared === 'role' && actor.kind === 'staff' ? `${request.url} ${actor.role}` : request.url
}

async function answer<C extends DbCtx>(call: Call<C>): Promise<unknown> {
  const { endpoint, request, reply } = call
  const args: HandlerArgs<C, Endpoint> = {
    ctx: call.ctx,
    params: request.params,
    query: request.query,
    body: request.body,
    request,
    reply,
    once: (content, work) =>
      guarded(call, content, async () => ({ status: endpoint.status, response: await work() })),
  } as HandlerArgs<C, Endpoint> // Fastify has replaced params, query and body by what the endpoint's schemas gave
  const work = async () => ({ status: endpoint.status, response: await respond(call, args) })
  if (endpoint.kind !== 'json') return call.handle(args)
  reply.code(endpoint.status)
  if (endpoint.idempotent && !endpoint.multipart)
    return guarded(call, { params: request.params, body: request.body }, work)
  return (await work()).response
}

/** Runs the handler and checks its answer by the contract: what is not declared does not leave the server. */
async function respond<C>(call: Call<C>, args: HandlerArgs<C, Endpoint>): Promise<unknown> {
  const result = await call.handle(args)
  if (!(result instanceof Page)) return checkedAnswer(call, result)
  call.reply.header('x-total-count', totalHeader(result.total))
  if (result.next) call.reply.header('link', `<${encodeNext(call.request.url, result.next)}>; rel="next"`)
  return checkedAnswer(call, result.items)
}

/** What the contract lets out of an answer; of a list, the items that fit. */
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

async function guarded<C extends DbCtx, T>(
  call: Call<C>,
  content: unknown,
  work: () => Promise<{ status: number; response: T }>,
): Promise<T> {
  const key = call.request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !call.endpoint.idempotent) return (await work()).response
  const { actor } = call
  const signedIn = actor.kind === 'staff' || actor.kind === 'broker'
  const scope = signedIn ? `user:${actor.userId}` : `ip:${call.request.ip}`
  const endpoint = `${call.endpoint.method} ${call.request.url}`
  const result = await once(call.ctx.db, { scope, key, endpoint, body: content }, work)
  if (result.replayed) call.reply.header('idempotency-replayed', 'true')
  call.reply.code(result.status)
  return result.response as T // the very answer that `work` gave, stored as JSON
}

/** The start fails where an endpoint of the contract has no handler, or two. */
export function checkComplete(endpoints: readonly Endpoint[], routes: readonly Route<never>[]): void {
  const name = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`
  const served = routes.map(({ endpoint }) => name(endpoint))
  const missing = endpoints.map(name).filter((path) => !served.includes(path))
  const twice = served.filter((path, index) => served.indexOf(path) !== index)
  if (missing.length > 0) throw new Error(`Endpoints without a handler: ${missing.join(', ')}`)
  if (twice.length > 0) throw new Error(`Endpoints with two handlers: ${twice.join(', ')}`)
}

/** What separates the parts of a form, RFC 2046 section 5.1.1: 1 to 70 characters. */
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^";\s]{1,70})\s*(?:;|$)/i

/** For multipart handlers: the one place that refuses a body of another type, before anything of it is read. */
export function requireMultipart(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new AppError('unsupported_type', 'Send the file as multipart/form-data.')
  if (!BOUNDARY.test(request.headers['content-type'] ?? '')) {
    throw new AppError(
      'invalid',
      'The upload does not say what separates its parts. Send a boundary of 1 to 70 characters.',
    )
  }
}
