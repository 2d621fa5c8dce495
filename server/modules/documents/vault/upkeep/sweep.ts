import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { type FetchedFile, FileFaulty, fetchFile } from '../reading.ts'
import { type Finding, findFile, markChecked, type VaultFileRow } from '../store.ts'
import type { VaultRunRow } from './store.ts'

/** How a file came out of its turn; `gone`: somebody else gave it up or moved it meanwhile. */
export type Treated = 'done' | 'faulty' | 'gone'

/** What a kind of run does with the files of the vault, one after the other in the order of their ids. */
export interface Sweep {
  /** Files to do, when it begins. */
  count(tx: Ctx, run: VaultRunRow): Promise<number>
  /** The next files to do; none: the run is at its end. */
  next(ctx: Ctx, run: VaultRunRow, after: number, limit: number): Promise<VaultFileRow[]>
  /** Makes ready what every file needs. @returns how a file is treated; throws where the store does not answer */
  prepare(ctx: Ctx): Promise<(row: VaultFileRow) => Promise<Treated>>
  /** Files that are faulty at the end; left out where only the run itself can know. */
  countFaults?(tx: Ctx): Promise<number>
  /** With the end of the run, in its transaction. */
  finish?(tx: Ctx, run: VaultRunRow): Promise<void>
}

/**
 * Fetches a file and hands it to `work`, which reads it to its end; what is found is written down.
 * @throws what the store says where it does not answer
 */
export async function examine(
  ctx: Ctx,
  { id }: VaultFileRow,
  work: (fetched: FetchedFile) => Promise<Treated>,
): Promise<Treated> {
  try {
    return await work(await fetchFile(ctx, id))
  } catch (error) {
    if (error instanceof FileFaulty) return note(ctx, error.row, error.finding)
    // given up while it was read: its bytes may go at any time
    if (!(await findFile(ctx, id))) return 'gone'
    throw error
  }
}

/** Writes down what was found; a fault that comes or goes is told to people too. */
export async function note(
  ctx: Ctx,
  row: VaultFileRow,
  finding: Finding,
  moved?: Pick<VaultFileRow, 'storageName' | 'keyId'>,
): Promise<Treated> {
  const { fault } = finding
  return ctx.tx(async (tx) => {
    if (!(await markChecked(tx, row, finding, moved))) return 'gone'
    if (fault !== row.fault) {
      const subject = { subjectType: 'file', subjectId: row.id }
      await audit(tx, {
        action: fault ? 'vault.fault_found' : 'vault.fault_gone',
        ...subject,
        before: { fault: row.fault },
        after: { fault, storageName: moved?.storageName ?? row.storageName },
      })
      if (fault) {
        const { id: fileId, storageName } = row
        ctx.log.error({ fileId, storageName, fault }, 'a file of the vault is not what it should be')
      }
    }
    return fault ? 'faulty' : 'done'
  })
}

/** Works on a few at a time. When one fails no other is begun, and what it threw is thrown after the last has ended. */
export async function few<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  const failed = lanes.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return results
}
