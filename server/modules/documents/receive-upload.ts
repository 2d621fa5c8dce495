import type { FastifyRequest } from 'fastify'
import { DEFAULT_MAX_FILE_SIZE } from '#contract/documents/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { type ReceivedFile, withReceivedForm } from '#server/modules/vault/receive.ts'
import type { StoredFile } from '#server/modules/vault/vault-files.ts'
import { findTypes } from './document-types.store.ts'
import { chosenType, type SentDocument } from './upload.rules.ts'

/** A received document: its file is in the vault already, and not attached to anything yet. */
export type ReceivedUpload = SentDocument<StoredFile>

const FILE_FIELD = 'document'
const TYPE_FIELD = 'documentTypeId'
const nothing: ReceivedFile = { file: null, problem: null, twice: false }

/**
 * Receives a document, straight into the vault, and passes it to `work`; a file that `work` does not attach is
 * destroyed immediately, also after an error. The type may precede or follow the file. @throws AppError
 * unsupported_type
 */
export async function withUpload<T>(
  ctx: Ctx,
  request: FastifyRequest,
  work: (upload: ReceivedUpload) => Promise<T>,
): Promise<T> {
  const types = await findTypes(ctx)
  const largest = Math.max(DEFAULT_MAX_FILE_SIZE, ...types.map(({ maxFileSize }) => maxFileSize))
  /** Bytes at most; null: the file is discarded, as its type is not accepted. */
  const limitOf = (sent: string | undefined): number | null => {
    if (sent === undefined) return largest
    const chosen = chosenType(sent, types)
    return chosen.ok ? chosen.type.maxFileSize : null
  }
  const receiving = {
    largest,
    isFileField: (name: string): name is typeof FILE_FIELD => name === FILE_FIELD,
    ruleOf(_field: string, fields: Readonly<Record<string, string>>) {
      const limit = limitOf(fields[TYPE_FIELD])
      return limit === null ? null : { limit, allowedTypes: ['application/pdf'] }
    },
  }
  return withReceivedForm(ctx, request, receiving, ({ fields, files }) =>
    work({ documentTypeId: fields[TYPE_FIELD] ?? null, ...(files[FILE_FIELD] ?? nothing) }),
  )
}

/** Identifies repeated uploads under an Idempotency-Key: type, name and bytes. */
export function contentOf({ documentTypeId, file, problem, twice }: ReceivedUpload): object {
  return { documentTypeId, filename: file?.filename, sha256: file?.sha256, problem, twice }
}
