import { existsSync, readFileSync } from 'node:fs'

/** Bytes of a built file as every present browser gets it: in the form that the build laid beside it, where there is one. */
export function sentBytes(path: string): number {
  const packed = `${path}.br`
  return readFileSync(existsSync(packed) ? packed : path).length
}
