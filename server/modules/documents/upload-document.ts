import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { requireBroker } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { attachFiles, type StoredFile } from '#server/modules/vault/vault-files.ts'
import { AppError } from '#server/platform/errors.ts'
import { findTypes } from './document-types.store.ts'
import { renderDocumentJob } from './pictures/render-document.job.ts'
import type { ReceivedUpload } from './receive-upload.ts'
import { closeRequest } from './reviews/requests.store.ts'
import { type DocumentRow, insertDocumentEvent, insertVersion, lockBroker } from './store.ts'
import { checkUpload } from './upload.rules.ts'

/**
 * Files a broker's upload as the next version of its type, pending review.
 * @returns the document's id
 * @throws AppError not_signed_in, invalid, too_large, unsupported_type, rule_forbids
 */
export async function uploadDocument(ctx: Ctx, upload: ReceivedUpload): Promise<number> {
  const sender = requireBroker(ctx)
  return ctx.tx((tx) => fileDocument(tx, sender, upload))
}

/** The document's broker, and who uploaded it. */
export interface Sender {
  brokerId: number
  userId: number | null
  name: string
}

/** Files a broker's document; the caller has authorised it. Only inside `ctx.tx`. @returns its id @throws AppError */
export async function fileDocument(tx: Ctx, sender: Sender, upload: ReceivedUpload): Promise<number> {
  const { userId, brokerId } = sender
  if (!(await lockBroker(tx, brokerId))) throw new AppError('not_signed_in', 'Sign in to continue.')
  // read again, because a type may have been retired during the upload
  const { file, type } = checkUpload(upload, await findTypes(tx))
  const row = await insertVersion(tx, {
    brokerId,
    documentTypeId: type.id,
    fileId: file.id,
    uploadedBy: userId,
  })
  await attachFiles(tx, [file.id])
  await closeRequest(tx, { brokerId, documentTypeId: type.id })
  await record(tx, row, { typeName: type.name, file, actor: sender.name })
  return row.id
}

async function record(
  tx: Ctx,
  row: DocumentRow,
  { typeName, file, actor }: { typeName: string; file: StoredFile; actor: string },
): Promise<void> {
  const { id: documentId, brokerId, version } = row
  await insertDocumentEvent(tx, { documentId, type: 'uploaded', actor })
  await audit(tx, {
    action: 'document.uploaded',
    subjectType: 'document',
    subjectId: documentId,
    after: { brokerId, typeName, version, filename: file.filename, bytes: file.bytes },
  })
  await addActivity(tx, {
    type: 'document_uploaded',
    description: version === 1 ? `Uploaded: ${typeName}` : `Uploaded a new version: ${typeName}`,
    brokerId,
    simulated: false,
  })
  await tx.enqueue(renderDocumentJob, { documentId })
  await tx.emit('document.changed', { documentId, brokerId, change: 'uploaded' })
}
