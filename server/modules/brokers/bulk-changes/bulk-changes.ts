import type { AudienceRule } from '#contract/audiences.ts'
import { callBasisLabels } from '#contract/brokers.ts'
import type {
  assignBdmInBulk,
  BrokerSelection,
  changeAudienceInBulk,
  setBasisInBulk,
  suppressInBulk,
} from '#contract/bulk-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { requireBdm } from '../own-bdm.ts'
import { findBulkChange, insertBulkChange, moveBulkChange } from './bulk-changes.store.ts'
import { type Change, UNDOABLE } from './plan-bulk-change.rules.ts'
import { runBulkChangeJob } from './run-bulk-change.job.ts'
import { runBulkChange } from './run-bulk-change.ts'
import { selectedBrokers } from './selected-brokers.views.ts'

/** So many are changed before the answer; more in the background. */
const AT_ONCE = 200

export const NOBODY_CHOSEN = 'No broker is chosen: the list has changed, or nobody matches its filters.'
export const OF_RULES =
  'This audience goes by rules, so brokers are in it by what they are. Choose one of brokers chosen by hand, or make a new one.'
const NOT_UNDONE = 'Numbers on the suppression list are removed one by one, with a reason.'
const IN_FUTURE = 'The day is in the future'

/** @throws AppError forbidden, invalid */
export async function assignBdm(
  ctx: Ctx,
  { selection, bdmId }: BodyOf<typeof assignBdmInBulk>,
): Promise<number> {
  authorise(ctx, 'brokers.write')
  return start(ctx, selection, async (tx) => {
    await requireBdm(tx, bdmId)
    const bdm = await tx.db
      .selectFrom('bdms')
      .select('name')
      .where('id', '=', bdmId ?? 0)
      .executeTakeFirst()
    return {
      change: { kind: 'bdm', bdmId },
      label: bdm ? `Assign BDM: ${bdm.name}` : 'Assign no BDM of their own',
    }
  })
}

/** @throws AppError forbidden, invalid */
export async function setBasis(
  ctx: Ctx,
  { selection, callBasis, callBasisSource, callBasisAt }: BodyOf<typeof setBasisInBulk>,
): Promise<number> {
  authorise(ctx, 'brokers.write')
  const at = callBasisAt ?? null
  if (at !== null && (at.length > 10 ? new Date(at) : sydneyMidnight(at)) > ctx.now())
    throw invalid({ callBasisAt: IN_FUTURE })
  const change: Change = { kind: 'call_basis', callBasis, callBasisSource, callBasisAt: at }
  return start(ctx, selection, async () => ({
    change,
    label: `Set call basis: ${callBasisLabels[callBasis].toLowerCase()}`,
  }))
}

/** @throws AppError forbidden, invalid */
export async function suppressBrokers(
  ctx: Ctx,
  { selection, reason }: BodyOf<typeof suppressInBulk>,
): Promise<number> {
  authorise(ctx, 'suppressions.add')
  return start(ctx, selection, async () => ({
    change: { kind: 'suppression', reason },
    label: 'Suppress numbers',
  }))
}

/** @throws AppError forbidden, invalid for an audience that goes by rules */
export async function changeAudience(
  ctx: Ctx,
  { selection, audienceId, remove }: BodyOf<typeof changeAudienceInBulk>,
): Promise<number> {
  authorise(ctx, 'audiences.write')
  return start(ctx, selection, async (tx) => {
    const audience = await tx.db
      .selectFrom('audiences')
      .select(['name', 'rules'])
      .where('id', '=', audienceId)
      .executeTakeFirst()
    if (!audience) throw invalid({ audienceId: 'This audience is gone. Choose another one.' })
    const rules = audience.rules as AudienceRule[] // checked before they were stored
    const list = rules.find((rule) => rule.kind === 'list' && !rule.not)
    if (list?.kind !== 'list') throw invalid({ audienceId: OF_RULES })
    const { listId } = list
    const how = remove ? 'Remove from audience' : 'Add to audience'
    return { change: { kind: 'audience', audienceId, listId, remove }, label: `${how}: ${audience.name}` }
  })
}

type Prepared = { change: Change; label: string }

/** Notes who is chosen; a few are changed at once, many in the background. @returns the id of the change */
async function start(
  ctx: Ctx,
  selection: BrokerSelection,
  prepare: (tx: Ctx) => Promise<Prepared>,
): Promise<number> {
  const { id, total } = await ctx.tx(async (tx) => {
    const { change, label } = await prepare(tx)
    const { kind, ...details } = change
    const values = {
      ...{ kind, label, change: JSON.stringify(change) },
      createdBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    }
    const added = await insertBulkChange(tx, values, selectedBrokers(tx, selection))
    if (added.total === 0) throw invalid({ selection: NOBODY_CHOSEN })
    const missing = 'ids' in selection ? new Set(selection.ids).size - added.total : 0
    await tx.db
      .updateTable('bulkChanges')
      .set({ total: added.total, missing })
      .where('id', '=', added.id)
      .execute()
    await audit(tx, {
      action: 'bulk_change.started',
      subjectType: 'bulk_change',
      subjectId: added.id,
      after: { label, ...details, brokers: added.total, selection: told(selection) },
    })
    if (added.total > AT_ONCE) await tx.enqueue(runBulkChangeJob, { changeId: added.id })
    tx.changed('bulk-changes')
    return added
  })
  if (total <= AT_ONCE) await runBulkChange(ctx, id)
  return id
}

/** Who was chosen is kept with the change; the audit log tells how. */
function told(selection: BrokerSelection): object {
  return 'ids' in selection
    ? { named: selection.ids.length }
    : { filters: selection.filters, except: selection.except.length }
}

/** Gives brokers what they had before. @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function undoBulkChange(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'brokers.write')
  const total = await ctx.tx(async (tx) => {
    const row = await findBulkChange(tx, id, { forUpdate: true })
    if (!row) throw notFound('Change')
    // the table's check allows no other kind
    if (!UNDOABLE[row.kind as keyof typeof UNDOABLE]) throw new AppError('rule_forbids', NOT_UNDONE)
    if (!(await moveBulkChange(tx, id, { to: 'undoing', values: { error: null } }))) {
      throw new AppError(
        'conflict',
        row.status === 'running' ? 'This change is still under way.' : 'This change was undone already.',
      )
    }
    await audit(tx, {
      action: 'bulk_change.undo_started',
      subjectType: 'bulk_change',
      subjectId: id,
      before: { label: row.label, changed: row.changed },
    })
    if (row.changed > AT_ONCE) await tx.enqueue(runBulkChangeJob, { changeId: id })
    tx.changed('bulk-changes')
    return row.changed
  })
  if (total <= AT_ONCE) await runBulkChange(ctx, id)
}
