import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { type FetchedFile, FileFaulty, fetchByRow } from './read-file.ts'
import { findFile, markChecked, type Outcome, type VaultFileRow } from './store.ts'

/** How a kind of run processes the vault's files, in the order of their ids. */
export interface Sweep {
  /** Number of files to process, when the run begins. */
  count(tx: Ctx, run: { startedAt: Date }): Promise<number>
  /** The next files to process; empty: the run is complete. */
  next(ctx: Ctx, run: { startedAt: Date }, after: number, limit: number): Promise<VaultFileRow[]>
  /**
   * Prepares what every file needs. @returns the function that processes a file: its outcome, or null if the file was
   * released or processed meanwhile; throws if the store does not respond
   */
  prepare(ctx: Ctx): Promise<(row: VaultFileRow) => Promise<Outcome | null>>
  /** Number of faulty files at the end; omitted if only the run itself can count them. */
  countFaults?(tx: Ctx): Promise<number>
  /** Runs in the transaction that ends the run. */
  finish?(tx: Ctx): Promise<void>
}

/**
 * Fetches a file for `work`, and closes its stream even if `work` does not read it to the end.
 * @throws the store's error if it does not respond
 */
export async function examineFile(
  ctx: Ctx,
  row: VaultFileRow,
  work: (fetched: FetchedFile) => Promise<Outcome | null>,
): Promise<Outcome | null> {
  try {
    const fetched = await fetchByRow(ctx, row)
    try {
      return await work(fetched)
    } finally {
      // a store that fails to write may not have read the first byte, and then nothing else closes the stream
      fetched.encrypted.destroy()
    }
  } catch (error) {
    if (error instanceof FileFaulty) return { row: error.row, finding: error.finding }
    // released while it was read, so its bytes may disappear at any time
    if (!(await findFile(ctx, row.id))) return null
    throw error
  }
}

/** Stores the outcomes of a batch and audits faults found or gone. @returns ids of the files whose outcome was stored */
export async function recordOutcomes(tx: Ctx, outcomes: readonly Outcome[]): Promise<Set<number>> {
  const recorded = outcomes.length > 0 ? await markChecked(tx, outcomes) : new Set<number>()
  for (const { row, finding, moved } of outcomes) {
    const { fault } = finding
    if (!recorded.has(row.id) || fault === row.fault) continue
    const storageName = moved?.storageName ?? row.storageName
    await audit(tx, {
      action: fault ? 'vault.fault_found' : 'vault.fault_gone',
      subjectType: 'file',
      subjectId: row.id,
      before: { fault: row.fault },
      after: { fault, storageName },
    })
    if (fault) tx.log.error({ fileId: row.id, storageName, fault }, 'faulty file in the vault')
  }
  return recorded
}

/** Works on a limited number of items at a time. Throws the first error, after the other lanes have ended. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  const lanes = await Promise.allSettled(Array.from({ length: limit }, lane))
  const failed = lanes.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
