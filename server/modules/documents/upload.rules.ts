// Decides whether an uploaded document is accepted, or why it is refused.

import { INVALID_TYPE, SELECT_TYPE, tooLarge } from '#contract/documents/documents.ts'
import { fileRefusal } from '#server/modules/vault/file-faults.rules.ts'
import type { FileProblem } from '#server/pdf/file-refused.ts'
import { invalid } from '#server/platform/errors.ts'

export interface UploadType {
  id: number
  retiredAt: Date | null
  /** Bytes. */
  maxFileSize: number
}

/** An upload: a file, its fault, or neither. */
export interface SentDocument<File extends { bytes: number }> {
  /** As submitted; null: none was chosen. */
  documentTypeId: string | null
  file: File | null
  problem: FileProblem | null
  /** More than one file was sent. */
  twice: boolean
}

export const NO_FILE = 'Choose a PDF file to upload.'
export const ONE_FILE = 'Send one file at a time.'
export const UNKNOWN_TYPE = 'This document type does not exist. Choose another one.'
export const RETIRED_TYPE = 'This document type is no longer in use. Choose another one.'

export type ChosenType<Type> = { ok: true; type: Type } | { ok: false; reason: string }

/** The chosen document type. @param sent its id as submitted; null: none @param types including retired ones */
export function chosenType<Type extends UploadType>(
  sent: string | null,
  types: readonly Type[],
): ChosenType<Type> {
  const wanted = sent?.trim()
  if (!wanted) return { ok: false, reason: SELECT_TYPE.text }
  const type = types.find(({ id }) => String(id) === wanted)
  if (!type) return { ok: false, reason: UNKNOWN_TYPE }
  return type.retiredAt ? { ok: false, reason: RETIRED_TYPE } : { ok: true, type }
}

/** Checks the type first, because the file's limits depend on it. @throws AppError invalid, too_large, unsupported_type … */
export function checkUpload<File extends { bytes: number }, Type extends UploadType>(
  sent: SentDocument<File>,
  types: readonly Type[],
): { file: File; type: Type } {
  const chosen = chosenType(sent.documentTypeId, types)
  if (!chosen.ok) throw invalid({ documentTypeId: chosen.reason })
  const { type } = chosen
  if (sent.twice) throw invalid({ document: ONE_FILE })
  const { file } = sent
  // a file that precedes its type in the form was only checked against the largest limit
  const isTooLarge = file !== null && file.bytes > type.maxFileSize
  const problem: FileProblem | null = isTooLarge ? { fault: 'too_large', found: null } : sent.problem
  if (problem) {
    const texts = { tooLarge: tooLarge(type.maxFileSize).text, wrongType: INVALID_TYPE.text }
    throw fileRefusal(problem, texts, 'document')
  }
  if (!file) throw invalid({ document: NO_FILE })
  return { file, type }
}
