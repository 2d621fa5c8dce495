import { openLink } from '#contract/messages.ts'
import { listMessages } from '#contract/system.ts'
import { type AppRoute, route } from '#server/module.ts'
import { linkGonePage, offerPage } from './offer-page.ts'
import { viewLinkedOffer, viewMessages } from './views.ts'

export const routes: AppRoute[] = [
  route(listMessages, async ({ ctx, query }) => viewMessages(ctx, query)),
  route(openLink, async ({ ctx, params, reply }) => {
    const offer = await viewLinkedOffer(ctx, params.code)
    return reply
      .code(offer ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('referrer-policy', 'no-referrer')
      .send(offer ? offerPage(offer) : linkGonePage())
  }),
]
