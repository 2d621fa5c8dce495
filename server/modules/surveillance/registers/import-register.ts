import { createHash } from 'node:crypto'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { importRegister as endpoint, Register } from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { openWorkbook } from '#server/input/tables/open-workbook.ts'
import { UnreadableTable } from '#server/input/tables/unreadable-table.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import { AppError, invalid } from '#server/platform/errors.ts'
import { checkSnapshotJob } from '../checks/check-snapshot.job.ts'
import { decodeRegister } from './decode-register.rules.ts'
import { findMissing } from './quarantine.store.ts'
import { planQuarantine, storeQuarantine } from './quarantine.ts'
import {
  type ReadRegister,
  type RegisterContent,
  readRegister,
  readRegisterSheet,
} from './read-register.rules.ts'
import {
  applyDifferences,
  currentRows,
  insertSnapshot,
  lockRegister,
  newestSnapshot,
} from './registers.store.ts'
import {
  type Differences,
  differencesOf,
  keepRows,
  movedRows,
  suspicion,
} from './snapshot-differences.rules.ts'

export interface RegisterFile {
  register: Register
  bytes: Buffer
  /** File name or address. */
  source: string
  /** The day on which it was published, YYYY-MM-DD; null: today. */
  snapshotDate: string | null
}

/**
 * Imports a file as the register's new snapshot, and queues the checks that it requires.
 * @throws AppError forbidden, and as `readRegisterFile` and `storeSnapshot`
 */
export async function importRegister(ctx: Ctx, file: RegisterFile): Promise<ReturnsOf<typeof endpoint>> {
  authorise(ctx, 'registers.import')
  const content = await readRegisterFile(file)
  await requireRoom(ctx.providers.disk, 'files')
  return ctx.tx(async (tx) => {
    const { snapshotId, ...result } = await storeSnapshot(tx, file, content)
    await tx.enqueue(checkSnapshotJob, { snapshotId }, { key: `surveillance.check-snapshot:${snapshotId}` })
    return result
  })
}

/** @throws AppError invalid with the fault of the file */
export async function readRegisterFile({ register, bytes }: RegisterFile): Promise<RegisterContent> {
  const sheet = await openSheet(bytes)
  if (sheet !== null) return accepted(await readRegisterSheet(register, sheet))
  const decoded = decodeRegister(bytes)
  if (!decoded.ok) throw invalid({ file: decoded.reason })
  return accepted(await readRegister(register, decoded.text))
}

/** The first sheet of an Excel workbook; null: the file is none. */
async function openSheet(bytes: Buffer): Promise<string | null> {
  try {
    return (await openWorkbook(bytes, 'registers'))?.text ?? null
  } catch (error) {
    if (error instanceof UnreadableTable) throw invalid({ file: error.message })
    throw error
  }
}

function accepted(read: ReadRegister): RegisterContent {
  if (!read.ok) throw invalid({ file: read.reason })
  return read
}

/**
 * Stores a file's rows. Those that stay as they are cost nothing; what changed becomes another version, and the one before
 * stays. Unreadable rows are kept as text; the row that each of them continues stays in force.
 * @throws AppError invalid for too few rows, conflict for a file older than the snapshot
 */
export async function storeSnapshot(
  ctx: Ctx,
  file: RegisterFile,
  { rows, unreadable }: RegisterContent,
): Promise<ReturnsOf<typeof endpoint> & { snapshotId: number }> {
  const { register, source } = file
  const today = sydneyDate(ctx.now())
  const snapshotDate = file.snapshotDate ?? today
  if (snapshotDate > today)
    throw invalid({ snapshotDate: 'Choose the day on which ASIC published the file, not one ahead' })
  const hash = createHash('sha256').update(file.bytes).digest('hex')
  return ctx.tx(async (tx) => {
    await lockRegister(tx, register)
    const before = await newestSnapshot(tx, register)
    if (before && snapshotDate < before.snapshotDate) {
      throw new AppError(
        'conflict',
        `This file is older than the snapshot of ${before.snapshotDate} that is loaded.`,
      )
    }
    const total = rows.length + unreadable.length
    const doubt = suspicion(register, total, before?.rows ?? null)
    if (doubt) throw invalid({ file: doubt })
    const found = differencesOf(await currentRows(tx, register), rows)
    const quarantine = await planQuarantine(tx, { before, rows, unreadable, gone: found.gone })
    const differences = keepRows(found, quarantine.kept)
    const moved = await countMoved(tx, register, differences)
    const { changed } = differences
    const [added, removed] = [differences.added - moved, differences.removed - moved]
    const counts = {
      ...{ rows: total, added, changed, moved, removed },
      ...{ quarantined: unreadable.length, kept: quarantine.kept.length },
    }
    const snapshotId = await insertSnapshot(tx, {
      ...{ register, snapshotDate, source, hash, ...counts },
      importedBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
      importedAt: tx.now(),
    })
    await applyDifferences(tx, { register, snapshotId }, differences)
    await storeQuarantine(tx, { register, snapshotId, snapshotDate }, quarantine)
    await audit(tx, {
      action: 'register.imported',
      subjectType: 'register',
      subjectId: register,
      after: { source, snapshotDate, ...counts },
    })
    return { snapshotId, snapshotDate, ...counts }
  })
}

/** Only a representative's row names another register's number: the licensee's. */
async function countMoved(tx: Ctx, register: Register, differences: Differences): Promise<number> {
  const { gone, addedRows } = differences
  if (register !== 'credit_representatives' || gone.length === 0 || addedRows.length === 0) return 0
  return movedRows(await findMissing(tx, gone), addedRows)
}
