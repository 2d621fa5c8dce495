import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { ComplianceAlert } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { gatherMany } from '../many/gather-many.ts'
import type { BrokerFacts } from './assess-broker.rules.ts'
import { checkRegisters, requireRegisters } from './check-registers.ts'
import { factsDigest, takeAlerts } from './checks.store.ts'
import {
  advanceRun,
  findRunning,
  finishRun,
  insertRun,
  lockRun,
  newestRun,
  type RunRow,
  takeFirst,
} from './compliance-runs.store.ts'
import { runChecksJob } from './run-checks.job.ts'

/** Brokers per transaction: small enough that other work runs in between and progress shows. */
const BATCH = 500
const STALLED_SECONDS = 60

/**
 * Starts a check of all brokers, or answers with the one that is under way.
 * @throws AppError forbidden; conflict where no register is loaded
 */
export async function startManualCheck(ctx: Ctx): Promise<RunRow> {
  authorise(ctx, 'surveillance.check')
  return ctx.tx(async (tx) => {
    await requireRegisters(tx)
    const run = await startRun(tx, 'manual')
    if (!run) return (await findRunning(tx)) ?? (await newestRun(tx)) ?? nothing()
    await audit(tx, {
      action: 'surveillance.check_started',
      subjectType: 'compliance_run',
      subjectId: run.id,
    })
    return run
  })
}

function nothing(): never {
  throw new Error('a run is neither under way nor was there any')
}

/** null: one is under way. */
export async function startRun(
  tx: Ctx,
  reason: RunRow['reason'],
  firstIds: readonly number[] = [],
): Promise<RunRow | null> {
  const run = await insertRun(tx, reason, firstIds)
  if (!run) return null
  await tx.enqueue(runChecksJob, { runId: run.id }, { key: `surveillance.run-checks:${run.id}` })
  tx.changed('surveillance')
  return run
}

/** Checks all brokers here and now, for a world that is being made. @returns what people are told of, but by no mail */
export async function checkEverybody(ctx: Ctx): Promise<readonly ComplianceAlert[]> {
  const run = await insertRun(ctx, 'snapshot')
  if (!run) return []
  while (await checkBatch(ctx, run.id)) {
    // until no broker is left
  }
  await gatherMany(ctx)
  return takeAlerts(ctx, null)
}

/** Each batch commits with its progress: after a crash it goes on where the last batch ended. */
export async function runChecks(ctx: Ctx, runId: number): Promise<void> {
  while (await checkBatch(ctx, runId)) {
    // until nobody is left
  }
  await ctx.tx(async (tx) => {
    await gatherMany(tx)
    await alertOf(tx, null)
  })
}

/** @returns false when nothing is left to do */
async function checkBatch(ctx: Ctx, runId: number): Promise<boolean> {
  return ctx.tx(async (tx) => {
    const run = await lockRun(tx, runId)
    if (!run) return false
    tx.changed('surveillance')
    const first = await takeFirst(tx, runId, BATCH)
    const brokers = first.length > 0 ? await brokersById(tx, first) : await brokersAfter(tx, run)
    const last = brokers.at(-1)
    if (!last && first.length === 0) {
      await finishRun(tx, runId)
      return false
    }
    const flagged = await checkRegisters(tx, brokers, runId, true)
    const lastBrokerId = first.length > 0 ? run.lastBrokerId : (last?.id ?? run.lastBrokerId)
    await advanceRun(tx, runId, { done: brokers.length, flagged: flagged.length, lastBrokerId })
    return true
  })
}

/** Tells people of what they were not told of yet. @param brokerIds null: of everybody */
export async function alertOf(tx: Ctx, brokerIds: readonly number[] | null): Promise<void> {
  const alerts = await takeAlerts(tx, brokerIds)
  if (alerts.length > 0) await tx.emit('compliance.alerted', { alerts })
}

const facts = sql`b.id, b.name, b.company, b.asic_number, b.region, b.postcode, ${factsDigest} as digest`

/** The next batch, without the brokers that were checked first. */
async function brokersAfter(tx: Ctx, { id, lastBrokerId }: RunRow): Promise<BrokerFacts[]> {
  const { rows } = await sql<BrokerFacts>`
    select ${facts} from brokers b where id > ${lastBrokerId}
      and not id = any(array(select unnest(first_ids) from compliance_runs where id = ${id}))
    order by id limit ${BATCH}`.execute(tx.db)
  return rows
}

export async function brokersById(ctx: Ctx, ids: readonly number[]): Promise<BrokerFacts[]> {
  const { rows } = await sql<BrokerFacts>`
    select ${facts} from brokers b where id = any(${[...ids]}) order by id`.execute(ctx.db)
  return rows
}

/** Goes on with a run that a crash interrupted. @param silentSeconds 0 at the start of a process */
export async function resumeRuns(ctx: Ctx, silentSeconds = STALLED_SECONDS): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from compliance_runs where status = 'running'
    and touched_at < statement_timestamp() - make_interval(secs => ${silentSeconds})`.execute(ctx.db)
  for (const { id } of rows)
    await ctx.enqueue(runChecksJob, { runId: id }, { key: `surveillance.run-checks:${id}` })
}
