import * as contract from '#contract/system/brand.ts'
import { type AppRoute, route } from '#server/module.ts'
import { removeLogo, setBrandColour, setLogo } from './brand.ts'
import { viewBrand } from './brand.views.ts'
import { sendLogo } from './logo.reply.ts'
import { sendOfflinePage } from './offline-page.reply.ts'
import { receiveLogo } from './receive-logo.ts'

export const brandRoutes: AppRoute[] = [
  route(contract.getBrand, async ({ ctx }) => viewBrand(ctx)),
  route(contract.updateBrand, async ({ ctx, body }) => {
    await setBrandColour(ctx, body.colour)
    return viewBrand(ctx)
  }),
  route(contract.uploadLogo, async ({ ctx, request }) => {
    await setLogo(ctx, await receiveLogo(request))
    return viewBrand(ctx)
  }),
  route(contract.removeLogo, async ({ ctx }) => {
    await removeLogo(ctx)
    return viewBrand(ctx)
  }),
  route(contract.readLogo, async ({ ctx, params, reply }) => sendLogo(ctx, params.hash, reply)),
  route(contract.offlinePage, async ({ ctx, reply }) => sendOfflinePage(ctx, reply)),
]
