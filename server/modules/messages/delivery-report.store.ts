import type { Selectable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import type { Messages } from '#server/schema.gen.ts'
import { readAttempt } from './delivery-report.rules.ts'

/** Locks the message of a report, found by the provider's reference, else by the attempt's name in the report. */
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
  const found = await ofProvider.where('providerRef', '=', ref).executeTakeFirst()
  const reported = attempt === null ? null : readAttempt(attempt)
  if (found || !reported) return found
  return ofProvider
    .where('id', '=', reported.id)
    .where('lastAttemptAt', '=', reported.lastAttemptAt)
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
