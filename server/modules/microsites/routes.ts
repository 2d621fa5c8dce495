import * as contract from '#contract/microsites/microsites.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { viewAttribution } from './attribution.views.ts'
import { createMicrosite, deleteMicrosite, updateMicrosite } from './microsites.ts'
import { previewMicrosite } from './pages/microsite-preview.views.ts'
import type { Freshness } from './pages/page-freshness.ts'
import { viewMicrosite, viewMicrosites, viewPublicMicrosite } from './views.ts'

/** @param pageFreshness touched after every change, so that its author sees it on the page immediately */
export function apiRoutes(pageFreshness: Freshness): AppRoute[] {
  return [
    route(contract.listMicrosites, async ({ ctx, query }) => viewMicrosites(ctx, query)),
    route(contract.readMicrosite, async ({ ctx, params }) => viewPublicMicrosite(ctx, params.slug)),
    route(contract.getMicrosite, async ({ ctx, params }) => viewMicrosite(ctx, params.id)),
    route(contract.previewMicrosite, async ({ ctx, body }) => previewMicrosite(ctx, body)),
    route(contract.createMicrosite, async ({ ctx, body }) => {
      const id = await createMicrosite(ctx, body)
      pageFreshness.touch()
      return viewMicrosite(ctx, id)
    }),
    editRoute(contract.updateMicrosite, {
      lock: lockRow('microsites'),
      record: ({ ctx, params }) => viewMicrosite(ctx, params.id),
      save: ({ ctx, params, body }) => updateMicrosite(ctx, params.id, body),
      answer: ({ ctx, params }) => {
        pageFreshness.touch()
        return viewMicrosite(ctx, params.id)
      },
    }),
    route(contract.deleteMicrosite, async ({ ctx, params }) => {
      await deleteMicrosite(ctx, params.id)
      pageFreshness.touch()
      return { deleted: true as const }
    }),
    route(contract.attribution, async ({ ctx, query }) => viewAttribution(ctx, query)),
  ]
}
