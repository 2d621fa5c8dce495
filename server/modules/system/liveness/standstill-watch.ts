import type { Ctx } from '#server/ctx.ts'
import { sendNext } from '#server/modules/messages/outbox.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { createLoop, type Loop } from '#server/platform/loop.ts'
import { viewLiveness } from './liveness.views.ts'
import { claimAlert, endAlerts } from './worker-signs.store.ts'

const LOOK_EVERY_MS = 60_000
/** By the operators' specification, a standstill of this length while calls are due is reported by mail. */
const ALERT_AFTER_SECONDS = 300

/**
 * Checks the queues every minute, and mails the admins once for each standstill. Any number of processes may run it.
 */
export function createStandstillWatch(context: () => Ctx): Loop {
  let stoodBefore: ReadonlySet<string> = new Set()
  return createLoop({
    name: 'standstill watch',
    context,
    async turn(ctx) {
      stoodBefore = await alertAdmins(ctx, stoodBefore)
    },
    everyMs: LOOK_EVERY_MS,
    failure: 'standstills could not be looked for',
  })
}

/**
 * @param before long standstills at the previous check; others are not reported yet, as their queue may only now be due
 * @returns the long standstills now
 */
export async function alertAdmins(ctx: Ctx, before: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { standstills, queues } = await viewLiveness(ctx)
  const long = standstills.filter(({ seconds }) => (seconds ?? ALERT_AFTER_SECONDS) >= ALERT_AFTER_SECONDS)
  await endAlerts(
    ctx,
    standstills.map(({ what }) => what),
  )
  const callsAreDue = queues.some(({ queue, oldestSeconds }) => queue === 'calls' && oldestSeconds > 0)
  const fresh = long.filter(({ what }) => callsAreDue && before.has(what))
  const told = await queueAlert(ctx, {
    fresh: fresh.map(({ what }) => what),
    sentences: long.map(({ text }) => text),
  })
  // sent directly, as the queue of messages may be the one that has stalled
  for (const id of told) await sendNext(ctx, 'email', id)
  return new Set(long.map(({ what }) => what))
}

/** @returns the queued mails; empty if all of these standstills have been reported */
async function queueAlert(
  ctx: Ctx,
  { fresh, sentences }: { fresh: readonly string[]; sentences: readonly string[] },
): Promise<number[]> {
  return ctx.tx(async (tx) => {
    const alert = await claimAlert(tx, fresh)
    if (!alert) return []
    const { pages, publicUrl } = tx.providers
    const mail = pages.mail('standstill', await lenderFacts(tx), { sentences, url: `${publicUrl}/settings` })
    const queued: (number | null)[] = []
    for (const { id, email } of await admins(tx)) {
      queued.push(
        await queueMail(tx, {
          ...{ to: email, mail, template: 'standstill', simulated: false },
          occasion: `standstill:${alert.toISOString()}:${id}`,
        }),
      )
    }
    return queued.filter((id) => id !== null)
  })
}

async function admins({ db }: Ctx): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .where('invitedAt', 'is', null)
    .orderBy('id')
    .execute()
}
