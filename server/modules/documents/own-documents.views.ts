import type { z } from 'zod'
import type {
  DocumentEntry,
  DocumentType,
  documentVersions,
  OwnDocument,
} from '#contract/documents/documents.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { findTypes } from './document-types.store.ts'
import { thumbnailUrlOf } from './pictures/picture-urls.rules.ts'
import { viewRequests } from './reviews/requests.views.ts'
import { goodVersion, hasExpired } from './rules.ts'
import { type DocumentRow, findDocument } from './store.ts'
import { toDocumentType, type Version, viewBrokerTypes } from './views.ts'

type VersionList = z.input<typeof documentVersions>

/** The active document types, which are the same for every broker. */
export async function viewRequestedTypes(ctx: Ctx): Promise<DocumentType[]> {
  const types = await findTypes(ctx)
  return types.filter(({ retiredAt }) => retiredAt === null).map(toDocumentType)
}

/** Every type with the broker's own newest document. */
export async function viewOwnDocuments(ctx: Ctx): Promise<DocumentEntry[]> {
  const { brokerId } = requireBroker(ctx)
  const requests = await viewRequests(ctx, brokerId)
  const types = await viewBrokerTypes(ctx, brokerId)
  const today = sydneyDate(ctx.now())
  return types.map(({ type, required, versions }) => {
    const [newest] = versions
    const askedNote = requests.get(type.id) ?? null
    return {
      // a retired type is no longer required
      documentType: { ...toDocumentType(type), required },
      document: newest ? toOwnDocument(ctx, newest, askedNote) : null,
      askedNote,
      fulfilled: goodVersion(versions, today) !== undefined,
    }
  })
}

/** One of the broker's own documents. @throws AppError not_found */
export async function viewOwnDocument(ctx: Ctx, id: number): Promise<OwnDocument> {
  const { documentTypeId, brokerId } = await requireOwnDocument(ctx, id)
  const types = await viewBrokerTypes(ctx, brokerId)
  const version = types.flatMap(({ versions }) => versions).find((one) => one.id === id)
  if (!version) throw notFound('Document')
  const askedNote = (await viewRequests(ctx, brokerId)).get(documentTypeId) ?? null
  return toOwnDocument(ctx, version, askedNote)
}

/** Every version of the broker's own document, newest first. @throws AppError not_found */
export async function viewOwnVersions(ctx: Ctx, id: number): Promise<VersionList> {
  const { documentTypeId, brokerId } = await requireOwnDocument(ctx, id)
  return viewVersions(ctx, brokerId, documentTypeId)
}

/** Every version of a broker's document, newest first. The caller has authorised it. */
export async function viewVersions(ctx: Ctx, brokerId: number, documentTypeId: number): Promise<VersionList> {
  const types = await viewBrokerTypes(ctx, brokerId)
  const versions = types.find(({ type }) => type.id === documentTypeId)?.versions ?? []
  return versions.map(({ id, version, originalFilename, status, uploadedAt, reason, expiresOn }) => ({
    ...{ id, version, originalFilename, status, uploadedAt, reason, expiresOn },
  }))
}

/** Another broker's document is not found. @throws AppError not_signed_in, not_found */
export async function requireOwnDocument(ctx: Ctx, id: number): Promise<DocumentRow> {
  const { brokerId } = requireBroker(ctx)
  const row = await findDocument(ctx, id)
  if (row?.brokerId !== brokerId) throw notFound('Document')
  return row
}

function toOwnDocument(ctx: Ctx, version: Version, askedNote: string | null): OwnDocument {
  const { id, originalFilename, status, bytes, reason, expiresOn } = version
  return {
    ...{ id, originalFilename, status, bytes, reason, expiresOn, askedNote },
    version: version.version,
    uploadedAt: version.uploadedAt.toISOString(),
    thumbnailGenerated: version.thumbnailFileId !== null,
    thumbnailUrl: thumbnailUrlOf(ctx, version),
    expired: hasExpired(version, sydneyDate(ctx.now())),
  }
}
