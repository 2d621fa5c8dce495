import type { Ctx } from '#server/ctx.ts'
import { CalendarFault, type CalendarLink, type Calendars } from '#server/providers/ports/calendars.ts'
import {
  changeDisconnection,
  type DisconnectionRow,
  deleteDisconnection,
  type EntryToRemove,
  findDisconnections,
  isConnectedElsewhere,
} from './disconnections.store.ts'
import { openLink } from './link.ts'
import { retryAt } from './state.rules.ts'
import { watchedOf } from './watches.ts'

/**
 * Clears the services of calendars that a BDM disconnected. Runs with the lock of the BDM and before their present calendar is
 * read, which may be the same one: an entry that is removed later would count as deleted by the person. Each step may be
 * repeated.
 */
export async function finishDisconnections(ctx: Ctx, bdmId: number): Promise<void> {
  for (const row of await findDisconnections(ctx, bdmId)) {
    try {
      await clear(ctx, row)
    } catch (error) {
      if (!(error instanceof CalendarFault)) throw error
      if (await postpone(ctx, row, error)) continue
      ctx.log.warn({ err: error, bdmId }, 'a disconnected calendar could not be cleared')
    }
    await deleteDisconnection(ctx, row.id)
  }
}

/** @returns false where another attempt is of no use, or the last one failed */
async function postpone(ctx: Ctx, row: DisconnectionRow, fault: CalendarFault): Promise<boolean> {
  const now = ctx.now()
  const isLasting = fault.kind === 'revoked' || fault.kind === 'refused'
  if (isLasting || row.tryUntil <= now) return false
  const failingSince = row.failingSince ?? now
  await changeDisconnection(ctx, row.id, {
    failingSince,
    retryAfter: retryAt(fault, { now, failingSince }),
  })
  return true
}

async function clear(ctx: Ctx, row: DisconnectionRow): Promise<void> {
  const { service, link } = await openLink(ctx, row, (credentials) =>
    changeDisconnection(ctx, row.id, { credentials }),
  )
  const watched = watchedOf(row)
  if (watched) await skipRefusal(ctx, row, () => service.unwatch(link, watched))
  if (await isConnectedElsewhere(ctx, row)) return
  for (const entry of row.entries) await skipRefusal(ctx, row, () => removeEntry({ service, link }, entry))
  if (row.withdraws) await service.withdraw(link)
}

/** What the service refuses for one entry keeps no other from being removed. */
async function skipRefusal(ctx: Ctx, { bdmId }: DisconnectionRow, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CalendarFault) || error.kind !== 'refused') throw error
    ctx.log.warn({ err: error, bdmId }, 'a service refused to clear a part of a disconnected calendar')
  }
}

/** An entry that was moved since it was read is the person's, or of a mail to them, and stays. */
async function removeEntry(
  { service, link }: { service: Calendars; link: CalendarLink },
  { uid, id, etag, start }: EntryToRemove,
): Promise<void> {
  try {
    const kept = id === null ? await service.findMeeting(link, uid) : { id, etag }
    if (kept) await service.removeMeeting(link, kept)
  } catch (error) {
    if (!(error instanceof CalendarFault) || error.kind !== 'changed') throw error
    const found = id === null ? await service.findMeeting(link, uid) : await service.readMeeting(link, id)
    const isSame = found?.spans.length === 1 && found.spans[0]?.from.getTime() === start?.getTime()
    if (found && isSame) await service.removeMeeting(link, found)
  }
}
