import type { FastifyReply } from 'fastify'
import { DECISIONS_PAGE } from '#contract/decisions/decisions.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'

/** Sends the public register of automated decisions, under the lender's name. */
export async function sendDecisionsPage(ctx: Ctx, reply: FastifyReply): Promise<FastifyReply> {
  const { pages, publicUrl } = ctx.providers
  const html = pages.automatedDecisions({
    lender: await lenderFacts(ctx),
    url: `${publicUrl}${DECISIONS_PAGE}`,
  })
  return reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=300').send(html)
}
