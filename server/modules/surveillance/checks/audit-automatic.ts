import type { Ctx } from '#server/ctx.ts'
import { auditAll } from '#server/modules/accounts/audit.ts'
import { newestSnapshots } from '../registers/registers.views.ts'
import type { Restated } from './checks.store.ts'

/** Names the points and thresholds of `assess-broker.rules.ts` in the audit log. Change it with them. */
export const SCREENING_RULES = '2026-11'

/** Rows of one statement. */
const BATCH = 1000

interface AutomaticStep {
  change: Restated
  action: 'compliance.flagged' | 'compliance.unflagged' | 'compliance.held' | 'compliance.released'
}

/**
 * Records each flag and each hold of calls that a check sets or ends, with the version of the rules and the snapshots
 * that it rests on.
 */
export async function auditAutomatic(tx: Ctx, changes: readonly Restated[]): Promise<void> {
  const steps = changes.flatMap(stepsOf)
  if (steps.length === 0) return
  const snapshots = Object.fromEntries(
    (await newestSnapshots(tx)).map(({ register, date }) => [register, date]),
  )
  for (let at = 0; at < steps.length; at += BATCH) {
    await auditAll(
      steps.slice(at, at + BATCH).map(({ change, action }) => ({
        ctx: tx,
        row: {
          action,
          subjectType: 'broker',
          subjectId: change.brokerId,
          before: { status: change.before, risk: change.riskBefore },
          after: {
            status: change.after,
            risk: change.risk,
            ...((action === 'compliance.flagged' || action === 'compliance.held') && { reason: change.top }),
            rules: SCREENING_RULES,
            snapshots,
          },
        },
      })),
    )
  }
}

function stepsOf(change: Restated): AutomaticStep[] {
  const { before, after, heldBefore, held } = change
  const isFlag = before !== after && before !== 'suspended'
  return [
    ...(isFlag
      ? [
          {
            change,
            action: after === 'flagged' ? ('compliance.flagged' as const) : ('compliance.unflagged' as const),
          },
        ]
      : []),
    ...(heldBefore === held
      ? []
      : [{ change, action: held ? ('compliance.held' as const) : ('compliance.released' as const) }]),
  ]
}
