import * as own from '#contract/documents.ts'
import { type AppRoute, route } from '#server/module.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { accessRoutes } from './access/routes.ts'
import { sendDocument } from './file-reply.ts'
import {
  requireOwnDocument,
  viewAskedTypes,
  viewOwnDocument,
  viewOwnDocuments,
  viewOwnVersions,
} from './own/views.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { contentOf, withUpload } from './uploading/form.ts'
import { uploadDocument } from './uploading/service.ts'
import { vaultRoutes } from './vault/routes.ts'
import { viewAccreditation } from './views.ts'

export const routes: AppRoute[] = [
  route(own.listDocumentTypes, async ({ ctx }) => viewAskedTypes(ctx)),
  route(own.listOwnDocuments, async ({ ctx }) => viewOwnDocuments(ctx)),
  route(own.ownAccreditation, async ({ ctx }) => viewAccreditation(ctx, requireBroker(ctx).brokerId)),
  route(own.uploadDocument, async ({ ctx, request, once }) =>
    withUpload(ctx, request, (upload) =>
      once(contentOf(upload), async () => viewOwnDocument(ctx, await uploadDocument(ctx, upload))),
    ),
  ),
  route(own.downloadOwnDocument, async ({ ctx, params, reply }) =>
    sendDocument(ctx, await requireOwnDocument(ctx, params.id), reply),
  ),
  route(own.listOwnVersions, async ({ ctx, params }) => viewOwnVersions(ctx, params.id)),
  ...reviewRoutes,
  ...accessRoutes,
  ...vaultRoutes,
]
