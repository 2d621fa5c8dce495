import { sql } from 'kysely'
import type { AppRun, Ctx } from '#server/ctx.ts'
import type { ComplianceAlert } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { runToEnd, startRun } from '#server/platform/runs/runs.ts'
import { gatherMany } from '../many/gather-many.ts'
import type { BrokerFacts } from './assess-broker.rules.ts'
import { checkRegisters, requireRegisters } from './check-registers.ts'
import { factsDigest, takeAlerts } from './checks.store.ts'
import { CHECK_RUN, type CheckInput, type CheckRun, newestCheck } from './compliance-runs.store.ts'

/** Brokers per transaction: small enough that other work runs in between and progress shows. */
const BATCH = 500

/** Checks all brokers against the registers; one run at a time. */
export const checkAllRun: AppRun<CheckRun> = {
  kind: CHECK_RUN,
  topic: 'surveillance',
  async batch(tx, run) {
    const { firstDone, lastBrokerId } = run.cursor
    const first = run.input.firstIds.slice(firstDone, firstDone + BATCH)
    const brokers = first.length > 0 ? await brokersById(tx, first) : await brokersAfter(tx, run)
    const last = brokers.at(-1)
    if (!last && first.length === 0) return null
    const flagged = await checkRegisters(tx, brokers, run.id, true)
    return {
      done: brokers.length,
      cursor: {
        firstDone: firstDone + first.length,
        lastBrokerId: first.length > 0 || !last ? lastBrokerId : last.id,
      },
      counters: { flagged: run.counters.flagged + flagged.length },
    }
  },
  async finish(tx, { input }) {
    await gatherMany(tx)
    if (!input.quiet) await alertOf(tx, null)
  },
}

/**
 * Starts a check of all brokers, or answers with the one that is under way.
 * @throws AppError forbidden; conflict where no register is loaded
 */
export async function startManualCheck(ctx: Ctx): Promise<CheckRun> {
  authorise(ctx, 'surveillance.check')
  return ctx.tx(async (tx) => {
    await requireRegisters(tx)
    const run = await startCheck(tx, 'manual')
    // another run is under way, or has just ended
    if (!run) return (await newestCheck(tx)) ?? nothing()
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

/** @returns null if one is under way */
export async function startCheck(
  tx: Ctx,
  reason: CheckInput['reason'],
  { firstIds = [], quiet = false }: { firstIds?: readonly number[]; quiet?: boolean } = {},
): Promise<CheckRun | null> {
  const { rows } = await sql<{ total: number; snapshotId: number | null }>`
    select (select count(*)::int from brokers) as total,
      (select max(id) from register_snapshots) as snapshot_id`.execute(tx.db)
  const { total = 0, snapshotId = null } = rows[0] ?? {}
  return startRun(tx, checkAllRun, {
    key: '',
    input: { reason, firstIds, snapshotId, ...(quiet && { quiet }) },
    cursor: { firstDone: 0, lastBrokerId: 0 },
    counters: { flagged: 0 },
    ...{ total, background: !quiet },
  })
}

/** Checks all brokers of a new demo world. @returns the alerts, which are not sent */
export async function checkEverybody(ctx: Ctx): Promise<readonly ComplianceAlert[]> {
  const run = await ctx.tx((tx) => startCheck(tx, 'snapshot', { quiet: true }))
  if (!run) return []
  await runToEnd(ctx, checkAllRun, run.id)
  return takeAlerts(ctx, null)
}

/** Sends the alerts of findings that have had none. @param brokerIds null: of all brokers */
export async function alertOf(tx: Ctx, brokerIds: readonly number[] | null): Promise<void> {
  const alerts = await takeAlerts(tx, brokerIds)
  if (alerts.length > 0) await tx.emit('compliance.alerted', { alerts })
}

const facts = sql`b.id, b.name, b.company, b.asic_number, b.region, b.postcode, ${factsDigest} as digest`

/** The next batch, without the brokers that were checked first. */
async function brokersAfter(tx: Ctx, { input, cursor }: CheckRun): Promise<BrokerFacts[]> {
  const { rows } = await sql<BrokerFacts>`
    select ${facts} from brokers b where id > ${cursor.lastBrokerId} and not id = any(${[...input.firstIds]}::int[])
    order by id limit ${BATCH}`.execute(tx.db)
  return rows
}

export async function brokersById(ctx: Ctx, ids: readonly number[]): Promise<BrokerFacts[]> {
  const { rows } = await sql<BrokerFacts>`
    select ${facts} from brokers b where id = any(${[...ids]}) order by id`.execute(ctx.db)
  return rows
}
