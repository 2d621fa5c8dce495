import * as contract from '#contract/documents/document-pictures.ts'
import { type AppRoute, route } from '#server/module.ts'
import { sendPage, sendThumbnail } from './pictures.reply.ts'
import { viewOwnPreview, viewPreview } from './preview.views.ts'

export const pictureRoutes: AppRoute[] = [
  route(contract.documentThumbnail, async ({ ctx, params, query, reply }) =>
    sendThumbnail(ctx, { id: params.id, token: query.token }, reply),
  ),
  route(contract.previewOwnDocument, async ({ ctx, params }) => viewOwnPreview(ctx, params.id)),
  route(contract.previewDocument, async ({ ctx, params }) => viewPreview(ctx, params.id)),
  route(contract.documentPage, async ({ ctx, params, query, reply }) =>
    sendPage(ctx, { id: params.id, page: params.page, token: query.token }, reply),
  ),
]
