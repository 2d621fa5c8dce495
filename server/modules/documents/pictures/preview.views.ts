import { type DocumentPreview, MAX_PREVIEW_PAGES } from '#contract/documents/document-pictures.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireOwnDocument } from '../own-documents.views.ts'
import { type DocumentRow, findDocument } from '../store.ts'
import { pageUrlsOf } from './picture-urls.rules.ts'

/** The pages of the broker's own document. @throws AppError not_signed_in, not_found */
export async function viewOwnPreview(ctx: Ctx, id: number): Promise<DocumentPreview> {
  return preview(ctx, await requireOwnDocument(ctx, id))
}

/** The pages of any document, for reviewers. @throws AppError forbidden, not_found */
export async function viewPreview(ctx: Ctx, id: number): Promise<DocumentPreview> {
  authorise(ctx, 'documents.read')
  const document = await findDocument(ctx, id)
  if (!document) throw notFound('Document')
  return preview(ctx, document)
}

/** Handing out page addresses counts as a view in the access log. */
async function preview(ctx: Ctx, document: DocumentRow): Promise<DocumentPreview> {
  const { id, renderState, renderFault } = document
  const pages = document.pages ?? 0
  const urls = renderState === 'done' ? pageUrlsOf(ctx, id, Math.min(pages, MAX_PREVIEW_PAGES)) : []
  if (urls.length > 0) await auditView(ctx, document)
  return { state: stateOf(renderState), fault: renderFault, pages, urls }
}

/** The column's check allows no other. */
function stateOf(state: string): DocumentPreview['state'] {
  return state === 'done' || state === 'failed' ? state : 'waiting'
}

async function auditView(ctx: Ctx, document: DocumentRow): Promise<void> {
  const { filename, typeName } = await ctx.db
    .selectFrom('documents')
    .innerJoin('vaultFiles', 'vaultFiles.id', 'documents.fileId')
    .innerJoin('documentTypes', 'documentTypes.id', 'documents.documentTypeId')
    .select(['vaultFiles.filename', 'documentTypes.name as typeName'])
    .where('documents.id', '=', document.id)
    .executeTakeFirstOrThrow()
  const { id, brokerId, version } = document
  await audit(ctx, {
    action: 'document.viewed',
    subjectType: 'document',
    subjectId: id,
    after: { brokerId, typeName, version, filename },
  })
}
