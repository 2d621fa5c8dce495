import type { FastifyReply } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import { signFormTime } from '#server/input/form-check.ts'
import { greetingName } from '#server/input/person-name.ts'
import { personOfDecisions } from '#server/modules/brokers/decisions-link.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { findContact } from './contact.views.ts'
import { LINK_GONE } from './contest-by-link.ts'
import { viewDecisions } from './own-decisions.views.ts'

/** Decisions of a page; older ones follow by its link. */
const PAGE = 10

/** The page behind a signed link, or an explanation if the link is invalid. */
export async function sendOwnDecisionsPage(
  ctx: Ctx,
  { token, cursor }: { token: string; cursor: string | undefined },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages, publicUrl, secret } = ctx.providers
  const [lender, person] = await Promise.all([lenderFacts(ctx), personOfDecisions(ctx, token)])
  // the address opens personal data: it is not cached, indexed or sent as a referrer
  reply.type('text/html; charset=utf-8').headers({
    ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' },
  })
  if (!person) {
    const page = { lender, url: publicUrl, title: 'This link no longer works', text: LINK_GONE }
    return reply.code(404).send(pages.missing(page))
  }
  const { name } = await findContact(ctx, { brokerId: null, applicationId: null, ...person })
  const { items, next } = await viewDecisions(ctx, person, { limit: PAGE, cursor })
  return reply.send(
    pages.decisions({
      ...{ lender, token, url: publicUrl, firstName: greetingName(name) ?? '', decisions: items },
      formTime: signFormTime({ secret, now: ctx.now() }),
      older: next && `/decisions/${token}?cursor=${encodeURIComponent(next)}`,
      isFirst: cursor === undefined,
    }),
  )
}
