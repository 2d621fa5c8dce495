import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { cutText } from '#contract/plain-text.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { type FormFields, readForm } from '#server/platform/http/read-form.ts'
import { REQUEST_LIMITS, readJson } from '#server/platform/read-json.ts'

export interface Upload {
  filename: string
  bytes: Buffer
  /** The other form fields by name. */
  fields: FormFields
  /** SHA-256 in hex, identifies repeated uploads. */
  hash: string
}

/**
 * Reads the form part `file`. A file that is too large is read to its end and discarded, so that the sender receives
 * the error. @throws AppError unsupported_type, too_large, invalid without a file
 */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const files: { filename: string; bytes: Buffer }[] = []
  let tooLarge = false
  const fields = await readForm(request, {
    maxFileSize: maxBytes,
    async takeFile(part) {
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk as Buffer) // a file part gives nothing but bytes
      tooLarge ||= part.file.truncated
      if (part.fieldname === 'file')
        files.push({ filename: nameOf(part.filename), bytes: Buffer.concat(chunks) })
    },
  })
  if (tooLarge) {
    const megabytes = Math.round(maxBytes / 1024 / 1024)
    throw new AppError('too_large', `The file is larger than ${megabytes} MB. Split it and upload the parts.`)
  }
  const [file] = files
  if (!file) throw invalid({ file: 'Choose a CSV or Excel file to upload' })
  return { ...file, fields, hash: createHash('sha256').update(file.bytes).digest('hex') }
}

/** Reads the column mapping that was sent with the file; null without one. @throws AppError invalid */
export function readMapping<Mapping>(
  schema: z.ZodType<Mapping>,
  text: string | undefined,
  example: string,
): Mapping | null {
  if (!text) return null
  try {
    return schema.parse(readJson(text, REQUEST_LIMITS))
  } catch {
    throw invalid({ mapping: `Send the mapping as JSON, e.g. ${example}` })
  }
}

function nameOf(filename: string | undefined): string {
  // invisible characters could turn a name round
  const visible = (filename ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
  return cutText(visible, 200) || 'upload.csv'
}
