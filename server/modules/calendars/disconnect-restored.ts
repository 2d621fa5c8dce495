import type { Ctx } from '#server/ctx.ts'
import { revokeAll } from './calendars.store.ts'

const RESTORED =
  'Brokerline was restored from a backup, which is older than the entries in the calendar. Connect the calendar again.'

/**
 * After a restore, calendars are connected again by people: meetings have changed since the snapshot, and a restored copy of
 * an installation must not write into anyone's calendar. Only inside `ctx.tx`.
 */
export const disconnectRestored = (tx: Ctx): Promise<void> => revokeAll(tx, RESTORED)
