import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { isFlagged, riskOf } from '../checks/assess-broker.rules.ts'
import { checkRegisters, registersAreLoaded } from '../checks/check-registers.ts'
import { alertOf, brokersById } from '../checks/run-checks.ts'
import { screenBrokers } from '../checks/screen-brokers.ts'
import {
  findApplicant,
  findApprovedBroker,
  findOutdated,
  putScreening,
} from './application-screenings.store.ts'

/** Applications compared in one transaction. */
const BATCH = 100

/** Compares an applicant with all registers, as a broker would be, and stores the result for the reviewer. */
export async function screenApplication(
  tx: Ctx,
  { applicationId }: AppEvents['application.submitted'],
): Promise<void> {
  const applicant = await findApplicant(tx, applicationId)
  if (!applicant) return
  const { results, snapshots } = await screenBrokers(tx, [applicant])
  const findings = results[0]?.findings ?? []
  const riskScore = riskOf(findings)
  const isChecked = Object.keys(snapshots).length > 0
  const result = isFlagged(riskScore) ? 'flagged' : isChecked ? 'clean' : 'not_checked'
  await putScreening(tx, { applicationId, facts: applicant.digest, result, riskScore, findings }, snapshots)
}

/** Compares again the open applications that a new snapshot or changed details concern. */
export async function screenOutdated(ctx: Ctx): Promise<void> {
  for (;;) {
    const ids = await findOutdated(ctx, BATCH)
    if (ids.length === 0) return
    await ctx.tx(async (tx) => {
      for (const applicationId of ids) await screenApplication(tx, { applicationId })
    })
  }
}

/** Checks the broker of an approved application in the transaction of the approval. */
export async function checkApproved(
  tx: Ctx,
  { applicationId }: AppEvents['application.decided'],
): Promise<void> {
  const brokerId = await findApprovedBroker(tx, applicationId)
  if (brokerId === null || !(await registersAreLoaded(tx))) return
  await checkRegisters(tx, await brokersById(tx, [brokerId]), null)
  await alertOf(tx, [brokerId])
}
