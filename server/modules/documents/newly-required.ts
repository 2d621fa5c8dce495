import { addDays, longDay } from '#contract/calendar.ts'
import type { Ctx } from '#server/ctx.ts'
import { dueRequirementNotice, NOTICE_DAYS } from './newly-required.rules.ts'
import { brokersWithout, findUpcoming } from './newly-required.store.ts'
import { notifyBroker } from './reviews/notify-broker.ts'

/** Notifies accredited brokers of documents that will be required soon and that they lack. Safe to repeat. */
export async function announceRequirements(ctx: Ctx, today: string): Promise<void> {
  for (const type of await findUpcoming(ctx, {
    after: today,
    until: addDays(today, Math.max(...NOTICE_DAYS)),
  })) {
    const notice = dueRequirementNotice(type.requiredFrom, today)
    if (notice === null) continue
    for (const brokerId of await brokersWithout(ctx, type.id, today))
      await ctx.tx((tx) =>
        notifyBroker(tx, {
          brokerId,
          kind: 'document_required',
          occasion: `document_type:${type.id}:required:${type.requiredFrom}:${notice}:${brokerId}`,
          facts: { typeName: type.name, from: longDay(type.requiredFrom) },
        }),
      )
  }
}
