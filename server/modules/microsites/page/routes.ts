import type { FastifyReply, FastifyRequest } from 'fastify'
import { micrositePage } from '#contract/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { lenderFacts } from '#server/modules/messages/service.ts'
import { MISSING_TITLE } from '../views.ts'
import type { VisitCounter } from '../visits/counter.ts'
import { brokerOf, deviceOf, isAhead, isVisit, referrerHost, tagsOf } from '../visits/rules.ts'
import { encodingFor } from './document.ts'
import type { MicrositePages } from './service.ts'

const HTML = 'text/html; charset=utf-8'
/** Asked for again at each visit, so that each reaches us; Back and Forward may still show what is in memory. */
const ASK_AGAIN = 'private, no-cache'
/** What is loaded ahead is not kept: the visit itself must still reach us. */
const NOT_KEPT = 'no-store'
/** As in the table: nothing else is worth asking the database for. */
const SLUG = /^[a-z0-9-]{1,100}$/

export interface PageParts {
  pages: MicrositePages
  knowsBroker(ctx: Ctx, id: number): boolean | Promise<boolean>
  visits: VisitCounter
}

/** The public page: answered from memory, the visit counted afterwards. */
export function pageRoute({ pages, knowsBroker, visits }: PageParts): AppRoute {
  return route(micrositePage, async ({ ctx, params, query, request, reply }) => {
    const page = SLUG.test(params.slug) ? await pages.find(ctx, params.slug) : null
    if (!page) return replyMissing(ctx, params.slug, reply)
    const named = brokerOf(query)
    const brokerId = named !== null && (await knowsBroker(ctx, named)) ? named : null
    if (isVisit(request.method, request.headers)) {
      visits.add(
        hitOf(request, {
          at: ctx.now(),
          micrositeId: page.id,
          brokerId,
          query,
          own: ctx.providers.publicUrl,
        }),
      )
    }
    const document = page.forBroker(brokerId)
    reply
      .type(HTML)
      .header('cache-control', isAhead(request.headers) ? NOT_KEPT : ASK_AGAIN)
      .header('vary', 'accept-encoding')
      .header('etag', document.etag)
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send()
    const encoding = encodingFor(request.headers['accept-encoding']?.toString())
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await document.bytes(encoding))
  })
}

function hitOf(
  request: FastifyRequest,
  visit: {
    at: Date
    micrositeId: number
    brokerId: number | null
    query: Record<string, unknown>
    own: string
  },
) {
  const { at, micrositeId, brokerId, query, own } = visit
  const agent = request.headers['user-agent'] ?? ''
  return {
    ...{ at, micrositeId, brokerId, agent, ip: request.ip },
    ...tagsOf(query),
    referrerHost: referrerHost(request.headers, new URL(own).hostname),
    device: deviceOf(agent),
  }
}

async function replyMissing(ctx: Ctx, slug: string, reply: FastifyReply): Promise<FastifyReply> {
  const html = ctx.providers.pages.missing({
    lender: await lenderFacts(ctx),
    url: `${ctx.providers.publicUrl}/microsite/${encodeURIComponent(slug)}`,
    title: MISSING_TITLE,
    text: 'This page does not exist, or is not shown any more. Check the link, or ask whoever sent it to you.',
  })
  return reply.code(404).type(HTML).header('cache-control', NOT_KEPT).send(html)
}
