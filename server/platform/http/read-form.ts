import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { requireFitTexts } from './body-text.ts'
import { requireMultipart } from './routes.ts'

/** The texts of a form by the names of their fields. */
export type FormFields = Readonly<Record<string, string>>

export interface FormReading {
  /** Bytes of a file; longer files are cut there and marked as truncated. */
  maxFileSize: number
  /** Receives a file. @param fields those that preceded it */
  takeFile(part: MultipartFile, fields: FormFields): Promise<void>
}

/**
 * Reads a form part by part. A refused file is still read to its end, so that the sender can receive the response.
 * @throws AppError unsupported_type; errors of `takeFile`
 */
export async function readForm(
  request: FastifyRequest,
  { maxFileSize, takeFile }: FormReading,
): Promise<FormFields> {
  requireMultipart(request)
  const fields: Record<string, string> = {}
  const options = { limits: { fileSize: maxFileSize }, throwFileSizeLimit: false }
  for await (const part of request.parts(options)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else {
      try {
        await takeFile(part, fields)
      } finally {
        part.file.resume()
      }
    }
  }
  requireFitTexts(fields)
  return fields
}
