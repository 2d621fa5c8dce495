import type { FastifyReply } from 'fastify'
import * as contract from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { recordOpened, retryMessage } from './outbox.ts'
import { lenderFacts } from './queue-message.ts'
import { previewResend, retryMany } from './resend-many.ts'
import { viewLink, viewMessage, viewMessages } from './views.ts'

export const routes: AppRoute[] = [
  route(contract.listMessages, async ({ ctx, query }) => viewMessages(ctx, query)),
  route(contract.getMessage, async ({ ctx, params }) => {
    const message = await viewMessage(ctx, params.id)
    await recordOpened(ctx, params.id)
    return message
  }),
  route(contract.retryMessage, async ({ ctx, params }) => {
    await retryMessage(ctx, params.id)
    return viewMessage(ctx, params.id)
  }),
  route(contract.previewRetry, async ({ ctx, body }) => previewResend(ctx, body.messages)),
  route(contract.retryMessages, async ({ ctx, body }) => retryMany(ctx, body.messages)),
  route(contract.openLink, async ({ ctx, params, reply }) => openLink(ctx, params.code, reply)),
]

/** Redirects without counting a visit, which the target page does. */
async function openLink(ctx: Ctx, code: string, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
  const link = await viewLink(ctx, code)
  if (link?.kind === 'page') return reply.redirect(link.target)
  const { pages, publicUrl } = ctx.providers
  const lender = await lenderFacts(ctx)
  reply.type('text/html; charset=utf-8')
  if (link) return reply.send(pages.offer({ ...link, lender, url: `${publicUrl}/s/${code}` }))
  const missing = {
    title: 'This link no longer works',
    text: 'It has expired or was not copied in full. Ask for a new one on the next call, or call us.',
  }
  return reply.code(404).send(pages.missing({ ...missing, lender, url: `${publicUrl}/` }))
}
