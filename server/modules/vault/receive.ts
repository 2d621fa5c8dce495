import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#server/ctx.ts'
import type { FileProblem } from '#server/pdf/file-refused.ts'
import { type FormFields, readForm } from '#server/platform/http/read-form.ts'
import { discardLoose, type StoredFile, storeFile } from './vault-files.ts'

/** The limits of a file in a field. */
export interface FileRule {
  /** Bytes at most. */
  limit: number
  allowedTypes: readonly string[]
}

/** A file received in a form's field. */
export interface ReceivedFile {
  /** In the vault already, and belonging to nothing yet; null where it was refused. */
  file: StoredFile | null
  problem: FileProblem | null
  /** A second file was sent in the field. */
  twice: boolean
}

export interface ReceivedForm<Field extends string> {
  fields: FormFields
  files: Partial<Record<Field, ReceivedFile>>
}

export interface Receiving<Field extends string> {
  /** Bytes of the largest file of any field. */
  largest: number
  isFileField(name: string): name is Field
  /** @param fields those that precede the file @returns null: the file is discarded */
  ruleOf(field: Field, fields: FormFields): FileRule | null
}

/**
 * Receives a form, its files straight into the vault, and passes it to `work`; files that `work` does not attach are
 * destroyed immediately, also after an error. @throws AppError unsupported_type
 */
export async function withReceivedForm<Field extends string, T>(
  ctx: Ctx,
  request: FastifyRequest,
  receiving: Receiving<Field>,
  work: (form: ReceivedForm<Field>) => Promise<T>,
): Promise<T> {
  const files: Partial<Record<Field, ReceivedFile>> = {}
  const stored: number[] = []
  try {
    const fields = await readForm(request, {
      // one byte more distinguishes a file that is too large from one that just fits
      maxFileSize: receiving.largest + 1,
      async takeFile({ fieldname, filename, file: content }, before) {
        // a field without a chosen file is sent as a part without a name
        if (!receiving.isFileField(fieldname) || !filename) return
        const rule = receiving.ruleOf(fieldname, before)
        if (!rule) return
        const known = files[fieldname]
        if (known) {
          known.twice = true
          return
        }
        const stream = content.iterator({ destroyOnReturn: false })
        const outcome = await storeFile(ctx, { stream, filename, ...rule })
        if (outcome.ok) stored.push(outcome.file.id)
        files[fieldname] = outcome.ok
          ? { file: outcome.file, problem: null, twice: false }
          : { file: null, problem: { fault: outcome.fault, found: outcome.found }, twice: false }
      },
    })
    return await work({ fields, files })
  } finally {
    await discardLoose(ctx, stored)
  }
}
