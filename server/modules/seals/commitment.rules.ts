/** Decides the entry of a row in the log: a hash of its content that reveals nothing without the salt. */
import { createHash } from 'node:crypto'
import type { SealSource } from '#contract/surveillance/seals.ts'
import { canonicalJson } from './canonical-json.rules.ts'

export const SALT_BYTES = 32
/** Of the content; another selection of columns needs another number. */
const FORMAT = 1

/** @param row the sealed columns of the row, as JSON */
export function contentOf(source: SealSource, row: string): string {
  return canonicalJson({ format: FORMAT, source, row: JSON.parse(row) })
}

export const commitmentOf = (salt: Uint8Array, content: string): Buffer =>
  createHash('sha256').update(salt).update(content).digest()
