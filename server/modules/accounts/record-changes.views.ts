import { isDeepStrictEqual } from 'node:util'
import type { EditedSubject, RecordChange } from '#contract/edits.ts'
import type { Ctx } from '#server/ctx.ts'
import { actorId, isKeyLabel } from '#server/platform/actor.ts'

const SHOWN = 10
const THE_PRODUCT = 'Brokerline'
/** Brokers do not see which member of staff made a change. */
const THE_LENDER = 'Your lender’s team'

/** The latest changes of a record, the newest first. @param id null: there is one of its kind, or all are meant */
export async function viewRecordChanges(
  ctx: Ctx,
  { subject, id }: { subject: EditedSubject; id: number | null },
): Promise<RecordChange[]> {
  let rows = ctx.db
    .selectFrom('auditLog')
    .leftJoin('users', 'users.id', 'auditLog.actorId')
    .select([
      'auditLog.at',
      'auditLog.actor',
      'auditLog.actorId',
      'auditLog.before',
      'auditLog.after',
      'users.name',
    ])
    .where('subjectType', '=', subject)
  if (id !== null) rows = rows.where('subjectId', '=', String(id))
  const found = await rows.orderBy('auditLog.id', 'desc').limit(SHOWN).execute()
  const self = actorId(ctx.actor)
  return found.map((row) => {
    const own = row.actorId !== null && row.actorId === self
    const byKey = isKeyLabel(row.actor)
    const name = byKey ? row.actor : row.name
    const by = row.actorId === null && !byKey ? THE_PRODUCT : ctx.actor.kind === 'broker' ? THE_LENDER : name
    return { by: by || 'Somebody', own, at: row.at.toISOString(), fields: differing(row.before, row.after) }
  })
}

/** Names of the fields in which a row's before and after differ. */
function differing(before: unknown, after: unknown): string[] {
  const [one, other] = [asObject(before), asObject(after)]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name]))
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // has names
