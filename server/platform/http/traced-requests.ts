import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { Scope, type Tracing } from '#server/platform/traces/spans.ts'

/** Not monitoring and files; only serveRoutes() sets the field. */
const isEndpoint = (config: FastifyContextConfig | undefined): boolean => config?.direct !== undefined

/**
 * One span for each request to an endpoint of the contract, named by its route: addresses of requests may contain personal data.
 * Trace headers of requests are ignored, because anybody can send them. Called before the routes are added.
 */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const scopes = new WeakMap<FastifyRequest, Scope>()
  server.addHook('onRoute', (route) => {
    if (!isEndpoint(route.config)) return
    const { handler } = route
    route.handler = function (request, reply) {
      const handle = () => handler.call(this, request, reply)
      const scope = scopes.get(request)
      return scope ? scope.run(handle) : handle()
    }
  })
  server.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    if (url !== undefined && isEndpoint(config)) {
      const scope = new Scope(tracing, {
        name: `${request.method} ${url}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': url,
          'brokerline.request.id': request.id,
        },
      })
      // that of a callback starts when its call or message is known
      if (!config.isCallback) scope.continue(null)
      scopes.set(request, scope)
    }
    done()
  })
  server.addHook('onResponse', (request, { statusCode }, done) => {
    scopes.get(request)?.span.end({
      attributes: { 'http.response.status_code': statusCode },
      error: statusCode >= 500 ? String(statusCode) : null,
    })
    done()
  })
}
