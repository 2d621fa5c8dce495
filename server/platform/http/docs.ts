import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

const DOCS_PATH = '/api/docs'

type Transform = typeof jsonSchemaTransform

/** Uploads are read part by part and validated by their handlers, so their body is described here. */
const describeUploads: Transform = (route) => {
  const described = jsonSchemaTransform(route)
  const { schema } = described
  if (schema?.consumes?.includes('multipart/form-data')) {
    const file = { type: 'string', format: 'binary' }
    schema.body = {
      type: 'object',
      required: ['file'],
      properties: { file },
      additionalProperties: { type: 'string' },
    }
  }
  return described
}

/** Must be registered before the routes that it describes. */
export async function describeApi(
  server: FastifyInstance,
  info: { title: string; version: string },
): Promise<void> {
  await server.register(swagger, { openapi: { openapi: '3.1.0', info }, transform: describeUploads })
}

/** Serves /api/openapi.json and its readable page. */
export async function serveDocs(server: FastifyInstance): Promise<void> {
  server.get('/api/openapi.json', { schema: { hide: true } as object }, () => server.swagger())
  await server.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => {
      reply.header('content-security-policy', policyOf(typeof payload === 'string' ? payload : ''))
    })
    await scope.register(scalar, {
      routePrefix: DOCS_PATH,
      configuration: {
        url: '/api/openapi.json',
        withDefaultFonts: false,
        // what would hand the description to the maker of the reader
        agent: { disabled: true },
        mcp: { disabled: true },
        telemetry: false,
        showDeveloperTools: 'never',
      },
    })
  })
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
