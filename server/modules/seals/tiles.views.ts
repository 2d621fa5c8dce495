import type { Ctx } from '#server/ctx.ts'
import type { Tile } from '#server/platform/tlog/tiles.ts'
import type { TilePlace, TileReader } from '#server/platform/tlog/tree-hashes.ts'

export async function findTile(ctx: Ctx, { level, index }: TilePlace): Promise<Buffer | null> {
  const row = await ctx.db
    .selectFrom('sealedTiles')
    .select('hashes')
    .where('level', '=', level)
    .where('index', '=', index)
    .executeTakeFirst()
  return row?.hashes ?? null
}

export async function findTiles(ctx: Ctx, places: readonly TilePlace[]): Promise<Tile[]> {
  const tiles = await Promise.all(
    places.map(async (place) => ({ ...place, hashes: await findTile(ctx, place) })),
  )
  return tiles.flatMap(({ hashes, ...place }) => (hashes ? [{ ...place, hashes }] : []))
}

/** Reads each tile once. @throws Error if one is missing */
export function tileReader(ctx: Ctx): TileReader {
  const reads = new Map<string, Promise<Buffer>>()
  return (place) => {
    const key = `${place.level}/${place.index}`
    const read = reads.get(key) ?? requireTile(ctx, place)
    reads.set(key, read)
    return read
  }
}

async function requireTile(ctx: Ctx, place: TilePlace): Promise<Buffer> {
  const hashes = await findTile(ctx, place)
  if (!hashes) throw new Error(`tile ${place.level}/${place.index} of the log is missing`)
  return hashes
}

/** Reads from tiles at hand. */
export function readerOf(tiles: readonly Tile[]): TileReader {
  const byPlace = new Map(tiles.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]))
  return async ({ level, index }) => {
    const hashes = byPlace.get(`${level}/${index}`)
    if (!hashes) throw new Error(`tile ${level}/${index} of the log is missing`)
    return hashes
  }
}
