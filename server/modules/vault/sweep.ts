import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { type FetchedFile, FileFaulty, fetchByRow } from './read-file.ts'
import { findFile, markChecked, type Outcome, type VaultFileRow } from './store.ts'
import type { VaultRunRow } from './vault-runs.store.ts'

/** What a kind of run does with the files of the vault, one after the other in the order of their ids. */
export interface Sweep {
  /** Files to do, when it begins. */
  count(tx: Ctx, run: VaultRunRow): Promise<number>
  /** The next files to do; none: the run is at its end. */
  next(ctx: Ctx, run: VaultRunRow, after: number, limit: number): Promise<VaultFileRow[]>
  /**
   * Makes ready what every file needs. @returns how a file is treated: what comes of it, or null where somebody gave
   * it up or treated it meanwhile; throws where the store does not answer
   */
  prepare(ctx: Ctx): Promise<(row: VaultFileRow) => Promise<Outcome | null>>
  /** Files that are faulty at the end; left out where only the run itself can know. */
  countFaults?(tx: Ctx): Promise<number>
  /** With the end of the run, in its transaction. */
  finish?(tx: Ctx, run: VaultRunRow): Promise<void>
}

/**
 * Fetches a file and hands it to `work`, which reads it to its end, or gives it up: then too it is closed.
 * @throws what the store says where it does not answer
 */
export async function examine(
  ctx: Ctx,
  row: VaultFileRow,
  work: (fetched: FetchedFile) => Promise<Outcome | null>,
): Promise<Outcome | null> {
  try {
    const fetched = await fetchByRow(ctx, row)
    try {
      return await work(fetched)
    } finally {
      // a store that takes nothing may not have asked for the first byte, and then nobody else closes it
      fetched.encrypted.destroy()
    }
  } catch (error) {
    if (error instanceof FileFaulty) return { row: error.row, finding: error.finding }
    // given up while it was read: its bytes may go at any time
    if (!(await findFile(ctx, row.id))) return null
    throw error
  }
}

/** Writes down what came of a turn's files; a fault that comes or goes is told to people too. @returns which held */
export async function noteOutcomes(tx: Ctx, outcomes: readonly Outcome[]): Promise<Set<number>> {
  const held = outcomes.length > 0 ? await markChecked(tx, outcomes) : new Set<number>()
  for (const { row, finding, moved } of outcomes) {
    const { fault } = finding
    if (!held.has(row.id) || fault === row.fault) continue
    const storageName = moved?.storageName ?? row.storageName
    await audit(tx, {
      action: fault ? 'vault.fault_found' : 'vault.fault_gone',
      subjectType: 'file',
      subjectId: row.id,
      before: { fault: row.fault },
      after: { fault, storageName },
    })
    if (fault)
      tx.log.error({ fileId: row.id, storageName, fault }, 'a file of the vault is not what it should be')
  }
  return held
}

/** Works on a few at a time. When one fails, what it threw is thrown after the others have ended. */
export async function few<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const lane = async (): Promise<void> => {
    for (const item of waiting) await work(item)
  }
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  const failed = lanes.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
