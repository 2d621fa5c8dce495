// Proofs of RFC 6962: that an entry is in a tree, and that a tree continues an earlier one.

import { nodeHash, type Range, rangeHash, splitOf, type TileReader } from './tree-hashes.ts'

/** The subtrees whose hashes prove that the entry at `index` is in a tree of `size`, from the leaf upwards. */
function inclusionPath(index: number, { from, to }: Range): Range[] {
  if (to - from === 1) return []
  const middle = from + splitOf(to - from)
  return index < middle
    ? [...inclusionPath(index, { from, to: middle }), { from: middle, to }]
    : [...inclusionPath(index, { from: middle, to }), { from, to: middle }]
}

/** The subtrees whose hashes prove that a tree of `to` entries continues one of `old`. */
function consistencyPath(old: number, { from, to }: Range): Range[] {
  // the verifier has the hash of the old tree itself
  if (old === to) return from === 0 ? [] : [{ from, to }]
  const middle = from + splitOf(to - from)
  return old <= middle
    ? [...consistencyPath(old, { from, to: middle }), { from: middle, to }]
    : [...consistencyPath(old, { from: middle, to }), { from, to: middle }]
}

/** Hashes that a prover keeps; neighbouring entries share most of theirs. */
const KEPT_HASHES = 10_000

/** Proves inclusion in a tree of this size. @returns proofs by the index of an entry */
export function inclusionProver(read: TileReader, size: number): (index: number) => Promise<Buffer[]> {
  const kept = new Map<string, Promise<Buffer>>()
  const hashOf = (range: Range): Promise<Buffer> => {
    const key = `${range.from}-${range.to}`
    const hash = kept.get(key) ?? rangeHash(read, range)
    if (kept.size >= KEPT_HASHES) kept.clear()
    kept.set(key, hash)
    return hash
  }
  return (index) => Promise.all(inclusionPath(index, { from: 0, to: size }).map(hashOf))
}

/** @param old at most `size` */
export function consistencyProof(read: TileReader, old: number, size: number): Promise<Buffer[]> {
  const path = old === 0 ? [] : consistencyPath(old, { from: 0, to: size })
  return Promise.all(path.map((range) => rangeHash(read, range)))
}

export interface SizedRoot {
  size: number
  root: Buffer
}

/** Whether the proof shows that the tree `next` continues the tree `old`. */
export function isConsistent(old: SizedRoot, next: SizedRoot, proof: readonly Buffer[]): boolean {
  if (old.size > next.size) return false
  if (old.size === 0) return proof.length === 0
  const rest = [...proof]
  const roots = rebuiltRoots(old, { from: 0, to: next.size }, rest)
  return rest.length === 0 && roots !== null && roots[0].equals(old.root) && roots[1].equals(next.root)
}

/** The roots of the old and the new tree by the proof; null: it is too short. */
function rebuiltRoots(old: SizedRoot, { from, to }: Range, rest: Buffer[]): [Buffer, Buffer] | null {
  if (old.size === to) {
    const hash = from === 0 ? old.root : rest.shift()
    return hash ? [hash, hash] : null
  }
  const middle = from + splitOf(to - from)
  const isLeft = old.size <= middle
  const inner = rebuiltRoots(old, isLeft ? { from, to: middle } : { from: middle, to }, rest)
  const sibling = rest.shift()
  if (!inner || !sibling) return null
  const [former, current] = inner
  return isLeft
    ? [former, nodeHash(current, sibling)]
    : [nodeHash(sibling, former), nodeHash(sibling, current)]
}
