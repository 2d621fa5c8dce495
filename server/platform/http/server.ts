import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { KEY_REQUESTS_PER_MINUTE } from '#contract/accounts/api-keys.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { REQUEST_LIMITS, requireWithin } from '#server/platform/read-json.ts'
import { requireFitTexts } from './body-text.ts'
import { LEAST_COMPRESSED_BYTES } from './compressed.ts'
import { isMissing, replyError, TOO_MANY_REQUESTS } from './error-reply.ts'
import { type MissingPage, replyMissing } from './missing-page.ts'
import { protect } from './protection.ts'
import { createRefusalLog, originOf } from './refusal-log.ts'
import { refuseSlowBodies } from './slow-bodies.ts'
import { refuseInOneShape, refuseUnread } from './unread-requests.ts'

/** JSON bodies; scripts of 20,000 characters and a 200,000-character mistake still get their message. */
const MAX_JSON_BYTES = 1024 * 1024
/** For one session, or for one address without a session. */
const REQUESTS_PER_MINUTE = 1200
/** Time limit for the head of a request. */
const HEADERS_MS = 15_000
/** For which browsers reach us over TLS alone: two years. */
const HSTS_SECONDS = 63_072_000
/** Characters of one part of a path. */
const MAX_PARAM = 500

export interface ServerOptions {
  log: Log
  /** Whose forwarding headers count, as Fastify takes it. */
  trustProxy: boolean | string[] | ((address: string, hop: number) => boolean)
  rateLimits: boolean
  /** The session that a request proves, which is limited for itself; null: its address is. */
  sessionOf?: ((headers: FastifyRequest['headers']) => string | null) | undefined
  /** Pages and API are reached over TLS. */
  secure: boolean
  faultPage?: FastifyInstance['faultPage']
  /** For browsers that open an address where nothing is. */
  missingPage?: MissingPage | undefined
}

/** A Fastify server with the machinery that every route shares: limits, headers, cookies, errors in one shape. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const server: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger, // pino's own logger, of which Fastify's type is a part
    logController: new LogController({ disableRequestLogging: true }),
    // a logger of its own for each request costs more than the few lines that are written; those name their request themselves
    childLoggerFactory: (log) => log,
    trustProxy: options.trustProxy,
    bodyLimit: MAX_JSON_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM },
    // a path that cannot be read gets the one shape too
    frameworkErrors: (error, request, reply) => void replyError(error, request, reply),
    clientErrorHandler: refuseUnread,
    // what is under way is answered first; see draining.ts
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { requireHostHeader: false, headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
  })
  server.decorate('faultPage', options.faultPage)
  server.decorate('noteRefusal', createRefusalLog())
  server.decorateRequest('actor', null)
  readBodies(server)
  refuseInOneShape(server)
  refuseSlowBodies(server)
  server.setValidatorCompiler(validatorCompiler)
  const { missingPage: page } = options
  const replyToError = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    page && isMissing(error)
      ? replyMissing(error, { request, reply, page })
      : replyError(error, request, reply)
  server.setErrorHandler(replyToError)
  server.setNotFoundHandler((request, reply) => replyToError({ statusCode: 404 }, request, reply))
  server.addHook('onSend', (request, reply, _body, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    // drain a refused request body, else the connection's next request is never answered
    if (!request.raw.complete) request.raw.unpipe().resume()
    if (options.log.isLevelEnabled('info')) {
      const answer = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
      request.log.info({ ...originOf(request), ...answer }, 'request')
    }
    done()
  })
  await server.register(cookie)
  await server.register(compress, {
    global: true,
    threshold: LEAST_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
  })
  await protect(server, {
    contentSecurityPolicy: {
      useDefaults: true,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // Radix positions its layers with style attributes
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'media-src': ["'self'", 'blob:'],

        'base-uri': ["'none'"],
        'object-src': ["'none'"],
        'frame-ancestors': ["'none'"],
        'upgrade-insecure-requests': options.secure ? [] : null,
      },
    },
    strictTransportSecurity: options.secure && { maxAge: HSTS_SECONDS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  })
  await server.register(multipart, { limits: { files: 4, fields: 30, fieldSize: 64 * 1024 } })
  if (options.rateLimits) await limitRequests(server, options)
  return server
}

/** Counted in the memory of each process: a shared count would cost a write for each request. */
async function limitRequests(server: FastifyInstance, { sessionOf }: ServerOptions): Promise<void> {
  // the gate of a route runs before its limit
  const isOfKey = ({ actor }: FastifyRequest): boolean => actor?.kind === 'key'
  await server.register(rateLimit, {
    max: (request) => (isOfKey(request) ? KEY_REQUESTS_PER_MINUTE : REQUESTS_PER_MINUTE),
    timeWindow: '1 minute',
    // people and programs at one address would otherwise share one limit
    keyGenerator({ actor, ip, headers }) {
      return actor?.kind === 'key' ? `key ${actor.keyId}` : (sessionOf?.(headers) ?? ip)
    },
    errorResponseBuilder(request, { max, ttl }) {
      const seconds = Math.ceil(ttl / 1000)
      const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      const message = isOfKey(request)
        ? `This API key has made its ${max} requests of this minute. Try again in ${wait}.`
        : TOO_MANY_REQUESTS
      return new AppError('too_many_requests', message)
    },
  })
}

/** Bodies are JSON or uploads. The type of JSON without a body is no body: many clients always send the type. */
function readBodies(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // a string because of parseAs
    const text = body as string
    if (text === '') return done(null, undefined)
    try {
      requireWithin(text, REQUEST_LIMITS)
    } catch (refused) {
      return done(refused as Error) // requireWithin throws nothing else
    }
    parse(request, text, (error, parsed) => {
      if (error) return done(error)
      try {
        requireFitTexts(parsed)
      } catch (unfit) {
        return done(unfit as Error) // requireFitTexts throws nothing else
      }
      done(null, parsed)
    })
  })
  // the one type that a form of another site could send unasked
  server.removeContentTypeParser('text/plain')
}
