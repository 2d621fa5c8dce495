import type { FastifyRequest } from 'fastify'
import {
  type ApplicationFileKind,
  applicationFileKinds,
  applicationFileTypes,
  MAX_APPLICATION_FILE,
} from '#contract/accreditations/accreditations.ts'
import type { Ctx } from '#server/ctx.ts'
import { withReceivedForm } from '#server/modules/vault/receive.ts'
import type { StoredFile } from '#server/modules/vault/vault-files.ts'
import type { FileFaults, SentForm } from './form.rules.ts'

export type FormFiles = Partial<Record<ApplicationFileKind, StoredFile>>

/** A received form: its files are in the vault already, and not attached to anything yet. */
export interface ReceivedForm extends SentForm {
  files: FormFiles
}

const isKind = (name: string): name is ApplicationFileKind =>
  (applicationFileKinds as readonly string[]).includes(name)

const rule = { limit: MAX_APPLICATION_FILE, allowedTypes: applicationFileTypes }

/**
 * Receives a form, its files straight into the vault, and passes it to `work`; files that `work` does not attach are
 * destroyed immediately, also after an error. @throws AppError unsupported_type
 */
export async function withForm<T>(
  ctx: Ctx,
  request: FastifyRequest,
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const receiving = { largest: MAX_APPLICATION_FILE, isFileField: isKind, ruleOf: () => rule }
  return withReceivedForm(ctx, request, receiving, ({ fields, files: received }) => {
    const faults: FileFaults = {}
    const files: FormFiles = {}
    for (const kind of applicationFileKinds) {
      const { file, problem, twice } = received[kind] ?? {}
      if (file) files[kind] = file
      const fault = twice ? 'twice' : problem
      if (fault) faults[kind] = fault
    }
    return work({ fields, faults, files })
  })
}

/** Identifies repeated forms under an Idempotency-Key: the texts and the files' bytes. */
export function contentOf({ fields, files, faults }: ReceivedForm): object {
  const hashes = Object.entries(files).map(([kind, { sha256 }]) => [kind, sha256])
  const texts = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return { texts, files: hashes.sort(), faults }
}
