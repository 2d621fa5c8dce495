import type { AudienceRule } from '#contract/brokers/audiences.ts'
import { callBasisLabels } from '#contract/brokers/brokers.ts'
import type {
  assignBdmInBulk,
  BrokerSelection,
  changeAudienceInBulk,
  setBasisInBulk,
  suppressInBulk,
} from '#contract/brokers/bulk-changes.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { advanceRun, findRun } from '#server/platform/runs/run.store.ts'
import { enqueueRun, resumeAs, runToEnd, startRun } from '#server/platform/runs/runs.ts'
import { requireBdm } from '../own-bdm.ts'
import { insertChosen } from './bulk-changes.store.ts'
import { type Change, UNDOABLE } from './plan-bulk-change.rules.ts'
import { type BulkChangeRun, bulkChangeRun } from './run-bulk-change.ts'
import { selectedBrokers } from './selected-brokers.views.ts'

/** So many are changed before the answer; more in the background. */
const AT_ONCE = 200

export const NOBODY_CHOSEN = 'No broker is chosen: the list has changed, or nobody matches its filters.'
export const OF_RULES = 'This audience goes by rules. Choose one with hand-picked brokers, or make a new one.'
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
    const counts = { missing: 0, changed: 0, unchanged: 0, refused: {}, restored: 0, left: 0 }
    const run = await startRun(tx, bulkChangeRun, {
      ...{ key: null, input: { label, change }, counters: counts, total: 0, background: false },
    })
    if (!run) throw new Error('a run without a key was refused')
    const added = await insertChosen(tx, run.id, selectedBrokers(tx, selection))
    if (added === 0) throw invalid({ selection: NOBODY_CHOSEN })
    const missing = 'ids' in selection ? new Set(selection.ids).size - added : 0
    await advanceRun(tx, run, { done: 0, total: added, counters: { ...counts, missing } })
    const { kind: _, ...details } = change
    await audit(tx, {
      action: 'bulk_change.started',
      subjectType: 'bulk_change',
      subjectId: run.id,
      after: { label, ...details, brokers: added, selection: told(selection) },
    })
    if (added > AT_ONCE) await enqueueRun(tx, bulkChangeRun, run.id)
    return { id: run.id, total: added }
  })
  if (total <= AT_ONCE) await runToEnd(ctx, bulkChangeRun, id)
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
    const run = (await findRun(tx, bulkChangeRun.kind, id)) as BulkChangeRun | null // of this kind
    if (!run) throw notFound('Change')
    const { input, counters, state } = run
    if (!UNDOABLE[input.change.kind]) throw new AppError('rule_forbids', NOT_UNDONE)
    const background = counters.changed > AT_ONCE
    if (!(await resumeAs(tx, bulkChangeRun, id, { to: 'undoing', background }))) {
      throw new AppError(
        'conflict',
        state === 'running' ? 'This change is still under way.' : 'This change was undone already.',
      )
    }
    await audit(tx, {
      action: 'bulk_change.undo_started',
      subjectType: 'bulk_change',
      subjectId: id,
      before: { label: input.label, changed: counters.changed },
    })
    return counters.changed
  })
  if (total <= AT_ONCE) await runToEnd(ctx, bulkChangeRun, id)
}
