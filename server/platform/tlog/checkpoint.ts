// The head of a log in the C2SP tlog-checkpoint format.

import type { SizedRoot } from './proofs.ts'
import { HASH_BYTES } from './tree-hashes.ts'

export interface Checkpoint extends SizedRoot {
  origin: string
}

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** @param text of a signed note @returns null if it is no checkpoint */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', digits = '', hash = ''] = text.split('\n')
  const root = Buffer.from(hash, 'base64')
  const isWritten = /^(0|[1-9]\d{0,15})$/.test(digits) && root.toString('base64') === hash
  if (origin === '' || !isWritten || root.length !== HASH_BYTES || !text.endsWith('\n')) return null
  return { origin, size: Number(digits), root }
}
