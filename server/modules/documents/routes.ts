import { brokerAccreditation } from '#contract/documents/document-reviews.ts'
import * as setups from '#contract/documents/document-types.ts'
import * as own from '#contract/documents/documents.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockList, lockRow } from '#server/modules/accounts/edit-route.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { viewDocumentAccess } from './access-log.views.ts'
import { sendDocument } from './document-file.reply.ts'
import { createType, updateType } from './document-types.ts'
import { viewConcerned, viewTypeSetup, viewTypeSetups } from './document-types.views.ts'
import {
  requireOwnDocument,
  viewOwnDocument,
  viewOwnDocuments,
  viewOwnVersions,
  viewRequestedTypes,
} from './own-documents.views.ts'
import { pictureRoutes } from './pictures/pictures.routes.ts'
import { contentOf, withUpload } from './receive-upload.ts'
import { saveReasons, viewReasons } from './rejection-reasons.ts'
import { reviewRoutes } from './reviews/reviews.routes.ts'
import { uploadDocument } from './upload-document.ts'
import { viewAccreditation, viewBrokerAccreditation } from './views.ts'

export const routes: AppRoute[] = [
  route(own.listDocumentTypes, async ({ ctx }) => viewRequestedTypes(ctx)),
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
  route(brokerAccreditation, async ({ ctx, params }) => viewBrokerAccreditation(ctx, params.id)),
  route(setups.countConcerned, async ({ ctx, query }) => viewConcerned(ctx, query.typeId ?? null)),
  route(setups.listDocumentTypeSetups, async ({ ctx }) => viewTypeSetups(ctx)),
  route(setups.createDocumentType, async ({ ctx, body }) => viewTypeSetup(ctx, await createType(ctx, body))),
  editRoute(setups.updateDocumentType, {
    lock: lockRow('document_types'),
    record: ({ ctx, params }) => viewTypeSetup(ctx, params.id),
    save: ({ ctx, params, body }) => updateType(ctx, params.id, body),
  }),
  route(setups.listRejectionReasons, async ({ ctx }) => viewReasons(ctx)),
  editRoute(setups.saveRejectionReasons, {
    lock: lockList('rejection_reasons'),
    record: ({ ctx }) => viewReasons(ctx),
    save: ({ ctx, body }) => saveReasons(ctx, body.texts),
  }),
  route(setups.listDocumentAccess, async ({ ctx, query }) => viewDocumentAccess(ctx, query)),
  ...reviewRoutes,
  ...pictureRoutes,
]
