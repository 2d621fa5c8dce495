import { sql } from 'kysely'
import { type SealFault, type SealSource, sealSources } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'
import { parseCheckpoint } from '#server/platform/tlog/checkpoint.ts'
import { parseNote, parseNoteVerifier, verifiedSignature } from '#server/platform/tlog/signed-note.ts'
import { appendLeaves, edgeOf, type Tile } from '#server/platform/tlog/tiles.ts'
import { HASH_BYTES, leafHash, TILE_WIDTH, treeHash } from '#server/platform/tlog/tree-hashes.ts'
import { commitmentOf, contentOf } from './commitment.rules.ts'
import { sealLate } from './seal-rows.ts'
import { rowJson, sourceRows, sourceTables } from './sources.views.ts'
import { lastChanges, storeCheck } from './store.ts'
import { findTile, readerOf } from './tiles.views.ts'
import { newestCheckpoint } from './views.ts'

/** Entries in memory at a time: four full tiles. */
const BATCH = 1_024
/** Numbers of rows that are searched for missing entries at a time. */
const SEARCHED = 10_000
/** More faults are not listed: the log and the tables no longer belong together. */
const MAX_FAULTS = 1_000

/**
 * Compares the log with the rows: every sealed row is there and unchanged, every row up to the last sealed one has an
 * entry, and the tree of the entries is the one that was signed. Rows without an entry are sealed. @returns the faults
 */
export async function checkSeals(ctx: Ctx): Promise<SealFault[]> {
  const head = await newestCheckpoint(ctx)
  const size = head?.size ?? 0
  const faults: SealFault[] = []
  let edge: Tile[] = []
  for (let from = 0; from < size && faults.length < MAX_FAULTS; from += BATCH) {
    const to = Math.min(size, from + BATCH)
    const commitments = new Map<number, Buffer>()
    for (const source of sealSources) {
      for (const entry of await entriesWithRows(ctx, source, { from, to })) {
        commitments.set(entry.index, entry.commitment)
        const kind = faultOf(source, entry)
        if (kind) faults.push({ kind, source, rowId: entry.rowId, entry: entry.index })
      }
    }
    const leaves: Buffer[] = []
    for (let index = from; index < to; index++) {
      const commitment = commitments.get(index)
      if (!commitment) return finish(ctx, [...faults, logFault(index)], from)
      leaves.push(leafHash(commitment))
    }
    const tiles = appendLeaves(from, edge, leaves)
    for (const tile of tiles) {
      const stored = await findTile(ctx, tile)
      if (!stored?.subarray(0, tile.hashes.length).equals(tile.hashes))
        return finish(ctx, [...faults, logFault(firstDifference(tile, stored))], from)
    }
    edge = edgeOf(to).flatMap(
      (place) => tiles.findLast((tile) => isAt(tile, place)) ?? edge.find((tile) => isAt(tile, place)) ?? [],
    )
  }
  if (head && faults.length < MAX_FAULTS && !(await isSigned(ctx, head, edge))) faults.push(logFault(null))
  return finish(ctx, [...faults, ...(await sealMissing(ctx))], size)
}

const isAt = (tile: Tile, place: { level: number; index: number }): boolean =>
  tile.level === place.level && tile.index === place.index

const logFault = (entry: number | null): SealFault => ({ kind: 'log', source: null, rowId: null, entry })

async function finish(ctx: Ctx, found: SealFault[], entries: number): Promise<SealFault[]> {
  const faults = found.slice(0, MAX_FAULTS)
  await ctx.tx((tx) => storeCheck(tx, { entries, faults }))
  if (faults.length > 0) ctx.log.error({ faults: faults.slice(0, 5) }, 'sealed rows differ from the log')
  return faults
}

interface ComparedEntry {
  index: number
  rowId: number
  changeId: number
  salt: Buffer | null
  content: string | null
  commitment: Buffer
  /** Of the row now; null: it is gone. */
  rowChange: number | null
  row: string | null
  /** Its broker is now part of another record. */
  merged: boolean
}

/** Entry and row in one statement: both are of the same moment. */
async function entriesWithRows(
  ctx: Ctx,
  source: SealSource,
  { from, to }: { from: number; to: number },
): Promise<ComparedEntry[]> {
  const { table, change } = sourceTables[source]
  const { rows } = await sql<ComparedEntry>`
    select e.index, e.row_id, e.change_id, e.salt, e.content, e.commitment, r.change as row_change, r.row,
      exists (select from broker_merges m where m.from_id = e.broker_id) as merged
    from sealed_entries e
    left join lateral (
      select ${sql.ref(change)} as change, ${rowJson(source)} as row from ${sql.table(table)} where id = e.row_id
    ) r on true
    where e.index >= ${from} and e.index < ${to} and e.source = ${source}`.execute(ctx.db)
  return rows
}

function faultOf(source: SealSource, entry: ComparedEntry): 'changed' | 'removed' | null {
  const { salt, content, commitment, changeId, rowChange, row, merged } = entry
  // removed with the person
  if (salt === null) return null
  const isSealed = (text: string): boolean => commitmentOf(salt, text).equals(commitment)
  if (sourceTables[source].changes && (content === null || !isSealed(content))) return 'changed'
  // of two records that were merged, one loses the scores of months that both have
  if (rowChange === null || row === null) return merged ? null : 'removed'
  // a later state has an entry of its own
  if (rowChange > changeId) return null
  return rowChange === changeId && isSealed(contentOf(source, row)) ? null : 'changed'
}

/** The entry whose hash differs; null: the tile is one of a higher level. */
function firstDifference({ level, index, hashes }: Tile, stored: Buffer | null): number | null {
  if (level > 0) return null
  for (let at = 0; at * HASH_BYTES < hashes.length; at++) {
    const [from, to] = [at * HASH_BYTES, (at + 1) * HASH_BYTES]
    if (!stored?.subarray(from, to).equals(hashes.subarray(from, to))) return index * TILE_WIDTH + at
  }
  return null
}

/** Whether the newest checkpoint is signed by the log's key, and has the root of these tiles. */
async function isSigned(
  ctx: Ctx,
  { note, size }: { note: string; size: number },
  edge: readonly Tile[],
): Promise<boolean> {
  const { verifierKey } = await ctx.db.selectFrom('sealedLog').select('verifierKey').executeTakeFirstOrThrow()
  const key = ctx.providers.logSigner?.text ?? verifierKey
  const signed = parseNote(note)
  const checkpoint = signed && parseCheckpoint(signed.text)
  if (!key || !checkpoint || checkpoint.size !== size) return false
  if (!verifiedSignature(signed, parseNoteVerifier(key, 'note'))) return false
  return checkpoint.root.equals(await treeHash(readerOf(edge), size))
}

/** Seals rows below the last sealed one that have no entry, and reports them. */
async function sealMissing(ctx: Ctx): Promise<SealFault[]> {
  const last = await lastChanges(ctx)
  const faults: SealFault[] = []
  for (const source of sealSources) {
    for (let from = 0; from < last[source]; from += SEARCHED) {
      const upTo = Math.min(from + SEARCHED, last[source])
      // no sequence gives numbers below one, but an intruder may
      const after = from === 0 ? -SEARCHED : from
      const missing = await changesWithoutEntry(ctx, source, { after, upTo })
      for (const changeId of missing.slice(0, MAX_FAULTS - faults.length)) {
        const rows = await sourceRows(ctx, source, { after: changeId - 1, upTo: changeId, limit: 1 })
        await sealLate(ctx, rows)
        faults.push({ kind: 'not_sealed', source, rowId: rows[0]?.rowId ?? null, entry: null })
      }
    }
  }
  return faults
}

async function changesWithoutEntry(
  ctx: Ctx,
  source: SealSource,
  { after, upTo }: { after: number; upTo: number },
): Promise<number[]> {
  const { table, change } = sourceTables[source]
  const { rows } = await sql<{ change: number }>`
    select ${sql.ref(change)} as change from ${sql.table(table)}
    where ${sql.ref(change)} > ${after} and ${sql.ref(change)} <= ${upTo}
      and not exists (select from sealed_entries e where e.source = ${source} and e.change_id = ${sql.ref(change)})
    order by 1`.execute(ctx.db)
  return rows.map((row) => row.change)
}
