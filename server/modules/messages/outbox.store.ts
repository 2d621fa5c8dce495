import type { Selectable } from 'kysely'
import type { MessageChannel } from '#contract/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import type { Messages } from '#server/schema.gen.ts'
import type { NextState } from './outbox.rules.ts'

export interface Claim {
  channel: MessageChannel
  provider: string
  now: Date
  /** From then on the silence of whoever claimed it counts as unclear. */
  unclearAt: Date
}

/**
 * Takes the next due message of a channel for one attempt. The statement commits by itself, before the provider is
 * asked: whatever happens afterwards, nobody else takes it.
 */
export async function claimNext(ctx: Ctx, claim: Claim): Promise<Selectable<Messages> | null> {
  const due = ctx.db
    .selectFrom('messages')
    .select('id')
    .where('status', '=', 'queued')
    .where('channel', '=', claim.channel)
    .where('nextAttemptAt', '<=', claim.now)
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

/** Writes what became of an attempt. @returns false when it was judged already, e.g. as unclear after long silence */
export async function recordAttempt(
  ctx: Ctx,
  attempt: { id: number; attempts: number },
  next: NextState,
): Promise<boolean> {
  const now = ctx.now()
  const settled = await ctx.db
    .updateTable('messages')
    .set({ ...next, ...(next.status === 'sent' && { sentAt: now }), updatedAt: now })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return settled.numUpdatedRows > 0n
}

/** A message that was claimed and need not be sent after all: the attempt did not take place. */
export async function giveUpUnsent(
  ctx: Ctx,
  attempt: { id: number; attempts: number },
  reason: string,
): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({
      ...{ status: 'failed', reason, nextAttemptAt: null, updatedAt: ctx.now() },
      attempts: attempt.attempts - 1,
    })
    .where('id', '=', attempt.id)
    .where('attempts', '=', attempt.attempts)
    .where('status', '=', 'sending')
    .execute()
}

/** Ends attempts of which nothing was heard. @returns how many */
export async function endUnclear(ctx: Ctx, reason: string): Promise<number> {
  const now = ctx.now()
  const ended = await ctx.db
    .updateTable('messages')
    .set({ status: 'failed', reason, nextAttemptAt: null, updatedAt: now })
    .where('status', '=', 'sending')
    .where('nextAttemptAt', '<=', now)
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

/** Holds what waits for a provider that is no longer configured. @returns how many */
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

/** Queues a message for now, with fresh attempts; reports on earlier ones are about what is over. */
export async function queueAgain(ctx: Ctx, id: number): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('messages')
    .set({
      ...{ status: 'queued', reason: null, attempts: 0, nextAttemptAt: now, updatedAt: now },
      providerRef: null,
    })
    .where('id', '=', id)
    .execute()
}
