import type { FastifyReply, FastifyRequest } from 'fastify'
import { micrositePage } from '#contract/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import type { DirectAnswer } from '#server/platform/http/route.ts'
import { MISSING_TITLE } from '../views.ts'
import type { VisitCounter } from '../visits/visit-counter.ts'
import { brokerOf, isAhead, isVisit } from '../visits/visits.rules.ts'
import type { KnownBrokers } from './known-brokers.ts'
import type { MicrositePages } from './microsite-pages.ts'
import { type Encoding, encodingFor, type PageDocument } from './page-document.ts'

const HTML = 'text/html; charset=utf-8'
/** Asked for again at each visit, so that each reaches us; Back and Forward may still show what is in memory. */
const ASK_AGAIN = 'private, no-cache'
/** What is loaded ahead is not kept: the visit itself must still reach us. */
const NOT_KEPT = 'no-store'
/** As in the table: nothing else is worth asking the database for. */
const SLUG = /^[a-z0-9-]{1,100}$/

export interface PageParts {
  pages: MicrositePages
  brokers: KnownBrokers
  visits: VisitCounter
  now(): Date
}

/** The public page: answered from memory, the visit counted afterwards. */
export function pageRoute(parts: PageParts): AppRoute {
  const { pages, brokers } = parts
  const page = route(micrositePage, async ({ ctx, params, query, request, reply }) => {
    const found = SLUG.test(params.slug) ? await pages.find(ctx, params.slug) : null
    if (!found) return replyMissing(ctx, params.slug, reply)
    const named = brokerOf(query)
    const brokerId = named === null ? null : await brokers.find(ctx, named)
    const document = found.forBroker(brokerId)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const bytes = await document.bytes(encoding)
    takeIn(parts, request, { micrositeId: found.id, brokerId })
    return send(reply, answerOf(request, { document, encoding, bytes }))
  })
  return {
    ...page,
    direct(request) {
      const { slug } = request.params as { slug: string } // the path's only parameter
      const found = pages.current(slug)
      if (!found) return null
      const named = queryOf(request).broker === undefined ? null : brokerOf(queryOf(request))
      const brokerId = named === null ? null : brokers.current(named)
      if (brokerId === undefined) return null
      const document = found.forBroker(brokerId)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const bytes = document.ready(encoding)
      if (!bytes) return null
      takeIn(parts, request, { micrositeId: found.id, brokerId })
      return answerOf(request, { document, encoding, bytes })
    },
  }
}

// what Fastify reads from the address: a text, or a list of them, for each name
const queryOf = (request: FastifyRequest) => request.query as Readonly<Record<string, unknown>>

function takeIn(
  { visits, now }: PageParts,
  request: FastifyRequest,
  visit: { micrositeId: number; brokerId: number | null },
): void {
  const { headers } = request
  if (!isVisit(request.method, headers)) return
  visits.add({
    micrositeId: visit.micrositeId,
    brokerId: visit.brokerId,
    at: now(),
    ip: request.ip,
    agent: headers['user-agent'] ?? '',
    query: queryOf(request),
    referer: headers.referer,
  })
}

function answerOf(
  request: FastifyRequest,
  { document, encoding, bytes }: { document: PageDocument; encoding: Encoding; bytes: Buffer },
): DirectAnswer {
  const caching = isAhead(request.headers) ? NOT_KEPT : ASK_AGAIN
  const headers = ['cache-control', caching, 'vary', 'accept-encoding', 'etag', document.etag]
  if (request.headers['if-none-match'] === document.etag) return { status: 304, headers, body: null }
  headers.push('content-type', HTML, 'content-length', String(bytes.length))
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return { status: 200, headers, body: bytes }
}

function send(reply: FastifyReply, { status, headers, body }: DirectAnswer): FastifyReply {
  for (let index = 0; index < headers.length; index += 2)
    reply.header(headers[index] ?? '', headers[index + 1])
  return reply.code(status).send(body ?? undefined)
}

async function replyMissing(ctx: Ctx, slug: string, reply: FastifyReply): Promise<FastifyReply> {
  const html = ctx.providers.pages.missing({
    lender: await lenderFacts(ctx),
    url: `${ctx.providers.publicUrl}/microsite/${encodeURIComponent(slug)}`,
    title: MISSING_TITLE,
    text: 'This page does not exist or is no longer shown. Check the link, or ask whoever sent it to you.',
  })
  return reply.code(404).type(HTML).header('cache-control', NOT_KEPT).send(html)
}
