import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { DEFAULT_MAX_FILE_SIZE } from '#contract/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { discardLoose, type StoredFile, storeFile } from '#server/modules/vault/vault-files.ts'
import { requireMultipart } from '#server/platform/http/routes.ts'
import { type DocumentTypeRow, findTypes } from './document-types.store.ts'
import { chosenType, type SentDocument } from './upload.rules.ts'

/** A document as it came in: its file is in the vault already, and belongs to nothing yet. */
export type ReceivedUpload = SentDocument<StoredFile>

const FILE_FIELD = 'document'
const TYPE_FIELD = 'documentTypeId'

/**
 * Takes in a document, straight into the vault, and hands it to `work`; a file that `work` attaches to nothing is
 * destroyed at once, whatever happens. The type may come before or after the file. @throws AppError unsupported_type
 */
export async function withUpload<T>(
  ctx: Ctx,
  request: FastifyRequest,
  work: (upload: ReceivedUpload) => Promise<T>,
): Promise<T> {
  requireMultipart(request)
  const types = await findTypes(ctx)
  const largest = Math.max(DEFAULT_MAX_FILE_SIZE, ...types.map(({ maxFileSize }) => maxFileSize))
  const upload: ReceivedUpload = { documentTypeId: null, file: null, problem: null, twice: false }
  const stored: number[] = []
  try {
    const options = { limits: { fileSize: largest + 1 }, throwFileSizeLimit: false }
    for await (const part of request.parts(options)) {
      if (part.type === 'file') {
        const limit = limitOf(upload.documentTypeId, types, largest)
        await takeFile(ctx, part, upload, limit)
        if (upload.file) stored.push(upload.file.id)
      } else if (part.fieldname === TYPE_FIELD) upload.documentTypeId = String(part.value)
    }
    return await work(upload)
  } finally {
    await discardLoose(ctx, stored)
  }
}

/** Bytes at most; null: it will not be kept, as its type is not asked for. */
function limitOf(sent: string | null, types: readonly DocumentTypeRow[], largest: number): number | null {
  if (sent === null) return largest
  const chosen = chosenType(sent, types)
  return chosen.ok ? chosen.type.maxFileSize : null
}

/** A file that is refused is still read to its end, so that the sender gets to see the answer. */
async function takeFile(
  ctx: Ctx,
  { fieldname, filename, file }: MultipartFile,
  upload: ReceivedUpload,
  limit: number | null,
): Promise<void> {
  try {
    // a field without a chosen file comes as a part without a name
    if (fieldname !== FILE_FIELD || !filename || limit === null) return
    if (upload.file || upload.problem) {
      upload.twice = true
      return
    }
    const outcome = await storeFile(ctx, {
      stream: file.iterator({ destroyOnReturn: false }),
      filename,
      limit,
      allowedTypes: ['application/pdf'],
    })
    if (outcome.ok) upload.file = outcome.file
    else upload.problem = { fault: outcome.fault, found: outcome.found }
  } finally {
    file.resume()
  }
}

/** What makes two uploads the same one for an Idempotency-Key: type, name and bytes. */
export function contentOf({ documentTypeId, file, problem, twice }: ReceivedUpload): object {
  return { documentTypeId, filename: file?.filename, sha256: file?.sha256, problem, twice }
}
