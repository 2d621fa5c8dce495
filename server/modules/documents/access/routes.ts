import { listDocumentAccess } from '#contract/document-types.ts'
import { type AppRoute, route } from '#server/module.ts'
import { viewDocumentAccess } from './views.ts'

export const accessRoutes: AppRoute[] = [
  route(listDocumentAccess, async ({ ctx, query }) => viewDocumentAccess(ctx, query)),
]
