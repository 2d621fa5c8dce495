// Hashes of a Merkle tree as RFC 6962 defines them (SHA-256), read from tiles of 256 hashes.

import { hash } from 'node:crypto'

/** Hashes of a full tile. */
export const TILE_WIDTH = 256
export const HASH_BYTES = 32

export interface TilePlace {
  /** A hash of tile level L covers 256^L entries. */
  level: number
  index: number
}

/** The hashes of a tile, one after the other; it may be wider than the tree that is asked about. */
export type TileReader = (tile: TilePlace) => Promise<Buffer>

/** Entries from `from` up to but not including `to`. */
export interface Range {
  from: number
  to: number
}

const sha256 = (...parts: Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry)

export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right)

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])
/** Of the tree without entries. */
export const EMPTY_ROOT: Buffer = sha256()

/** The greatest power of two below `count`, which is at least 2: where RFC 6962 splits a tree. */
export function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

export function treeHash(read: TileReader, size: number): Promise<Buffer> {
  return size === 0 ? Promise.resolve(EMPTY_ROOT) : rangeHash(read, { from: 0, to: size })
}

/** The hash of a subtree that RFC 6962 splits off, complete or at the right edge. */
export async function rangeHash(read: TileReader, { from, to }: Range): Promise<Buffer> {
  const count = to - from
  const split = splitOf(count)
  if (count === 1 || split * 2 === count) return completeHash(read, from, count)
  return nodeHash(
    await rangeHash(read, { from, to: from + split }),
    await rangeHash(read, { from: from + split, to }),
  )
}

/** @param count a power of two, of which `from` is a multiple */
async function completeHash(read: TileReader, from: number, count: number): Promise<Buffer> {
  let level = 0
  let covered = 1
  while (covered * TILE_WIDTH <= count) {
    covered *= TILE_WIDTH
    level += 1
  }
  const [first, width] = [from / covered, count / covered]
  const hashes = await read({ level, index: Math.floor(first / TILE_WIDTH) })
  const start = (first % TILE_WIDTH) * HASH_BYTES
  const end = start + width * HASH_BYTES
  if (hashes.length < end) throw new Error(`tile ${level}/${first} of the log is too short`)
  return completeRoot(hashes.subarray(start, end))
}

/** The root of a complete tree of these hashes. @param hashes a power of two of them, one after the other */
export function completeRoot(hashes: Buffer): Buffer {
  if (hashes.length === HASH_BYTES) return hashes
  const half = hashes.length / 2
  return nodeHash(completeRoot(hashes.subarray(0, half)), completeRoot(hashes.subarray(half)))
}
