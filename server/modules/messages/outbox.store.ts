import { type Selectable, sql } from 'kysely'
import type { MessageChannel } from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { activeTrace } from '#server/platform/traces/spans.ts'
import type { Messages } from '#server/schema.gen.ts'
import type { NextState } from './outbox.rules.ts'

export interface Claim {
  channel: MessageChannel
  /** This one alone, before all others that are due. */
  only?: number | undefined
  provider: string
  now: Date
  /** If the claiming process has not recorded a result by then, the attempt counts as unclear. */
  unclearAt: Date
}

/**
 * Claims the next due message of a channel for one attempt. The statement commits before the provider is called, so
 * that no other process claims the message, whatever happens afterwards.
 */
export async function claimNext(ctx: Ctx, claim: Claim): Promise<Selectable<Messages> | null> {
  const due = ctx.db
    .selectFrom('messages')
    .select('id')
    .where('status', '=', 'queued')
    .where('channel', '=', claim.channel)
    .where('nextAttemptAt', '<=', claim.now)
    .$if(claim.only !== undefined, (query) => query.where('id', '=', claim.only ?? 0))
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
  const row = await ctx.db
    .with(
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable('messages')
    .from('due')
    .set((eb) => ({
      status: 'sending',
      attempts: eb('attempts', '+', 1),
      provider: claim.provider,
      lastAttemptAt: claim.now,
      nextAttemptAt: claim.unclearAt,
      updatedAt: claim.now,
    }))
    .whereRef('messages.id', '=', 'due.id')
    .returningAll('messages')
    .executeTakeFirst()
  return row ?? null
}

/** Stores the span of an attempt, which its delivery reports continue. Does nothing where traces are off. */
export async function storeTrace(ctx: Ctx, id: number): Promise<void> {
  const traceContext = activeTrace()
  if (traceContext === null) return
  await ctx.db.updateTable('messages').set({ traceContext }).where('id', '=', id).execute()
}

/** Identifies an attempt by its time too: the count restarts when staff resend a message. */
type Attempt = Pick<Selectable<Messages>, 'id' | 'attempts' | 'lastAttemptAt'>

/**
 * Records the result of an attempt. A message withdrawn in the meantime is cancelled instead of retried.
 * @returns false if one was recorded already, e.g. unclear after a timeout
 */
export async function recordAttempt(ctx: Ctx, attempt: Attempt, next: NextState): Promise<boolean> {
  const now = ctx.now()
  const recorded = await ctx.db
    .updateTable('messages')
    .set({
      ...(next.status === 'queued' ? unlessTakenBack(next) : next),
      ...(next.status === 'sent' && { sentAt: now }),
      updatedAt: now,
    })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .where('lastAttemptAt', '=', attempt.lastAttemptAt)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return recorded.numUpdatedRows > 0n
}

const unlessTakenBack = ({ reason, nextAttemptAt }: NextState) => ({
  status: sql<string>`case when cancel_asked_at is null then 'queued' else 'cancelled' end`,
  reason: sql<string | null>`case when cancel_asked_at is null then ${reason}::text end`,
  nextAttemptAt: sql<Date | null>`case when cancel_asked_at is null then ${nextAttemptAt}::timestamptz end`,
})

/** Fails a claimed message without sending it; the attempt is not counted. */
export async function failUnsent(ctx: Ctx, attempt: Attempt, reason: string): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({
      ...{ status: 'failed', reason, nextAttemptAt: null, updatedAt: ctx.now() },
      attempts: attempt.attempts - 1,
    })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .where('lastAttemptAt', '=', attempt.lastAttemptAt)
    .where('status', '=', 'sending')
    .execute()
}

/** Fails attempts without a result in time. @returns them */
export async function failUnclear(ctx: Ctx, reason: string): Promise<Selectable<Messages>[]> {
  const now = ctx.now()
  return ctx.db
    .updateTable('messages')
    .set({ status: 'failed', reason, nextAttemptAt: null, updatedAt: now })
    .where('status', '=', 'sending')
    .where('nextAttemptAt', '<=', now)
    .returningAll()
    .execute()
}

/** Holds the queued messages of a channel without a provider. @returns how many */
export async function holdQueued(ctx: Ctx, channel: MessageChannel, reason: string): Promise<number> {
  const held = await ctx.db
    .updateTable('messages')
    .set({ status: 'held', reason, nextAttemptAt: null, updatedAt: ctx.now() })
    .where('status', '=', 'queued')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return Number(held.numUpdatedRows)
}

export async function lockMessage(ctx: Ctx, id: number): Promise<Selectable<Messages> | undefined> {
  return ctx.db.selectFrom('messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Queues a message for now with its attempts reset; dropping the reference ignores reports on earlier attempts. */
export async function requeueMessage(ctx: Ctx, id: number): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('messages')
    .set({
      ...{ status: 'queued', reason: null, attempts: 0, nextAttemptAt: now, updatedAt: now },
      ...{ providerRef: null, dueAt: now, traceContext: activeTrace() },
    })
    .where('id', '=', id)
    .execute()
}

/** Fails every message that waits or is being sent. @returns how many */
export async function failWaiting(ctx: Ctx, reason: string): Promise<number> {
  const failed = await ctx.db
    .updateTable('messages')
    .set({ status: 'failed', reason, nextAttemptAt: null, updatedAt: ctx.now() })
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirst()
  return Number(failed.numUpdatedRows)
}
