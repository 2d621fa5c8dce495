import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { isScope } from '#contract/accounts/scopes.ts'
import type { Endpoint, UploadForm } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'

/** Parts of the API description that the server does not validate with. */
export interface Described {
  /** An upload's fields: its handler reads them part by part. */
  form: UploadForm | null
  /** Statuses of answers that are no JSON. */
  files: readonly number[]
  /** Of answers without a body, e.g. 302. */
  bodyless: readonly number[]
}

export interface EndpointSchema extends FastifySchema {
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  described: Described
}

/** Names of the authentication schemes in the description. */
export const STAFF_COOKIE = 'staffCookie'
export const BROKER_TOKEN = 'brokerToken'
export const API_KEY = 'apiKey'

const ALWAYS = [400, 401, 403, 404, 408, 409, 422, 429, 431, 500, 503] as const
/** Where a body is taken. */
const OF_BODIES = [413, 415] as const

const HONOURS_KEY =
  'Honours the header `Idempotency-Key`: the same key and request gives the first answer again, with ' +
  '`Idempotency-Replayed: true`; the same key with another request is 409. Kept 24 hours.'

const given = <S extends z.ZodType>(schema: S): S | undefined =>
  schema instanceof z.ZodUndefined ? undefined : schema

/** The schemas for validation, and the additional parts of the endpoint's description. */
export function schemaOf(endpoint: Endpoint): EndpointSchema {
  const params = given(endpoint.params)
  const query = given(endpoint.query)
  const body = given(endpoint.body)
  const isJson = endpoint.kind === 'json'
  const errors = endpoint.method === 'GET' ? ALWAYS : [...ALWAYS, ...OF_BODIES]
  const others = [...(isJson ? [] : [endpoint.status]), ...endpoint.otherStatuses]
  return {
    summary: endpoint.summary,
    ...(endpoint.idempotent && { description: HONOURS_KEY }),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
    response: {
      ...(isJson && { [endpoint.status]: endpoint.returns }),
      ...Object.fromEntries(errors.map((status) => [status, errorBody])),
    },
    described: {
      form: endpoint.multipart,
      files: others.filter((status) => status < 300),
      bodyless: others.filter((status) => status >= 300),
    },
  }
}

function securityOf({ access }: Endpoint): Record<string, string[]>[] {
  if (access === 'public') return []
  if (access === 'broker') return [{ [BROKER_TOKEN]: [] }]
  return [{ [STAFF_COOKIE]: [] }, ...(isScope(access) ? [{ [API_KEY]: [access] }] : [])]
}
