import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import {
  type ApplicationFileKind,
  applicationFileKinds,
  applicationFileTypes,
  MAX_APPLICATION_FILE,
} from '#contract/accreditations.ts'
import type { Ctx } from '#server/ctx.ts'
import { discardLoose, type StoredFile, storeFile } from '#server/modules/vault/vault-files.ts'
import { requireMultipart } from '#server/platform/http/routes.ts'
import type { FileFaults, SentForm } from './form.rules.ts'

export type FormFiles = Partial<Record<ApplicationFileKind, StoredFile>>

/** A form as it came in: its files are in the vault already, and belong to nothing yet. */
export interface ReceivedForm extends SentForm {
  files: FormFiles
}

const isKind = (name: string): name is ApplicationFileKind =>
  (applicationFileKinds as readonly string[]).includes(name)

/**
 * Takes in a form, its files straight into the vault, and hands it to `work`; files that `work` attaches to nothing
 * are destroyed at once, whatever happens. @throws AppError unsupported_type
 */
export async function withForm<T>(
  ctx: Ctx,
  request: FastifyRequest,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  requireMultipart(request)
  const fields: Record<string, string> = {}
  const faults: FileFaults = {}
  const files: FormFiles = {}
  try {
    const options = { limits: { fileSize: MAX_APPLICATION_FILE + 1 }, throwFileSizeLimit: false }
    for await (const part of request.parts(options)) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else await takeFile(ctx, part, { files, faults })
    }
    return await work({ fields, faults, files })
  } finally {
    await discardLoose(
      ctx,
      Object.values(files).map(({ id }) => id),
    )
  }
}

/** A file that is refused is still read to its end, so that the sender gets to see the answer. */
async function takeFile(
  ctx: Ctx,
  part: MultipartFile,
  into: Pick<ReceivedForm, 'files' | 'faults'>,
): Promise<void> {
  const { fieldname: kind, filename, file } = part
  try {
    // a field without a chosen file comes as a part without a name
    if (!isKind(kind) || !filename) return
    if (into.files[kind] || into.faults[kind]) {
      into.faults[kind] = 'twice'
      return
    }
    const stored = await storeFile(ctx, {
      stream: file.iterator({ destroyOnReturn: false }),
      filename,
      limit: MAX_APPLICATION_FILE,
      allowedTypes: applicationFileTypes,
    })
    if (stored.ok) into.files[kind] = stored.file
    else into.faults[kind] = { fault: stored.fault, found: stored.found }
  } finally {
    file.resume()
  }
}

/** What makes two forms the same one for an Idempotency-Key: the texts and the files' bytes. */
export function contentOf({ fields, files, faults }: ReceivedForm): object {
  const hashes = Object.entries(files).map(([kind, { sha256 }]) => [kind, sha256])
  const texts = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return { texts, files: hashes.sort(), faults }
}
