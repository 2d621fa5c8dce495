import type { Ctx } from '#server/ctx.ts'
import { auditAll } from '#server/modules/accounts/audit.ts'
import { newestSnapshots } from '../registers/registers.views.ts'
import type { Restated } from './checks.store.ts'

/** Names the points and thresholds of `assess-broker.rules.ts` in the audit log. Change it with them. */
export const SCREENING_RULES = '2026-11'

/** Rows of one statement. */
const BATCH = 1000

/** Records each flag that a check sets or ends, with the version of the rules and the snapshots that it rests on. */
export async function auditAutomatic(tx: Ctx, changes: readonly Restated[]): Promise<void> {
  const flags = changes.filter(({ before, after }) => before !== after && before !== 'suspended')
  if (flags.length === 0) return
  const snapshots = Object.fromEntries(
    (await newestSnapshots(tx)).map(({ register, date }) => [register, date]),
  )
  for (let at = 0; at < flags.length; at += BATCH) {
    await auditAll(
      flags.slice(at, at + BATCH).map(({ brokerId, before, after, riskBefore, risk, top }) => ({
        ctx: tx,
        row: {
          action: after === 'flagged' ? 'compliance.flagged' : 'compliance.unflagged',
          subjectType: 'broker',
          subjectId: brokerId,
          before: { status: before, risk: riskBefore },
          after: {
            status: after,
            risk,
            ...(after === 'flagged' && { reason: top }),
            rules: SCREENING_RULES,
            snapshots,
          },
        },
      })),
    )
  }
}
