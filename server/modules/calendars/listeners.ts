import type { AppListeners, Ctx } from '#server/ctx.ts'
import { forgetCursor } from './calendars.store.ts'
import { findConnected, findConnectedOf } from './calendars.views.ts'
import { enqueueReconcile } from './reconcile-calendar.ts'

async function reconcileMeeting(tx: Ctx, { bookingId }: { bookingId: number }): Promise<void> {
  for (const bdmId of await findConnectedOf(tx, bookingId)) await enqueueReconcile(tx, bdmId)
}

export const listeners: AppListeners = {
  'booking.made': reconcileMeeting,
  'booking.changed': reconcileMeeting,
  /** Entries of their meetings hold their name. */
  async 'broker.erasing'(tx, { note }) {
    const connected = await findConnected(tx)
    for (const bdmId of connected) await enqueueReconcile(tx, bdmId)
    const reason =
      'Entries of their meetings are deleted from connected calendars of your people within minutes.'
    if (connected.length > 0) note({ what: 'Connected calendars', rows: 0, outcome: 'erased', reason })
  },
  /** E.g. whether a tentative entry takes its time. */
  'bdm.changed': async (tx, { bdmId }) => {
    if (!(await findConnected(tx)).includes(bdmId)) return
    await forgetCursor(tx, bdmId)
    await enqueueReconcile(tx, bdmId)
  },
}
