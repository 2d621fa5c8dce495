import type { VaultRun, VaultRunKind } from '#contract/documents/vault.ts'
import type { AppRun, Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { advanceRun } from '#server/platform/runs/run.store.ts'
import type { Run } from '#server/platform/runs/run.ts'
import { startRun } from '#server/platform/runs/runs.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { integrityCheck } from './integrity-check.ts'
import { restoreTest } from './restore-test.ts'
import { isRotationDue, newestKeyId } from './rotation.store.ts'
import { rotation } from './rotation.ts'
import type { Outcome } from './store.ts'
import { inParallel, recordOutcomes, type Sweep } from './sweep.ts'
import {
  BATCH_FILES,
  KEEP_RETIRED_DAYS,
  PARALLEL_FILES,
  RETRY_SECONDS,
  runNames,
  VAULT_RUN,
} from './vault-runs.rules.ts'
import { viewRun } from './views.ts'
import { dropStored, isStoreFull } from './write-file.ts'

const sweeps: Record<VaultRunKind, Sweep> = {
  rotation,
  integrity: integrityCheck,
  restore_test: restoreTest,
}

/** `after`: id of the last processed file. */
type SweepRun = Run<{ kind: VaultRunKind }, { after: number }, { faults: number }>

interface Processed {
  files: number
  faults: number
  /** null: no file is left. */
  last: number | null
}

/** Processes every file of the vault; one run of each kind at a time. */
export const vaultRun: AppRun<SweepRun, Processed> = {
  kind: VAULT_RUN,
  topic: 'vault',
  retrySeconds: RETRY_SECONDS,
  stopped: reasonOf,
  prepare: processFiles,
  async batch(_tx, { counters }, { files, faults, last }) {
    if (last === null) return null
    return { done: files, cursor: { after: last }, counters: { faults: counters.faults + faults } }
  },
  async finish(tx, { id, input, total, counters }) {
    const sweep = sweeps[input.kind]
    const faults = (await sweep.countFaults?.(tx)) ?? counters.faults
    await sweep.finish?.(tx)
    await audit(tx, {
      action: `vault.${input.kind}_done`,
      subjectType: 'vault',
      subjectId: id,
      after: { files: total, faults },
    })
    // a killed process may have processed files that its batch did not count
    return { done: total, total, counters: { faults } }
  },
}

/** Processes the next files and stores their outcomes, in transactions of their own: the store may take long. */
async function processFiles(ctx: Ctx, run: SweepRun): Promise<Processed> {
  const sweep = sweeps[run.input.kind]
  const processFile = await sweep.prepare(ctx)
  const rows = await sweep.next(ctx, run, run.cursor.after, BATCH_FILES)
  const outcomes: Outcome[] = []
  let faults = 0
  try {
    await inParallel(rows, PARALLEL_FILES, async (row) => {
      const outcome = await processFile(row)
      if (outcome) outcomes.push(outcome)
    })
  } finally {
    // records the finished files even if another one failed
    faults = await storeOutcomes(ctx, outcomes)
  }
  return { files: rows.length, faults, last: rows.at(-1)?.id ?? null }
}

/**
 * Commits outcomes, then removes the stored files that no row names any more. If it is unknown whether the commit
 * succeeded, all stay: the clean-up compares them with the rows. @returns the number of faulty files
 */
async function storeOutcomes(ctx: Ctx, outcomes: readonly Outcome[]): Promise<number> {
  const recorded = await ctx.tx((tx) => recordOutcomes(tx, outcomes))
  const unnamed = outcomes.flatMap(({ row, moved }) =>
    moved ? [recorded.has(row.id) ? row.storageName : moved.storageName] : [],
  )
  await inParallel(unnamed, PARALLEL_FILES, (storageName) => dropStored(ctx, storageName))
  return outcomes.filter(({ row, finding }) => finding.fault && recorded.has(row.id)).length
}

function reasonOf(error: unknown): string {
  // e.g. a missing key; one line for people
  if (error instanceof StartupError) return error.message
  if (isStoreFull(error)) return 'There is no space left in the file store.'
  return 'The file store could not be read or written. See the server log for the reason.'
}

/** Starts a run on behalf of staff; a rotation creates a new key first. @throws AppError forbidden, rule_forbids, conflict */
export async function startVaultRun(ctx: Ctx, kind: VaultRunKind): Promise<VaultRun> {
  authorise(ctx, 'vault.write')
  const { vault } = ctx.providers
  if (kind === 'rotation' && vault.rotationRefusal) throw new AppError('rule_forbids', vault.rotationRefusal)
  const runId = await ctx.tx(async (tx) => {
    const begun = await beginRun(tx, kind, { newKey: kind === 'rotation' })
    if (!begun) throw new AppError('conflict', `${runNames[kind]} is already running.`)
    await audit(tx, {
      action: `vault.${kind}_started`,
      subjectType: 'vault',
      subjectId: begun.id,
      after: { files: begun.total },
    })
    return begun.id
  })
  await vault.refresh()
  return viewRun(ctx, runId)
}

/** Starts a scheduled run, unless one of its kind is running. */
export async function startPeriodic(ctx: Ctx, kind: 'integrity' | 'restore_test'): Promise<void> {
  await ctx.tx((tx) => beginRun(tx, kind))
}

/**
 * Starts a rotation if an operator supplied a new key, or if files were added under an older key since the last one.
 * Unreadable files alone do not start one. Removes identities that were retired long ago.
 */
export async function startDueRotation(ctx: Ctx): Promise<void> {
  const { vault } = ctx.providers
  const { id } = await vault.refresh()
  const newest = await newestKeyId(ctx)
  if (id === newest && (await isRotationDue(ctx, newest))) await ctx.tx((tx) => beginRun(tx, 'rotation'))
  await vault.prune(new Date(ctx.now().getTime() - KEEP_RETIRED_DAYS * 86_400_000))
}

/** @returns null if one of its kind is running */
async function beginRun(
  tx: Ctx,
  kind: VaultRunKind,
  { newKey = false } = {},
): Promise<{ id: number; total: number } | null> {
  const run = await startRun(tx, vaultRun, {
    ...{ key: kind, input: { kind }, cursor: { after: 0 }, counters: { faults: 0 }, total: 0 },
  })
  if (!run) return null
  if (newKey) await tx.providers.vault.rotate(tx.db)
  const total = await sweeps[kind].count(tx, run)
  await advanceRun(tx, run, { done: 0, total })
  return { id: run.id, total }
}
