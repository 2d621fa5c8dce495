import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { KEY_REQUESTS_PER_MINUTE } from '#contract/accounts/api-keys.ts'
import type { UploadForm } from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import {
  API_KEY,
  BROKER_TOKEN,
  type Described,
  type EndpointSchema,
  STAFF_COOKIE,
} from './endpoint-schema.ts'

const DOCS_PATH = '/api/docs'

// The package's own override removes members of a union that are not resolved yet, e.g. a number that becomes a text.
const options = {
  schemaRegistry: z.registry<{ id: string }>().add(errorBody, { id: 'ApiError' }),
  zodToJsonConfig: { override: () => undefined },
}
const transform = createJsonSchemaTransform(options)

/** Adds parts that an endpoint's schemas lack: the fields of its upload, and responses other than JSON. */
const describe: typeof transform = (document) => {
  const known: Described | undefined = (document.schema as Partial<EndpointSchema> | undefined)?.described
  const { schema, url } = transform(document)
  if (!known || !schema) return { schema, url }
  const { described: _, ...rest } = schema as EndpointSchema // the original, transformed
  const answers = rest.response as Record<string, object> // schemaOf declares each status
  if (known.form) rest.body = formOf(known.form)
  for (const status of known.files) answers[status] = FILE
  for (const status of known.bodyless) answers[status] = { description: 'No content', type: 'null' }
  return { schema: rest, url }
}

const BINARY = { type: 'string', format: 'binary' } as const
const FILE = { description: 'Not JSON', content: { '*/*': { schema: BINARY } } }

function formOf({ files, fields }: UploadForm): object {
  const texts = fields && z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' })
  const needed = Object.keys(files).filter((name) => files[name])
  return {
    type: 'object',
    required: [...(texts?.required ?? []), ...needed],
    properties: {
      ...texts?.properties,
      ...Object.fromEntries(Object.keys(files).map((name) => [name, BINARY])),
    },
  }
}

interface ApiFacts {
  title: string
  version: string
  /** Holds the session of a member of staff. */
  cookie: string
  /** Requests that this API sends, as OpenAPI 3.1 describes them. */
  webhooks: Record<string, object>
}

/** Must be registered before the routes that it describes. */
export async function describeApi(
  server: FastifyInstance,
  { cookie, webhooks, ...info }: ApiFacts,
): Promise<void> {
  const securitySchemes = {
    [STAFF_COOKIE]: { type: 'apiKey', in: 'cookie', name: cookie, description: 'Set by POST /api/login' },
    [API_KEY]: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key of the organisation, from Settings → Services → API keys; lists the scope that it needs. ' +
        `A key has ${KEY_REQUESTS_PER_MINUTE} requests a minute at each process of the server: \`x-ratelimit-limit\`, ` +
        '`x-ratelimit-remaining` and `x-ratelimit-reset` (seconds) count them, and a 429 says in `retry-after` after how ' +
        'many seconds to go on.',
    },
    [BROKER_TOKEN]: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/broker/login' },
  } as const
  await server.register(swagger, {
    openapi: { openapi: '3.1.0', info, components: { securitySchemes }, webhooks },
    transform: describe,
    transformObject: createJsonSchemaTransformObject(options),
  })
}

/** Serves /api/openapi.json and its readable page. */
export async function serveDocs(server: FastifyInstance): Promise<void> {
  server.get('/api/openapi.json', { schema: { hide: true } as object }, () => server.swagger())
  let reader: Promise<FastifyInstance> | undefined
  for (const url of [DOCS_PATH, `${DOCS_PATH}/*`]) {
    server.get(url, { schema: { hide: true } as object }, async (request, reply) => {
      reader ??= loadReader()
      const answer = await (await reader).inject({ method: 'GET', url: request.url })
      const { 'content-type': type = '', location } = answer.headers
      if (location) return reply.redirect(location, answer.statusCode)
      if (answer.statusCode !== 200) return reply.callNotFound()
      const page = String(type).startsWith('text/html') ? answer.payload : ''
      return reply
        .headers({ 'content-type': type, 'content-security-policy': policyOf(page) })
        .send(answer.rawPayload)
    })
  }
}

/** The package keeps 17 MB from its import on, for pages that few ever open. */
async function loadReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify()
  await reader.register(scalar, {
    routePrefix: DOCS_PATH,
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      // features that would send the description, or its address, to the vendor of the viewer
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      telemetry: false,
      showDeveloperTools: 'never',
    },
  })
  return reader
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The reader starts itself from a script in the page, which is allowed by its digest alone. */
function policyOf(page: string): string {
  const digests = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...digests].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
