import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { parseTilePath, type RequestedTile, widthAt } from '#server/platform/tlog/tiles.ts'
import { HASH_BYTES, TILE_WIDTH } from '#server/platform/tlog/tree-hashes.ts'
import { findTile } from './tiles.views.ts'
import { newestCheckpoint, publishedNote } from './views.ts'

/** Seconds; a new checkpoint is signed every few seconds at most. */
const CHECKPOINT_AGE = 5
/** The first hashes of a tile never change. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the log in the C2SP tlog-tiles format: /log/checkpoint and /log/tile/…. The paths are the format's, so that they
 * are no endpoints of the contract; the general limit of requests applies.
 */
export function serveLog(server: FastifyInstance, makeCtx: () => Ctx): void {
  const hidden = { schema: { hide: true } as object }
  server.get('/log/checkpoint', hidden, async (_request, reply) => {
    const checkpoint = await newestCheckpoint(makeCtx())
    if (!checkpoint) throw notFound('Checkpoint')
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', `public, max-age=${CHECKPOINT_AGE}`)
      .send(publishedNote(checkpoint))
  })
  server.get<{ Params: { '*': string } }>('/log/tile/*', hidden, async ({ params }, reply) => {
    const tile = parseTilePath(params['*'])
    const bytes = tile && (await tileBytes(makeCtx(), tile))
    if (!bytes) throw notFound('Tile')
    return reply.type('application/octet-stream').header('cache-control', FOREVER).send(bytes)
  })
}

/** null: the log has no tile of this width there. */
async function tileBytes(ctx: Ctx, { level, index, width }: RequestedTile): Promise<Buffer | null> {
  const checkpoint = await newestCheckpoint(ctx)
  const place = { level: level === 'entries' ? 0 : level, index }
  if (!checkpoint || widthAt(checkpoint.size, place) < width) return null
  if (level === 'entries') return entryBundle(ctx, index, width)
  const hashes = await findTile(ctx, { level, index })
  return hashes?.subarray(0, width * HASH_BYTES) ?? null
}

/** Entries, each after its length in two bytes. */
async function entryBundle(ctx: Ctx, index: number, width: number): Promise<Buffer> {
  const first = index * TILE_WIDTH
  const { rows } = await sql<{ commitment: Buffer }>`
    select commitment from sealed_entries where index >= ${first} and index < ${first + width} order by index`.execute(
    ctx.db,
  )
  return Buffer.concat(
    rows.flatMap(({ commitment }) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(commitment.length)
      return [length, commitment]
    }),
  )
}
