import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE } from '#contract/accounts/accounts.ts'
import type { StaffRole } from '#contract/policy.ts'
import { consolePaths, consoleRoots, portalPaths } from '#contract/screens.ts'
import { liveChanges } from '#contract/system/system.ts'
import type { Config } from './config.ts'
import type { Ctx } from './ctx.ts'
import { endpoints } from './endpoints.ts'
import { type AppRoute, route } from './module.ts'
import { actorOfKey } from './modules/accounts/api-keys/actor-of-key.ts'
import { authenticate } from './modules/accounts/authenticate.ts'
import { admit } from './modules/accounts/policy.ts'
import { lastingSession } from './modules/accounts/sessions.ts'
import { requireRecentProof } from './modules/accounts/step-up.ts'
import { lenderFacts } from './modules/messages/queue-message.ts'
import { serveLog } from './modules/seals/log.reply.ts'
import { createCurrentLiveness } from './modules/system/liveness/current-liveness.ts'
import { describeWebhooks } from './modules/webhooks/webhook-description.ts'
import type { Actor } from './platform/actor.ts'
import type { ChangeFeed } from './platform/db/change-feed.ts'
import type { Connection } from './platform/db/database.ts'
import { requireRoom } from './platform/disk-space.ts'
import { describeApi, serveDocs } from './platform/http/docs.ts'
import { type Draining, drainBeforeClose } from './platform/http/draining.ts'
import { serveHealth } from './platform/http/health.ts'
import { createChangeStreams } from './platform/http/live.ts'
import { createMissingPage, type MissingPage } from './platform/http/missing-page.ts'
import { checkComplete, serveRoutes } from './platform/http/routes.ts'
import { serveSecurityText } from './platform/http/security-text.ts'
import { createServer } from './platform/http/server.ts'
import { createSharedAnswers } from './platform/http/shared-answers.ts'
import { createTicks } from './platform/http/ticks.ts'
import { traceRequests } from './platform/http/traced-requests.ts'
import { serveWebFiles } from './platform/http/web-files.ts'
import { takeEndpointLimit } from './platform/limits/limits.ts'
import type { Log } from './platform/log.ts'
import type { Providers } from './providers/providers.ts'
import { sessionNameOf } from './providers/sign-in/headers.ts'
import { staffCookieName } from './providers/sign-in/library.ts'
import type { DB } from './schema.gen.ts'

const WEB_ROOT = fileURLToPath(new URL('../dist/web/', import.meta.url))

interface Parts {
  config: Config
  log: Log
  now: () => Date
  /** Serve the built bundles; needs them to be there. */
  webFiles: boolean
  /** Of all modules. */
  routes: readonly AppRoute[]
  connection: Connection<DB>
  feed: ChangeFeed
  providers: Providers
  makeCtx(actor: Actor<StaffRole>, requestId?: string): Ctx
}

/** All that is reached by HTTP, composed; it does not listen yet. */
export async function serve(parts: Parts): Promise<FastifyInstance> {
  const { config, makeCtx, providers } = parts
  const server = await createServer({
    log: parts.log,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    sessionOf: (headers) => sessionNameOf(headers, { secret: providers.secret, publicUrl: config.publicUrl }),
    secure: config.publicUrl.startsWith('https:'),
    faultPage: providers.pages.fault,
    missingPage: parts.webFiles ? await openMissingPage(parts) : undefined,
  })
  if (providers.tracing) traceRequests(server, providers.tracing)
  await describeApi(server, {
    title: 'Brokerline',
    version: config.version,
    cookie: staffCookieName(config.publicUrl),
    webhooks: describeWebhooks(),
  })
  const ticks = createTicks(parts.feed)
  const streams = createChangeStreams(parts.feed, ticks)
  const shared = createSharedAnswers(ticks, parts.feed)
  const routes = [
    ...parts.routes,
    route(liveChanges, async ({ ctx, query, request, reply }) =>
      streams.open(reply, await lastingSession(ctx, request.headers), query.age),
    ),
  ]
  checkComplete(endpoints, routes)
  // the author of a change reads it with the next request, before the next tick; a vendor reads nothing here
  server.addHook('onSend', ({ method, routeOptions }, _reply, _body, done) => {
    if (method !== 'GET' && method !== 'HEAD' && !routeOptions.config.isCallback) shared.clear()
    done()
  })
  const draining = drainBeforeClose(server, config.drainSeconds, streams.end)
  serveOperators(server, parts, draining)
  serveLog(server, () => makeCtx({ kind: 'system', name: 'log' }))
  const senders = {
    ...providers,
    key: (token: string, ip: string) => actorOfKey(makeCtx({ kind: 'visitor', ip }), token, ip),
  }
  serveRoutes(server, routes, {
    authenticate: (request, access) => authenticate(senders, request, access),
    admit,
    requireProof: requireRecentProof,
    // the gate has authenticated: the role is a staff role
    ctx: (request, actor) => makeCtx(actor as Actor<StaffRole>, request.id),
    limit: ({ id, ip }, endpoint) => takeEndpointLimit(makeCtx({ kind: 'visitor', ip }, id), endpoint, ip),
    requireRoom: () => requireRoom(providers.disk, 'files'),
    shared,
  })
  await serveDocs(server)
  if (parts.webFiles) {
    await serveWebFiles(server, {
      root: WEB_ROOT,
      pages: { 'index.html': consolePaths, 'portal.html': portalPaths },
    })
  }
  await server.ready()
  return server
}

/** Endpoints for an operator's own tools. */
function serveOperators(server: FastifyInstance, parts: Parts, draining: Draining): void {
  const { config, connection, makeCtx } = parts
  const { disk, installation } = parts.providers
  const figures = {
    logState: installation.logState,
    metricsToken: config.metricsToken,
    disk,
    liveness: createCurrentLiveness(() => makeCtx({ kind: 'system', name: 'health' })),
    draining,
  }
  serveHealth(server, figures, {
    database: async () => void (await sql`select 1`.execute(connection.db)),
    queue: async () => void (await sql`select 1 from graphile_worker.jobs limit 1`.execute(connection.db)),
  })
  serveSecurityText(server, {
    contacts: config.securityContacts,
    publicUrl: config.publicUrl,
    now: parts.now,
  })
}

/** The presence cookie grants no rights: a visitor with it but without a session gets the sign-in page. */
function seemsSignedIn(cookies = ''): boolean {
  const names: readonly string[] = [PRESENCE_COOKIE, SECURE_PRESENCE_COOKIE]
  return cookies.split('; ').some((cookie) => names.includes(cookie.split('=')[0] ?? ''))
}

/** The page for addresses where nothing is: the console's own, the portal's own, or one of the public pages. */
async function openMissingPage({ providers, makeCtx }: Parts): Promise<MissingPage> {
  return createMissingPage({
    root: WEB_ROOT,
    pages: { 'index.html': consoleRoots, 'portal.html': ['/broker-portal'] },
    staffPage: 'index.html',
    isStaff: ({ headers }) => seemsSignedIn(headers.cookie),
    other: async () =>
      providers.pages.missing({
        lender: await lenderFacts(makeCtx({ kind: 'system', name: 'pages' })),
        url: `${providers.publicUrl}/`,
        title: 'There is no page at this address',
        text: 'The link may be out of date, or the address mistyped. Check it, or ask the person who sent it to you.',
      }),
  })
}
