// Tiles of a transparency log in the C2SP tlog-tiles format: appending, and their paths.

import { completeRoot, HASH_BYTES, TILE_WIDTH, type TilePlace } from './tree-hashes.ts'

const FULL_BYTES = TILE_WIDTH * HASH_BYTES

export interface Tile extends TilePlace {
  hashes: Buffer
}

/** The rightmost tile of each level that has hashes but is not full, lowest level first. */
export function edgeOf(size: number): TilePlace[] {
  const tiles: TilePlace[] = []
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    if (count % TILE_WIDTH > 0) tiles.push({ level, index: Math.floor(count / TILE_WIDTH) })
  }
  return tiles
}

/**
 * Appends leaves to a log. A full tile adds its root to the level above.
 * @param size entries before @param edge the tiles of `edgeOf(size)` @returns the tiles that are new or have grown
 */
export function appendLeaves(size: number, edge: readonly Tile[], leaves: readonly Buffer[]): Tile[] {
  const changed: Tile[] = []
  let added: Buffer[] = [...leaves]
  for (let level = 0, count = size; added.length > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    let index = Math.floor(count / TILE_WIDTH)
    const before = edge.find((tile) => tile.level === level)
    const width = count % TILE_WIDTH
    if ((before?.hashes.length ?? 0) < width * HASH_BYTES)
      throw new Error(`tile ${level}/${index} is missing`)
    // hashes beyond the size were never signed
    let hashes: Buffer = before?.hashes.subarray(0, width * HASH_BYTES) ?? Buffer.alloc(0)
    const above: Buffer[] = []
    for (let next = 0; next < added.length; index++) {
      const room = TILE_WIDTH - hashes.length / HASH_BYTES
      hashes = Buffer.concat([hashes, ...added.slice(next, next + room)])
      next += room
      changed.push({ level, index, hashes })
      if (hashes.length < FULL_BYTES) break
      above.push(completeRoot(hashes))
      hashes = Buffer.alloc(0)
    }
    added = above
  }
  return changed
}

/** 'x001/x234/067': groups of three digits, of which all but the last begin with x. */
export function indexPath(index: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g) ?? []
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}

export interface RequestedTile {
  /** `entries` for the log's own entries. */
  level: number | 'entries'
  index: number
  width: number
}

const PATH = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/

/** Parses a path such as '0/x001/234.p/7'; null: it names no tile. */
export function parseTilePath(path: string): RequestedTile | null {
  const [, level = '', digits = '', partial] = PATH.exec(path) ?? []
  if (level === '') return null
  const index = Number(digits.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  const given = { level: level === 'entries' ? level : Number(level), index, width } as const
  // other ways to write the same tile are refused
  const written = `${given.level}/${indexPath(index)}${partial === undefined ? '' : `.p/${width}`}`
  const isPartial = partial === undefined || (width >= 1 && width < TILE_WIDTH)
  return written === path && isPartial ? given : null
}

/** How many hashes of a tile a tree of this size has. */
export function widthAt(size: number, { level, index }: TilePlace): number {
  const count = Math.floor(size / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH))
}
