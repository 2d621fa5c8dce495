import type { Ctx } from '#server/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { newestSnapshots } from '../registers/registers.views.ts'
import type { BrokerFacts } from './assess-broker.rules.ts'
import { lockStandings, storeChecks } from './checks.store.ts'
import { restate } from './restate.ts'
import { screenBrokers } from './screen-brokers.ts'

/**
 * Checks these brokers against the registers, and stores the findings. Only inside `ctx.tx`.
 * @returns ids of the brokers who are now flagged
 */
export async function checkRegisters(
  tx: Ctx,
  brokers: readonly BrokerFacts[],
  runId: number | null,
  isOfMany = false,
): Promise<number[]> {
  // locked before the registers are read; otherwise a check of an older snapshot could overwrite one of a newer
  // snapshot
  await lockStandings(
    tx,
    brokers.map(({ id }) => id),
  )
  const { results, snapshots } = await screenBrokers(tx, brokers)
  const flagged = await storeChecks(tx, {
    checkType: 'asic_banned',
    runId,
    snapshots,
    brokers: results,
    isOfMany,
  })
  await restate(
    tx,
    results.map(({ brokerId }) => brokerId),
  )
  return flagged
}

/** Whether any register is loaded. Without one a check has no findings, and would report every broker as clean. */
export async function registersAreLoaded(ctx: Ctx): Promise<boolean> {
  return (await newestSnapshots(ctx)).length > 0
}

/** @throws AppError conflict */
export async function requireRegisters(ctx: Ctx): Promise<void> {
  if (await registersAreLoaded(ctx)) return
  throw new AppError(
    'conflict',
    'No ASIC register is loaded, so there is nothing to check against. Load ASIC’s files, then check again.',
  )
}
