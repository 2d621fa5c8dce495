import type { FastifyInstance, FastifyRequest, preValidationHookHandler, RouteOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import { answerShared } from './answer-shared.ts'
import { requireFitTexts } from './body-text.ts'
import { writeDirectly } from './direct-answer.ts'
import { schemaOf } from './endpoint-schema.ts'
import type { Gate } from './gate.ts'
import { actorOf } from './refusal-log.ts'
import { argsOf, type Call, type DbCtx, guarded, respond } from './respond.ts'
import type { Route } from './route.ts'
import './protection.ts'

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
        // vendors report all their calls from a few addresses; rejecting an unsigned request is cheap
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
        // the response is the same for all clients, so authentication is skipped
        if (direct) return
        const actor = await gate.authenticate(request, endpoint.access)
        request.actor = actor
        gate.admit(actor, endpoint.access)
        gate.requireProof?.(actor, endpoint)
        if (endpoint.limit) await gate.limit(request, endpoint)
        if (endpoint.multipart) await gate.requireRoom()
      },
      serializerCompiler: () => (data) => JSON.stringify(data),
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const ctx = gate.ctx(request, actor)
        reply.header('cache-control', 'no-store')
        // searches may contain any text, but stored texts must be valid
        if (endpoint.method !== 'GET') requireFitTexts(request.query)
        const call = { endpoint, handle, shared, ctx, actor, request, reply }
        // the shared response is the same within a role, and an API key has none
        const isShared = shared && actor.kind !== 'key' && gate.shared?.serves(request.headers['x-live'])
        if (isShared && gate.shared) return answerShared(call, gate.shared)
        return answer(call)
      },
    }
    if (endpoint.raw) serveRaw(server, options, endpoint.raw.bytes)
    else server.route(options)
  }
}

/** In a separate scope in which bodies are not parsed. */
function serveRaw(server: FastifyInstance, options: RouteOptions, bodyLimit: number): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    scope.route(options)
  })
}

/** Runs after the limits and before any work for the handler. */
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

async function answer<C extends DbCtx>(call: Call<C>): Promise<unknown> {
  const { endpoint, request, reply } = call
  const args = argsOf(call)
  const work = async () => {
    const { answer, headers } = await respond(call, args)
    void reply.headers(headers)
    return { status: endpoint.status, response: answer }
  }
  if (endpoint.kind !== 'json') return call.handle(args)
  reply.code(endpoint.status)
  if (endpoint.idempotent && !endpoint.multipart)
    return guarded(call, { params: request.params, body: request.body }, work)
  return (await work()).response
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

/** The separator of a form's parts, RFC 2046 section 5.1.1: 1 to 70 characters. */
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
