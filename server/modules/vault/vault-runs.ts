import type { VaultRun, VaultRunKind } from '#contract/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { integrityCheck } from './integrity-check.ts'
import { restoreTest } from './restore-test.ts'
import { isRotationDue, newestKeyId } from './rotation.store.ts'
import { rotation } from './rotation.ts'
import type { Outcome } from './store.ts'
import { inParallel, recordOutcomes, type Sweep } from './sweep.ts'
import { vaultRunJob } from './vault-run.job.ts'
import {
  BATCH_FILES,
  KEEP_RETIRED_DAYS,
  PARALLEL_FILES,
  RETRY_SECONDS,
  runNames,
  SLICE_MS,
  STALLED_SECONDS,
} from './vault-runs.rules.ts'
import {
  claimStalled,
  endRun,
  findRun,
  insertRun,
  recordProgress,
  setTotal,
  type VaultRunRow,
} from './vault-runs.store.ts'
import { viewRun } from './views.ts'
import { dropStored, isStoreFull } from './write-file.ts'

const sweeps: Record<VaultRunKind, Sweep> = {
  rotation,
  integrity: integrityCheck,
  restore_test: restoreTest,
}

/** Starts a run on behalf of staff; a rotation creates a new key first. @throws AppError forbidden, rule_forbids, conflict */
export async function startRun(ctx: Ctx, kind: VaultRunKind): Promise<VaultRun> {
  authorise(ctx, 'vault.write')
  const { vault } = ctx.providers
  if (kind === 'rotation' && vault.rotationRefusal) throw new AppError('rule_forbids', vault.rotationRefusal)
  const startedBy = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  const run = await ctx.tx(async (tx) => {
    const begun = await beginRun(tx, { kind, startedBy, newKey: kind === 'rotation' })
    if (!begun) throw new AppError('conflict', `${runNames[kind]} is already running.`)
    await audit(tx, {
      action: `vault.${kind}_started`,
      subjectType: 'vault',
      subjectId: begun.id,
      after: { files: begun.total },
    })
    return begun
  })
  await vault.refresh()
  return viewRun(ctx, run.id)
}

/** Starts a scheduled run, unless one of its kind is running. */
export async function startPeriodic(ctx: Ctx, kind: 'integrity' | 'restore_test'): Promise<void> {
  await ctx.tx((tx) => beginRun(tx, { kind, startedBy: null, newKey: false }))
}

/**
 * Starts a rotation if an operator supplied a new key, or if files were added under an older key since the last one.
 * Unreadable files alone do not start one. Removes identities that were retired long ago.
 */
export async function startDueRotation(ctx: Ctx): Promise<void> {
  const { vault } = ctx.providers
  const { id } = await vault.refresh()
  const newest = await newestKeyId(ctx)
  if (id === newest && (await isRotationDue(ctx, newest))) {
    await ctx.tx((tx) => beginRun(tx, { kind: 'rotation', startedBy: null, newKey: false }))
  }
  await vault.prune(new Date(ctx.now().getTime() - KEEP_RETIRED_DAYS * 86_400_000))
}

async function beginRun(
  tx: Ctx,
  { kind, startedBy, newKey }: { kind: VaultRunKind; startedBy: number | null; newKey: boolean },
): Promise<VaultRunRow | null> {
  const run = await insertRun(tx, { kind, startedBy })
  if (!run) return null
  if (newKey) await tx.providers.vault.rotate(tx.db)
  const total = await sweeps[kind].count(tx, run)
  await setTotal(tx, run.id, total)
  await tx.enqueue(vaultRunJob, { runId: run.id, after: 0, failures: 0 })
  tx.changed('vault')
  return { ...run, total }
}

interface Slice {
  runId: number
  /** Id of the last processed file. */
  after: number
  /** Consecutive failures of the store or the database. */
  failures: number
}

/** Processes one slice of a run and enqueues the next job for the rest. Safe to repeat. */
export async function runSlice(ctx: Ctx, { runId, after, failures }: Slice): Promise<void> {
  const run = await findRun(ctx, runId)
  if (run?.status !== 'running') return
  let reached = after
  try {
    const sweep = sweeps[run.kind as VaultRunKind] // the table's check allows no other
    const processFile = await sweep.prepare(ctx)
    const end = performance.now() + SLICE_MS
    do {
      const rows = await sweep.next(ctx, run, reached, BATCH_FILES)
      const last = rows.at(-1)
      if (!last) return await finish(ctx, run, sweep)
      const batch: Batch = { done: 0, outcomes: [] }
      let running = true
      try {
        await inParallel(rows, PARALLEL_FILES, async (row) => {
          const outcome = await processFile(row)
          batch.done += 1
          if (outcome) batch.outcomes.push(outcome)
        })
      } finally {
        // records the finished files even if another one failed
        running = await recordBatch(ctx, runId, batch)
      }
      if (!running) return
      reached = last.id
    } while (performance.now() < end)
    await ctx.enqueue(vaultRunJob, { runId, after: reached, failures: 0 })
  } catch (error) {
    ctx.log.error({ err: error, runId, kind: run.kind }, 'vault run interrupted')
    await retryRun(ctx, { runId, after: reached, failures: reached > after ? 0 : failures }, error)
  }
}

/** The results of files that commit together. */
interface Batch {
  done: number
  outcomes: Outcome[]
}

/**
 * Commits a batch's outcomes with the run's progress, then removes the stored files that no row names any more. If it
 * is unknown whether the commit succeeded, all stay: the clean-up compares them with the rows.
 * @returns false if the run has ended meanwhile
 */
async function recordBatch(ctx: Ctx, runId: number, { done, outcomes }: Batch): Promise<boolean> {
  const { recorded, running } = await ctx.tx(async (tx) => {
    const recorded = await recordOutcomes(tx, outcomes)
    const faults = outcomes.filter(({ row, finding }) => finding.fault && recorded.has(row.id)).length
    tx.changed('vault')
    return { recorded, running: await recordProgress(tx, runId, { done, faults }) }
  })
  const unnamed = outcomes.flatMap(({ row, moved }) =>
    moved ? [recorded.has(row.id) ? row.storageName : moved.storageName] : [],
  )
  await inParallel(unnamed, PARALLEL_FILES, (storageName) => dropStored(ctx, storageName))
  return running
}

async function finish(ctx: Ctx, { id }: VaultRunRow, sweep: Sweep): Promise<void> {
  await ctx.tx(async (tx) => {
    const run = await endRun(tx, id, { faults: (await sweep.countFaults?.(tx)) ?? null })
    if (!run) return
    await sweep.finish?.(tx, run)
    await audit(tx, {
      action: `vault.${run.kind}_done`,
      subjectType: 'vault',
      subjectId: id,
      after: { files: run.done, faults: run.faults },
    })
    tx.changed('vault')
  })
}

/** Retries a run a few times, then fails it with the reason. */
async function retryRun(ctx: Ctx, slice: Slice, error: unknown): Promise<void> {
  const { runId, failures } = slice
  const wait = RETRY_SECONDS[failures]
  await ctx.tx(async (tx) => {
    if (wait === undefined) {
      await endRun(tx, runId, { error: reasonOf(error) })
    } else if (await recordProgress(tx, runId, { done: 0, faults: 0 })) {
      const runAt = new Date(Date.now() + wait * 1000)
      await tx.enqueue(vaultRunJob, { ...slice, failures: failures + 1 }, { runAt })
    }
    tx.changed('vault')
  })
}

function reasonOf(error: unknown): string {
  // e.g. a missing key; one line for people
  if (error instanceof StartupError) return error.message
  if (isStoreFull(error)) return 'There is no space left in the file store.'
  return 'The file store could not be read or written. See the server log for the reason.'
}

/**
 * Resumes the runs of killed processes. @param silentSeconds since their last progress; 0 when a process starts,
 * because a second job for the same run does no harm
 */
export async function resumeRuns(ctx: Ctx, silentSeconds = STALLED_SECONDS): Promise<void> {
  for (const runId of await claimStalled(ctx, silentSeconds))
    await ctx.enqueue(vaultRunJob, { runId, after: 0, failures: 0 })
}
