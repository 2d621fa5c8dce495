import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { actorLabel } from '#server/platform/actor.ts'
import { notFound } from '#server/platform/errors.ts'
import { addActivity } from './timeline.ts'

/** Adds a note to a broker's timeline. @throws AppError forbidden, not_found */
export async function addNote(ctx: Ctx, brokerId: number, note: string): Promise<void> {
  authorise(ctx, 'tasks.work')
  await ctx.tx(async (tx) => {
    // kept until the note is stored, so that no note is left of a broker who is erased meanwhile
    const broker = await tx.db
      .selectFrom('brokers')
      .select('id')
      .where('id', '=', brokerId)
      .forKeyShare()
      .executeTakeFirst()
    if (!broker) throw notFound('Broker')
    const description = `Note by ${actorLabel(tx.actor)}: ${note}`
    await addActivity(tx, { type: 'note_added', description, brokerId, simulated: false })
    tx.changed('notifications')
    await audit(tx, { action: 'broker.note_added', subjectType: 'broker', subjectId: brokerId })
  })
}
