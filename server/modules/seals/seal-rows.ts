import { randomBytes } from 'node:crypto'
import { type SealSource, sealSources } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'
import { checkpointText } from '#server/platform/tlog/checkpoint.ts'
import { type NoteSigner, signNote } from '#server/platform/tlog/signed-note.ts'
import { appendLeaves, edgeOf, type Tile } from '#server/platform/tlog/tiles.ts'
import { leafHash, treeHash } from '#server/platform/tlog/tree-hashes.ts'
import { commitmentOf, contentOf, SALT_BYTES } from './commitment.rules.ts'
import {
  highestChanges,
  type SourceRow,
  sourceRows,
  sourceTables,
  writersOfSources,
} from './sources.views.ts'
import {
  insertCheckpoint,
  insertEntries,
  type LockedLog,
  lastChanges,
  lockLog,
  setLastChange,
  storeTiles,
  updateLog,
} from './store.ts'
import { findTiles, readerOf } from './tiles.views.ts'

/** The most entries between two checkpoints. */
export const MAX_BATCH = 1_000

/**
 * The highest states seen, and the transactions that were writing to these tables after that. Numbers of rows are not in the
 * order of commits: once those transactions have ended, no state up to the highest ones can appear any more.
 */
export interface Horizon {
  changes: Record<SealSource, number>
  /** Virtual transaction ids, which are never used twice. */
  writers: readonly string[]
}

export async function observe(ctx: Ctx): Promise<Horizon> {
  const changes = await highestChanges(ctx)
  // in a later statement: a transaction with a lower number has ended by now, or still holds its lock
  return { changes, writers: await writersOfSources(ctx) }
}

export async function isSettled(ctx: Ctx, { writers }: Horizon): Promise<boolean> {
  if (writers.length === 0) return true
  const current = new Set(await writersOfSources(ctx))
  return writers.every((writer) => !current.has(writer))
}

/**
 * Seals the next rows up to a settled horizon and signs a checkpoint. @returns how many; 0: all are sealed, or another
 * process seals @throws Error if the log is signed with another key
 */
export function sealNext(ctx: Ctx, { changes }: Horizon): Promise<number> {
  return ctx.tx(async (tx) => {
    const log = await lockLog(tx)
    if (!log) return 0
    const last = await lastChanges(tx)
    const rows: SourceRow[] = []
    const behind = (source: SealSource): number => changes[source] - last[source]
    // the table that is most behind gets the rest, so that no backlog delays the others
    for (const source of [...sealSources].sort((a, b) => behind(a) - behind(b))) {
      const limit = MAX_BATCH - rows.length
      if (behind(source) <= 0 || limit === 0) continue
      const page = { after: last[source], upTo: changes[source], limit }
      const found = await sourceRows(tx, source, page)
      const end = found.length < limit ? changes[source] : found.at(-1)?.changeId
      if (end !== undefined) await setLastChange(tx, source, end)
      rows.push(...found)
    }
    if (rows.length > 0) await append(tx, log, rows)
    return rows.length
  })
}

/** Seals rows that the normal order has missed. @returns whether they were, as another process may be sealing */
export function sealLate(ctx: Ctx, rows: readonly SourceRow[]): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const log = await lockLog(tx)
    if (log) await append(tx, log, rows)
    return log !== null
  })
}

async function append(tx: Ctx, log: LockedLog, rows: readonly SourceRow[]): Promise<void> {
  const signer = signerOf(tx, log)
  const now = tx.now()
  const entries = rows.map(({ source, changeId, rowId, brokerId, row }, at) => {
    const content = contentOf(source, row)
    const salt = randomBytes(SALT_BYTES)
    const commitment = commitmentOf(salt, content)
    const kept = sourceTables[source].changes ? content : null
    return {
      ...{ index: log.size + at, source, changeId, rowId, brokerId },
      ...{ content: kept, salt, commitment, sealedAt: now },
    }
  })
  await insertEntries(tx, entries)
  const size = log.size + entries.length
  const edge = await findTiles(tx, edgeOf(log.size))
  const leaves = entries.map(({ commitment }) => leafHash(commitment))
  const tiles = appendLeaves(log.size, edge, leaves)
  await storeTiles(tx, tiles)
  const root = await treeHash(readerOf(newest([...edge, ...tiles])), size)
  const note = signNote(signer, checkpointText({ origin: signer.name, size, root }))
  await insertCheckpoint(tx, { size, note, signedAt: now })
  await updateLog(tx, { size, verifierKey: signer.text })
}

/** Of tiles at the same place, the one that was written last. */
const newest = (tiles: readonly Tile[]): Tile[] => [
  ...new Map(tiles.map((tile) => [`${tile.level}/${tile.index}`, tile])).values(),
]

function signerOf({ providers: { logSigner } }: Ctx, { verifierKey }: LockedLog): NoteSigner {
  if (!logSigner) throw new Error('this process has no key of the transparency log')
  if (verifierKey !== null && verifierKey !== logSigner.text)
    throw new Error(`the transparency log is signed with another key: ${verifierKey}`)
  return logSigner
}
