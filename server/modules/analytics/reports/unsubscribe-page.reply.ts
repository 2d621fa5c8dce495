import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { readByLink, unsubscribeByLink } from './report-subscriptions.ts'

/** Shows the question only, so that a mail scanner that opens the link stops nothing. */
export async function sendUnsubscribePage(
  ctx: Ctx,
  token: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendState(ctx, await readByLink(ctx, token), reply)
}

/** Stops the report and confirms it. A redirect would break the one-click unsubscription of mail programs. */
export async function sendUnsubscribed(ctx: Ctx, token: string, reply: FastifyReply): Promise<FastifyReply> {
  return sendState(ctx, await unsubscribeByLink(ctx, token), reply)
}

async function sendState(
  ctx: Ctx,
  found: { weekly: boolean } | null,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages, publicUrl } = ctx.providers
  const analyticsUrl = `${publicUrl}/analytics`
  // without the token, which is private
  const shared = { lender: await lenderFacts(ctx), url: publicUrl }
  reply
    // the form's request has to carry its origin; no other site gets the address
    .header('referrer-policy', 'same-origin')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
  if (found)
    return reply.send(
      pages.unsubscribe({ ...shared, analyticsUrl, state: found.weekly ? 'asks' : 'stopped' }),
    )
  const missing = {
    title: 'This link no longer works',
    text: 'It has expired or was not copied in full. Use the link in our latest email, or sign in and switch the email off in Analytics.',
  }
  return reply.code(404).send(pages.missing({ ...shared, ...missing }))
}
