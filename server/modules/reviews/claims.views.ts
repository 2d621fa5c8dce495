import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReviewTable } from '#contract/documents/reviews.ts'
import type { Ctx } from '#server/ctx.ts'
import { claimsSince, waitingStatuses } from './decide-review.rules.ts'

/** A table whose rows are reviewed: it has `status`, `claimed_by` and `claimed_at`. */
export interface ReviewedTable<Status extends string> {
  /** As the query names it. */
  name: string
  table: ReviewTable<Status, string>
}

/** `activeClaimant` as a condition: the row has no claim, or the claim has expired. */
export function isUnassigned<Status extends string>(
  reviewed: ReviewedTable<Status>,
  now: Date,
): RawBuilder<SqlBool> {
  const { claimedBy, claimedAt, isWaiting } = columnsOf(reviewed)
  return sql<SqlBool>`(${claimedBy} is null or (${claimedAt} <= ${claimsSince(now)} and ${isWaiting}))`
}

/** Condition: the acting reviewer has claimed the row. */
export function isAssignedToMe<Status extends string>(
  reviewed: ReviewedTable<Status>,
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
): RawBuilder<SqlBool> {
  const { claimedBy, claimedAt, isWaiting } = columnsOf(reviewed)
  const userId = actor.kind === 'staff' ? actor.userId : null
  return sql<SqlBool>`(${claimedBy} = ${userId}::int and (${claimedAt} > ${claimsSince(now())} or not ${isWaiting}))`
}

function columnsOf<Status extends string>({ name, table }: ReviewedTable<Status>) {
  const column = (of: string) => sql.ref(`${name}.${of}`)
  const statuses = waitingStatuses({ table })
  return {
    claimedBy: column('claimedBy'),
    claimedAt: column('claimedAt'),
    isWaiting: sql<SqlBool>`${column('status')} = any(${statuses})`,
  }
}

export interface QueueFigures {
  open: number
  mine: number
  unassigned: number
  /** How many of the unassigned have an expired claim. */
  expiredClaims: number
  /** When the oldest entered the queue; null: the queue is empty. */
  oldest: Date | null
}

/** Figures of a desk's queue. @param queue condition on its rows @param since when a row entered the queue */
export async function viewQueueFigures<Status extends string>(
  ctx: Ctx,
  reviewed: ReviewedTable<Status>,
  { queue, since }: { queue: RawBuilder<SqlBool>; since: RawBuilder<Date> },
): Promise<QueueFigures> {
  const unassigned = isUnassigned(reviewed, ctx.now())
  const { claimedBy } = columnsOf(reviewed)
  const { rows } = await sql<QueueFigures>`
    select count(*) as open, min(${since}) as oldest,
      count(*) filter (where ${isAssignedToMe(reviewed, ctx)}) as mine,
      count(*) filter (where ${unassigned}) as unassigned,
      count(*) filter (where ${unassigned} and ${claimedBy} is not null) as expired_claims
    from ${sql.table(reviewed.name)} where ${queue}`.execute(ctx.db)
  const [figures] = rows
  if (!figures) throw new Error('count query returned no row')
  return figures
}
