import type { VaultRun, VaultRunKind } from '#contract/vault.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError } from '#server/platform/errors.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { integrityCheck } from './integrity-check.ts'
import { restoreTest } from './restore-test.ts'
import { isDue, newestKeyId } from './rotation.store.ts'
import { rotation } from './rotation.ts'
import type { Outcome } from './store.ts'
import { few, noteOutcomes, type Sweep } from './sweep.ts'
import { vaultRunJob } from './vault-run.job.ts'
import {
  FILES_A_TURN,
  FILES_AT_ONCE,
  KEEP_RETIRED_DAYS,
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
  noteProgress,
  setTotal,
  type VaultRunRow,
} from './vault-runs.store.ts'
import { viewRun } from './views.ts'
import { dropStored, hasNoRoom } from './write-file.ts'

const sweeps: Record<VaultRunKind, Sweep> = {
  rotation,
  integrity: integrityCheck,
  restore_test: restoreTest,
}

/** Starts a run by hand; a rotation makes a new key first. @throws AppError forbidden, rule_forbids, conflict */
export async function startRun(ctx: Ctx, kind: VaultRunKind): Promise<VaultRun> {
  authorise(ctx, 'vault.write')
  const { vault } = ctx.providers
  if (kind === 'rotation' && vault.rotationRefusal) throw new AppError('rule_forbids', vault.rotationRefusal)
  const startedBy = ctx.actor.kind === 'staff' ? ctx.actor.userId : null
  const run = await ctx.tx(async (tx) => {
    const begun = await begin(tx, { kind, startedBy, newKey: kind === 'rotation' })
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

/** Starts a run that is due by the calendar; one that is running already is left alone. */
export async function startPeriodic(ctx: Ctx, kind: 'integrity' | 'restore_test'): Promise<void> {
  await ctx.tx((tx) => begin(tx, { kind, startedBy: null, newKey: false }))
}

/**
 * Starts a rotation where a new key was given from outside, or where files came in under an older one since the last;
 * files that no key opens are not tried again by this. Forgets identities that were retired long ago.
 */
export async function rotateWhatIsDue(ctx: Ctx): Promise<void> {
  const { vault } = ctx.providers
  const { id } = await vault.refresh()
  const newest = await newestKeyId(ctx)
  if (id === newest && (await isDue(ctx, newest))) {
    await ctx.tx((tx) => begin(tx, { kind: 'rotation', startedBy: null, newKey: false }))
  }
  await vault.prune(new Date(ctx.now().getTime() - KEEP_RETIRED_DAYS * 86_400_000))
}

async function begin(
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
  /** The last file that was treated. */
  after: number
  /** Times in a row that the store or the database has let us down. */
  failures: number
}

/** Does a part of a run, and leaves the rest to the next job; safe to run twice. */
export async function runSlice(ctx: Ctx, { runId, after, failures }: Slice): Promise<void> {
  const run = await findRun(ctx, runId)
  if (run?.status !== 'running') return
  let reached = after
  try {
    const sweep = sweeps[run.kind as VaultRunKind] // the table's check allows no other
    const treat = await sweep.prepare(ctx)
    const end = performance.now() + SLICE_MS
    do {
      const rows = await sweep.next(ctx, run, reached, FILES_A_TURN)
      const last = rows.at(-1)
      if (!last) return await finish(ctx, run, sweep)
      const turn: Turn = { done: 0, outcomes: [] }
      let running = true
      try {
        await few(rows, FILES_AT_ONCE, async (row) => {
          const outcome = await treat(row)
          turn.done += 1
          if (outcome) turn.outcomes.push(outcome)
        })
      } finally {
        // also what was done before one of them failed
        running = await settle(ctx, runId, turn)
      }
      if (!running) return
      reached = last.id
    } while (performance.now() < end)
    await ctx.enqueue(vaultRunJob, { runId, after: reached, failures: 0 })
  } catch (error) {
    ctx.log.error({ err: error, runId, kind: run.kind }, 'a run over the vault was held up')
    await delayRun(ctx, { runId, after: reached, failures: reached > after ? 0 : failures }, error)
  }
}

/** Files that are worked on together. */
interface Turn {
  done: number
  outcomes: Outcome[]
}

/**
 * One commit for what came of a turn's files and for the progress; then those go that no row names any more. Where
 * nobody knows whether it has committed, all of them stay: the clean-up asks the rows.
 * @returns false where the run has ended meanwhile
 */
async function settle(ctx: Ctx, runId: number, { done, outcomes }: Turn): Promise<boolean> {
  const { held, running } = await ctx.tx(async (tx) => {
    const held = await noteOutcomes(tx, outcomes)
    const faults = outcomes.filter(({ row, finding }) => finding.fault && held.has(row.id)).length
    tx.changed('vault')
    return { held, running: await noteProgress(tx, runId, { done, faults }) }
  })
  const unnamed = outcomes.flatMap(({ row, moved }) =>
    moved ? [held.has(row.id) ? row.storageName : moved.storageName] : [],
  )
  await few(unnamed, FILES_AT_ONCE, (storageName) => dropStored(ctx, storageName))
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

/** Tries again soon, a few times; then the run is given up, and says why. */
async function delayRun(ctx: Ctx, slice: Slice, error: unknown): Promise<void> {
  const { runId, failures } = slice
  const wait = RETRY_SECONDS[failures]
  await ctx.tx(async (tx) => {
    if (wait === undefined) {
      await endRun(tx, runId, { error: reasonOf(error) })
    } else if (await noteProgress(tx, runId, { done: 0, faults: 0 })) {
      const runAt = new Date(Date.now() + wait * 1000)
      await tx.enqueue(vaultRunJob, { ...slice, failures: failures + 1 }, { runAt })
    }
    tx.changed('vault')
  })
}

function reasonOf(error: unknown): string {
  // of the key at hand; one line for people
  if (error instanceof StartupError) return error.message
  if (hasNoRoom(error)) return 'There is no room left in the file store.'
  return 'The file store could not be read or written. The server’s log says why.'
}

/**
 * Goes on with runs that a killed process has left. @param silentSeconds without a sign of life; 0 at the start of a
 * process: a second job does no harm
 */
export async function resumeRuns(ctx: Ctx, silentSeconds = STALLED_SECONDS): Promise<void> {
  for (const runId of await claimStalled(ctx, silentSeconds))
    await ctx.enqueue(vaultRunJob, { runId, after: 0, failures: 0 })
}
