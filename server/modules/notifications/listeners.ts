import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { pushJob } from './jobs.ts'
import { NEEDS_NOBODY } from './notifications.views.ts'
import { findDevicesFor } from './push.views.ts'

/** Milliseconds in which tasks that are opened together are gathered into one message. */
const GATHER_MS = 5_000

export async function onTaskOpened(tx: Ctx, { kind }: AppEvents['task.opened']): Promise<void> {
  if (kind === NEEDS_NOBODY || !tx.providers.push) return
  for (const subscriptionId of await findDevicesFor(tx, kind)) {
    await tx.enqueue(
      pushJob,
      { subscriptionId },
      { key: `push:${subscriptionId}`, runAt: new Date(tx.now().getTime() + GATHER_MS) },
    )
  }
}
