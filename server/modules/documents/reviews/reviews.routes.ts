import * as contract from '#contract/documents/document-reviews.ts'
import { type AppRoute, route } from '#server/module.ts'
import { sendToReviewer } from '../document-file.reply.ts'
import { askForDocument } from './requests.ts'
import { viewReviewDocument } from './review-details.views.ts'
import { claimDocument, claimNextDocument, decideDocument, unassignDocument } from './review-document.ts'
import { viewReviewDocuments, viewSummary } from './review-queue.views.ts'

export const reviewRoutes: AppRoute[] = [
  route(contract.listReviewDocuments, async ({ ctx, query }) => viewReviewDocuments(ctx, query)),
  route(contract.documentSummary, async ({ ctx }) => viewSummary(ctx)),
  route(contract.getReviewDocument, async ({ ctx, params }) => viewReviewDocument(ctx, params.id)),
  route(contract.downloadDocument, async ({ ctx, params, reply }) => sendToReviewer(ctx, params.id, reply)),
  route(contract.claimDocument, async ({ ctx, params, body }) => {
    await (body.claim ? claimDocument(ctx, params.id) : unassignDocument(ctx, params.id))
    return viewReviewDocument(ctx, params.id)
  }),
  route(contract.claimNextDocument, async ({ ctx }) => {
    const id = await claimNextDocument(ctx)
    return id === null ? null : viewReviewDocument(ctx, id)
  }),
  route(contract.decideDocument, async ({ ctx, params, body }) => {
    await decideDocument(ctx, params.id, body)
    return viewReviewDocument(ctx, params.id)
  }),
  route(contract.askForDocument, async ({ ctx, params, body }) => {
    await askForDocument(ctx, params.id, body)
    return { ok: true as const }
  }),
]
