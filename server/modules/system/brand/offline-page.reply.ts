import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'

/** Sends the page that the service worker caches. Visitors refresh their copy at each page, so browsers cache it for an hour. */
export async function sendOfflinePage(ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const { pages, publicUrl } = ctx.providers
  const html = pages.offline({ lender: await lenderFacts(ctx), url: `${publicUrl}/offline` })
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('x-robots-tag', 'noindex')
    .send(html)
}
