import type { FastifyRequest } from 'fastify'
import { MAX_LOGO_BYTES } from '#contract/system/brand.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { readForm } from '#server/platform/http/read-form.ts'
import { type LogoImage, readLogoImage } from './logo-image.rules.ts'

const FIELD = 'logo'

/** Reads a logo from a form; holds no more of it in memory than the size limit. @throws AppError invalid, too_large */
export async function receiveLogo(request: FastifyRequest): Promise<LogoImage> {
  let file: Buffer | null = null
  let isTooLarge = false
  await readForm(request, {
    maxFileSize: MAX_LOGO_BYTES + 1,
    async takeFile({ fieldname, filename, file: content }) {
      if (fieldname !== FIELD || !filename || file || isTooLarge) return
      const parts: Buffer[] = []
      let bytes = 0
      for await (const part of content) {
        bytes += (part as Buffer).length // no encoding was set
        parts.push(part as Buffer)
      }
      isTooLarge = bytes > MAX_LOGO_BYTES
      if (!isTooLarge) file = Buffer.concat(parts)
    },
  })
  if (isTooLarge) {
    const message = 'File size must be less than 1MB'
    throw new AppError('too_large', message, { fields: { [FIELD]: message } })
  }
  if (!file) throw invalid({ [FIELD]: 'Choose a file' })
  const outcome = readLogoImage(file)
  if (!outcome.ok) throw invalid({ [FIELD]: outcome.reason })
  return outcome.image
}
