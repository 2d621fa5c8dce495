import {
  getServiceStatus,
  type ServiceStatus,
  STATUS_PAGE,
  statusPage,
} from '#contract/system/service-status.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Liveness } from '../liveness/liveness.views.ts'
import { isStatusPublished, viewServiceStatus } from './service-status.views.ts'

/** Cache lifetime in milliseconds: the load does not grow with the number of visitors. */
const CACHED_MS = 60_000
const CACHING = 'public, max-age=60'

interface Rendered {
  status: ServiceStatus
  html: string
}

/** The routes of the public status, which respond from this process's memory for a minute. */
export function createStatusRoutes(liveness: () => Promise<Liveness>): AppRoute[] {
  let cached: { at: number; rendered: Promise<Rendered> } | undefined

  function current(ctx: Ctx): Promise<Rendered> {
    if (!cached || performance.now() - cached.at >= CACHED_MS) {
      const rendered = render(ctx, liveness)
      cached = { at: performance.now(), rendered }
      // a failure is not cached: the next request tries again
      rendered.catch(() => {
        cached = undefined
      })
    }
    return cached.rendered
  }

  async function published(ctx: Ctx): Promise<Rendered> {
    if (!(await isStatusPublished(ctx)))
      throw new AppError('not_found', 'This organisation has not published its service status.')
    return current(ctx)
  }

  return [
    route(getServiceStatus, async ({ ctx, reply }) => {
      const { status } = await published(ctx)
      reply.header('cache-control', CACHING)
      return status
    }),
    route(statusPage, async ({ ctx, reply }) => {
      const { html } = await published(ctx)
      return reply.type('text/html; charset=utf-8').header('cache-control', CACHING).send(html)
    }),
  ]
}

async function render(ctx: Ctx, liveness: () => Promise<Liveness>): Promise<Rendered> {
  const { standstills, callsHeld } = await liveness()
  const status = await viewServiceStatus(ctx, standstills.length === 0 && callsHeld === null)
  const { pages, publicUrl } = ctx.providers
  const html = pages.serviceStatus({
    lender: await lenderFacts(ctx),
    url: `${publicUrl}${STATUS_PAGE}`,
    status,
  })
  return { status, html }
}
