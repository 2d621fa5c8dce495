// Decides whether a document that was sent is taken, and in which words it is refused.

import { INVALID_TYPE, SELECT_TYPE, tooLarge } from '#contract/documents.ts'
import { fileRefusal } from '#server/modules/vault/file-faults.rules.ts'
import type { FileProblem } from '#server/pdf/file-refused.ts'
import { invalid } from '#server/platform/errors.ts'

export interface AskedType {
  id: number
  retiredAt: Date | null
  /** Bytes. */
  maxFileSize: number
}

/** What came: a file, what is wrong with it, or neither. */
export interface SentDocument<File extends { bytes: number }> {
  /** As sent; null: none was chosen. */
  documentTypeId: string | null
  file: File | null
  problem: FileProblem | null
  /** A second file came. */
  twice: boolean
}

export const NO_FILE = 'Choose a PDF file to upload.'
export const ONE_FILE = 'Send one file at a time.'
export const UNKNOWN_TYPE = 'This document type does not exist. Choose another one.'
export const RETIRED_TYPE = 'This document type is no longer asked for. Choose another one.'

export type ChosenType<Type> = { ok: true; type: Type } | { ok: false; reason: string }

/** The type that was chosen, of all there are. @param sent as it came; null: none */
export function chosenType<Type extends AskedType>(
  sent: string | null,
  types: readonly Type[],
): ChosenType<Type> {
  const wanted = sent?.trim()
  if (!wanted) return { ok: false, reason: SELECT_TYPE.text }
  const type = types.find(({ id }) => String(id) === wanted)
  if (!type) return { ok: false, reason: UNKNOWN_TYPE }
  return type.retiredAt ? { ok: false, reason: RETIRED_TYPE } : { ok: true, type }
}

/** The type first: what a file may be follows from it. @throws AppError invalid, too_large, unsupported_type … */
export function checkUpload<File extends { bytes: number }, Type extends AskedType>(
  sent: SentDocument<File>,
  types: readonly Type[],
): { file: File; type: Type } {
  const chosen = chosenType(sent.documentTypeId, types)
  if (!chosen.ok) throw invalid({ documentTypeId: chosen.reason })
  const { type } = chosen
  if (sent.twice) throw invalid({ document: ONE_FILE })
  const { file } = sent
  // a file that came before its type was judged by the largest
  const tooMuch = file !== null && file.bytes > type.maxFileSize
  const problem: FileProblem | null = tooMuch ? { fault: 'too_large', found: null } : sent.problem
  if (problem) {
    const texts = { tooLarge: tooLarge(type.maxFileSize).text, wrongType: INVALID_TYPE.text }
    throw fileRefusal(problem, texts, 'document')
  }
  if (!file) throw invalid({ document: NO_FILE })
  return { file, type }
}
