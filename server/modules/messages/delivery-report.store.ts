import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import type { Messages } from '#server/schema.gen.ts'
import { readAttempt } from './delivery-report.rules.ts'

/** The message that a report is about, locked: by its provider's name, else by the attempt that it carries back. */
export async function lockReported(
  ctx: Ctx,
  { provider, ref, attempt }: Pick<SmsReport, 'provider' | 'ref' | 'attempt'>,
): Promise<Selectable<Messages> | undefined> {
  const ofProvider = ctx.db
    .selectFrom('messages')
    .selectAll()
    .where('channel', '=', 'sms')
    .where('provider', '=', provider)
    .forUpdate()
  const named = await ofProvider.where('providerRef', '=', ref).executeTakeFirst()
  const told = attempt === null ? null : readAttempt(attempt)
  if (named || !told) return named
  return ofProvider
    .where('id', '=', told.id)
    .where('lastAttemptAt', '=', told.lastAttemptAt)
    .where('providerRef', 'is', null)
    .executeTakeFirst()
}

export interface Reported {
  status: SmsReport['status']
  reason: string | null
  ref: string
  at: Date
}

export async function storeReport(
  ctx: Ctx,
  message: Pick<Selectable<Messages>, 'id' | 'sentAt'>,
  { status, reason, ref, at }: Reported,
): Promise<void> {
  await ctx.db
    .updateTable('messages')
    .set({
      ...{ status, reason, providerRef: ref, nextAttemptAt: null, updatedAt: ctx.now() },
      ...(status !== 'failed' && { sentAt: message.sentAt ?? at }),
      ...(status === 'delivered' && { deliveredAt: at }),
    })
    .where('id', '=', message.id)
    .execute()
}
