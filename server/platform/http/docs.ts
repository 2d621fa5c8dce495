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
    // the reader starts itself from an inline script
    scope.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'",
      )
    })
    await scope.register(scalar, {
      routePrefix: DOCS_PATH,
      configuration: { url: '/api/openapi.json', withDefaultFonts: false },
    })
  })
}
