import { type ApplicationFileKind, applicationFileLabels } from '#contract/accreditations/accreditations.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { describeFile } from '#server/modules/vault/vault-files.ts'
import { invalid } from '#server/platform/errors.ts'
import { findTypes } from './document-types.store.ts'
import { renderDocumentJob } from './pictures/render-document.job.ts'
import { closeRequest } from './reviews/requests.store.ts'
import { expiryFault } from './reviews/review-document.rules.ts'
import {
  changeDocument,
  insertDocumentEvent,
  insertFormerVersion,
  insertVersion,
  lastUpload,
  lockBroker,
  type NewDocument,
} from './store.ts'

const PDF = 'application/pdf'
const NO_PAGES = 'This is a picture, not a PDF. Download it to look at it.'

export interface ApplicationPapers {
  brokerId: number
  files: readonly { kind: ApplicationFileKind; fileId: number; uploadedAt: Date }[]
  /** Last days as the reviewer read them, YYYY-MM-DD. */
  expiries: Partial<Record<ApplicationFileKind, string | null>>
  reviewer: { id: number; name: string }
}

/**
 * Makes the files of an approved application versions of the broker's documents of their types, by reference: a file is
 * destroyed when neither refers to it any more. As they were reviewed with the application, they are approved, unless
 * their type expires and no last day was entered: then they wait for a review. A file older than the broker's newest
 * upload becomes a former version. Files without a type stay with the application alone.
 * Only inside `ctx.tx`. @throws AppError invalid for an impossible day
 */
export async function fileApplication(tx: Ctx, papers: ApplicationPapers): Promise<void> {
  const { brokerId, expiries, reviewer } = papers
  await lockBroker(tx, brokerId)
  const types = await findTypes(tx)
  for (const { kind, fileId, uploadedAt } of papers.files) {
    const type = types.find((each) => each.applicationFile === kind && each.retiredAt === null)
    if (!type) continue
    const expiresOn = type.expires ? (expiries[kind] ?? null) : null
    const fault = expiresOn === null ? null : expiryFault(expiresOn, true, sydneyDate(tx.now()))
    if (fault) throw invalid({ [`expiries.${kind}`]: fault })
    const { mediaType, filename, bytes } = await describeFile(tx, fileId)
    const { id, version } = await addVersion(tx, {
      ...{ brokerId, documentTypeId: type.id, fileId, uploadedBy: null, uploadedAt },
      ...(mediaType !== PDF && { renderState: 'failed', renderFault: NO_PAGES }),
    })
    await insertDocumentEvent(tx, { documentId: id, type: 'uploaded', actor: 'Applicant' })
    const isReviewed = !type.expires || expiresOn !== null
    if (isReviewed) await approve(tx, id, { expiresOn, reviewer })
    await audit(tx, {
      action: 'document.filed',
      subjectType: 'document',
      subjectId: id,
      after: {
        ...{ brokerId, typeName: type.name, version, filename, bytes },
        ...{ from: applicationFileLabels[kind], status: isReviewed ? 'approved' : 'pending', expiresOn },
      },
    })
    if (mediaType === PDF) await tx.enqueue(renderDocumentJob, { documentId: id })
  }
}

/** A later upload of the broker stays the newest version, and open requests stay open. */
async function addVersion(
  tx: Ctx,
  { uploadedAt, ...paper }: NewDocument & { uploadedAt: Date },
): Promise<{ id: number; version: number }> {
  const last = await lastUpload(tx, paper)
  if (last && last > uploadedAt) return insertFormerVersion(tx, { ...paper, uploadedAt })
  await closeRequest(tx, paper)
  return insertVersion(tx, paper)
}

async function approve(
  tx: Ctx,
  documentId: number,
  { expiresOn, reviewer }: { expiresOn: string | null; reviewer: ApplicationPapers['reviewer'] },
): Promise<void> {
  const values = { status: 'approved', expiresOn, reviewedAt: tx.now(), reviewedBy: reviewer.id }
  await changeDocument(tx, documentId, { from: ['pending'] }, values)
  await insertDocumentEvent(tx, { documentId, type: 'approved', actor: reviewer.name, expiresOn })
}
