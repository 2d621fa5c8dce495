import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ChangedMeanwhile } from '#contract/edits.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { DATABASE_AWAY, errorStatus } from '#contract/errors.ts'
import { isUnreachable, refersToNothing, wasInTheWay } from '#server/platform/db/unreachable.ts'
import { isOutOfSpace, noSpace } from '#server/platform/disk-space.ts'
import { AppError } from '#server/platform/errors.ts'
import { JsonRefused, REQUEST_LIMITS } from '#server/platform/read-json.ts'
import { errorCode } from '#server/platform/startup-error.ts'
import { CANNOT_BE_STORED } from './body-text.ts'
import { notOurCursor } from './page.ts'
import './protection.ts'
import { originOf, type RefusalLog } from './refusal-log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    noteRefusal: RefusalLog
  }
}

export const TOO_MANY_REQUESTS = 'Too many requests. Wait a moment and try again.'

/** Messages for refusals by the HTTP framework. */
const machinery: Record<number, [ErrorCode, string]> = {
  400: ['invalid', 'The request could not be read. Send valid JSON.'],
  404: ['not_found', 'Nothing is here.'],
  // a part of the path that is longer than any id or code
  414: ['not_found', 'Nothing is here.'],
  413: ['too_large', 'The request is too large.'],
  415: ['unsupported_type', 'This content type is not supported.'],
  429: ['too_many_requests', TOO_MANY_REQUESTS],
}

/** PostgreSQL's codes for a NUL character in a text or in JSON. */
const UNSTORABLE = ['22021', '22P05']

/** PostgreSQL's codes for a value that its type does not take, or that is too large for it. */
const UNREADABLE = ['22P02', '22003', '22007', '22008']

/** Messages of the multipart parser for a form that is cut off or has no boundary; it gives no code. */
const BROKEN_FORM = /^Multipart: Boundary not found$|unexpected end of multipart data$/i

declare module 'fastify' {
  interface FastifyInstance {
    /** Renders the page that replaces one that cannot be rendered now. */
    faultPage: ((fault: { title: string; text: string }) => string) | undefined
  }
}

interface Refusal {
  code: ErrorCode
  message: string
  fields?: Record<string, string> | undefined
  retryAfter?: number | undefined
  changed?: ChangedMeanwhile | undefined
}

const AWAY: Refusal = {
  code: 'unavailable',
  message: DATABASE_AWAY,
  retryAfter: 5,
}

/** After the transaction was tried again and again. */
const TOO_BUSY: Refusal = {
  code: 'unavailable',
  message: 'Too much happened at once. Try again in a moment.',
  retryAfter: 1,
}

/** The row, or the requesting user, was deleted after this request had read it. */
const GONE_MEANWHILE: Refusal = {
  code: 'conflict',
  message: 'Something that this refers to has just been deleted. Reload the page and try again.',
}

const beyondLimits: Record<JsonRefused['reason'], Refusal> = {
  depth: {
    code: 'invalid',
    message: `The request is nested too deep. Send at most ${REQUEST_LIMITS.depth} levels.`,
  },
  values: { code: 'too_large', message: 'The request holds too many values. Send it in smaller parts.' },
}

function refusalOf(error: unknown, request?: FastifyRequest): Refusal | null {
  if (error instanceof AppError) return error
  if (error instanceof JsonRefused) return beyondLimits[error.reason]
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation) {
      const field = instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'
      fields[field] ??= message ?? 'Invalid'
    }
    const beside = request?.routeOptions.config.faults?.(request.body) ?? {}
    return {
      code: 'invalid',
      message: Object.values(fields)[0] ?? 'Invalid input',
      fields: { ...beside, ...fields },
    }
  }
  if (isUnreachable(error)) return AWAY
  if (isOutOfSpace(error)) return noSpace()
  if (wasInTheWay(error)) return TOO_BUSY
  if (refersToNothing(error)) return GONE_MEANWHILE
  if (UNSTORABLE.includes(errorCode(error) ?? '')) {
    return {
      code: 'invalid',
      message: CANNOT_BE_STORED,
    }
  }
  // the values in a cursor are checked by the columns that they are compared with
  if (UNREADABLE.includes(errorCode(error) ?? '') && isObject(request?.query) && request.query.cursor)
    return notOurCursor()
  if (error instanceof Error && BROKEN_FORM.test(error.message)) {
    return { code: 'invalid', message: 'The upload was incomplete. Send it again.' }
  }
  if (errorCode(error) === 'FST_ERR_BAD_URL') {
    return { code: 'invalid', message: 'The address could not be read. Check its % signs.' }
  }
  const status = isObject(error) && 'statusCode' in error ? Number(error.statusCode) : 500
  const known = machinery[status]
  return known ? { code: known[0], message: known[1] } : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Whether the requested address does not exist. */
export const isMissing = (error: unknown): boolean => refusalOf(error)?.code === 'not_found'

/** Whether a person's browser opens a page; programs that take anything get the one shape. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/api(\/|$)/.test(url) &&
  (headers.accept ?? '').includes('text/html')

/**
 * Answers any thrown error in the common error format, or with a page where a browser opens one. The response to an
 * unexpected error contains only the request id.
 */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request)
  if (refusal) request.server.noteRefusal(request, refusal)
  else request.log.error({ err: error, ...originOf(request) }, 'request failed')
  const body: ErrorBody = {
    code: refusal?.code ?? 'internal',
    message: refusal?.message ?? `Something went wrong on our side. Quote ${request.id} when you report it.`,
    requestId: request.id,
    ...(refusal?.fields && { fields: refusal.fields }),
    ...(refusal?.changed && { changed: refusal.changed }),
  }
  // an unreadable path has passed no hook, and responses from memory set their own headers
  if (!reply.raw.hasHeader('content-security-policy')) request.server.protection.set(reply)
  reply.header('x-request-id', request.id)
  if (refusal?.retryAfter) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)))
  const status = errorStatus[body.code]
  reply.code(status).header('cache-control', 'no-store')
  const { faultPage } = request.server
  if (status >= 500 && faultPage && asksForPage(request)) {
    const title = status === 500 ? 'Something went wrong' : 'Temporarily unavailable'
    return reply
      .type('text/html; charset=utf-8')
      .serializer(String)
      .send(faultPage({ title, text: body.message }))
  }
  return reply
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)
}
