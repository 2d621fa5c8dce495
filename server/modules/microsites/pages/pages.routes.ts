import type { FastifyReply, FastifyRequest } from 'fastify'
import { micrositePage } from '#contract/microsites/microsites.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { keyOf } from '#server/modules/brokers/broker-key.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { type Encoding, encodingFor } from '#server/platform/http/compressed.ts'
import type { DirectAnswer } from '#server/platform/http/direct-answer.ts'
import { SLUG } from '../came-from.rules.ts'
import { MISSING_TITLE } from '../views.ts'
import type { VisitCounter } from '../visits/visit-counter.ts'
import { brokerOf, isPrefetch, isVisit, tagsOf } from '../visits/visits.rules.ts'
import type { KnownBrokers } from './known-brokers.ts'
import type { MicrositePages, PageVisit } from './microsite-pages.ts'
import type { PageDocument } from './page-document.ts'

const HTML = 'text/html; charset=utf-8'
/** Revalidated at each visit, so that the server sees each one; Back and Forward may still use memory. */
const REVALIDATE = 'private, no-cache'
/** Prefetched pages are not cached, so that the actual visit still reaches the server. */
const NO_STORE = 'no-store'

export interface PageParts {
  pages: MicrositePages
  brokers: KnownBrokers
  visits: VisitCounter
  /** The broker that a signed key names; null for an altered or expired one. */
  ownerOfKey(key: string): number | null
  now(): Date
}

/** Serves the public page, from memory if possible; the visit is counted afterwards. */
export function pageRoute(parts: PageParts): AppRoute {
  const { pages, brokers } = parts
  const page = route(micrositePage, async ({ ctx, params, query, request, reply }) => {
    const found = SLUG.test(params.slug) ? await pages.find(ctx, params.slug) : null
    if (!found) return replyMissing(ctx, params.slug, reply)
    const linkId = brokerOf(query)
    const brokerId = linkId === null ? null : await brokers.find(ctx, linkId)
    const owner = ownerOf(parts, request)
    const ownerId = owner === null ? null : await brokers.find(ctx, owner)
    const visit = visitOf(request, brokerId, ownerId)
    const document = found.forVisit(visit)
    const encoding = encodingFor(request.headers['accept-encoding'])
    const bytes = await document.bytes(encoding)
    countVisit(parts, request, { micrositeId: found.id, brokerId: signed(visit, ownerId) })
    return send(reply, answerOf(request, { document, encoding, bytes }))
  })
  return {
    ...page,
    direct(request) {
      const { slug } = request.params as { slug: string } // the path has only this parameter
      const found = pages.current(slug)
      if (!found) return null
      const linkId = queryOf(request).broker === undefined ? null : brokerOf(queryOf(request))
      const brokerId = linkId === null ? null : brokers.current(linkId)
      const owner = brokerId === null ? null : ownerOf(parts, request)
      const ownerId = owner === null ? null : brokers.current(owner)
      if (brokerId === undefined || ownerId === undefined) return null
      const visit = visitOf(request, brokerId, ownerId)
      const document = found.forVisit(visit)
      const encoding = encodingFor(request.headers['accept-encoding'])
      const bytes = document.ready(encoding)
      if (!bytes) return null
      countVisit(parts, request, { micrositeId: found.id, brokerId: signed(visit, ownerId) })
      return answerOf(request, { document, encoding, bytes })
    },
  }
}

// Fastify parses the query into a string, or a list of strings, per name
const queryOf = (request: FastifyRequest) => request.query as Readonly<Record<string, unknown>>

/** The broker named in the link's signed key; null: no key, or an altered one. */
function ownerOf({ ownerOfKey }: PageParts, request: FastifyRequest): number | null {
  const key = keyOf(queryOf(request))
  return key === null ? null : ownerOfKey(key)
}

/** A link with a key of another broker, or an altered one, names no broker. */
function visitOf(request: FastifyRequest, broker: number | null, owner: number | null): PageVisit {
  const query = queryOf(request)
  const isForged = query.key !== undefined && owner !== broker
  return isForged
    ? { broker: null, key: null, tags: tagsOf(query) }
    : { broker, key: keyOf(query), tags: tagsOf(query) }
}

/** A visit counts for a broker only where the key proves that the link was sent to them. */
const signed = ({ broker, key }: PageVisit, owner: number | null): number | null =>
  key !== null && broker === owner ? broker : null

function countVisit(
  { visits, now }: PageParts,
  request: FastifyRequest,
  visit: { micrositeId: number; brokerId: number | null },
): void {
  const { headers } = request
  if (!isVisit(request.method, headers, queryOf(request).preview !== undefined)) return
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
  const caching = isPrefetch(request.headers) ? NO_STORE : REVALIDATE
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
    text: 'This page does not exist or is no longer shown. Check the link, or ask the person who sent it to you.',
  })
  return reply.code(404).type(HTML).header('cache-control', NO_STORE).send(html)
}
