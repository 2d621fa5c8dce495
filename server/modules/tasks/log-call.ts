import type { BodyOf } from '#contract/endpoint.ts'
import { type logCall, manualOutcomeLabels } from '#contract/tasks/tasks.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { actorLabel } from '#server/platform/actor.ts'
import { noteTask } from './store.ts'
import { viewTask } from './views.ts'
import { applyChange } from './work.ts'

/**
 * Records a call made by hand, and closes the task or snoozes it until the next attempt.
 * @throws AppError forbidden, not_found, invalid, rule_forbids
 */
export async function logManualCall(ctx: Ctx, id: number, body: BodyOf<typeof logCall>): Promise<void> {
  authorise(ctx, 'tasks.work')
  const { outcome, note, again } = body
  const result = manualOutcomeLabels[outcome]
  const text = note ? `${result}: ${note}` : result
  await ctx.tx(async (tx) => {
    await applyChange(
      tx,
      id,
      again === null ? { action: 'done', note: text } : { action: 'snooze', until: new Date(again) },
    )
    if (again !== null) await noteTask(tx, id, text)
    const { broker } = await viewTask(tx, id)
    await audit(tx, {
      action: 'task.call_logged',
      subjectType: 'task',
      subjectId: id,
      after: { outcome, note },
    })
    if (!broker) return
    await addActivity(tx, {
      type: 'call_logged',
      description: `Called by ${actorLabel(tx.actor)}. ${text}`,
      brokerId: broker.id,
      simulated: false,
    })
    tx.changed('notifications')
  })
}
