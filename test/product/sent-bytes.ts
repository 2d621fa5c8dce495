import { existsSync, readFileSync } from 'node:fs'

/** Bytes of a built file as sent to current browsers: of the compressed copy next to it, where there is one. */
export function sentBytes(path: string): number {
  const packed = `${path}.br`
  return readFileSync(existsSync(packed) ? packed : path).length
}
