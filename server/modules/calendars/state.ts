import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import type { CalendarFault } from '#server/providers/ports/calendars.ts'
import { type CalendarRow, changeCalendar, lockCalendar } from './calendars.store.ts'
import { retryAt } from './state.rules.ts'

const LONG_MS = 86_400_000

/** Both sides are equal: failures before are over. Only inside `ctx.tx`. */
export async function noteSuccess(tx: Ctx, id: number): Promise<void> {
  const row = await lockCalendar(tx, id)
  if (!row || row.state === 'revoked') return
  const { bdmId, state, failingSince, retryAfter } = row
  if (state === 'connected' && !failingSince && !retryAfter) return
  await changeCalendar(tx, id, {
    ...{ state: 'connected', disconnectedAt: null, remindersSent: 0 },
    ...{ failingSince: null, lastError: null, retryAfter: null },
  })
  tx.changed('bookings')
  if (state === 'connected') return
  await tx.emit('matter.settled', { kind: 'calendar_disconnected' })
  await audit(tx, { action: 'bdm.calendar_reconnected', subjectType: 'bdm', subjectId: bdmId })
}

/**
 * Stores why a calendar could not be read or written. What was read last stays in use. One that was revoked, or has failed for
 * a day, is reported once.
 */
export async function noteFault(ctx: Ctx, calendarId: number, fault: CalendarFault): Promise<void> {
  await ctx.tx(async (tx) => {
    const row = await lockCalendar(tx, calendarId)
    if (!row || row.state === 'revoked') return
    const now = tx.now()
    const failingSince = row.failingSince ?? now
    const state = fault.kind === 'revoked' ? 'revoked' : stateAfter(row, now)
    await changeCalendar(tx, row.id, {
      ...{ failingSince, lastError: fault.message, state },
      retryAfter: retryAt(fault, { now, failingSince }),
      ...(state !== 'connected' && row.state === 'connected' && { disconnectedAt: now, remindersSent: 0 }),
    })
    if (row.lastError !== fault.message || row.state !== state) tx.changed('bookings')
    if (state !== 'connected' && row.state === 'connected') await report(tx, row, fault)
  })
}

const stateAfter = ({ state, failingSince }: CalendarRow, now: Date): string =>
  failingSince && now.getTime() - failingSince.getTime() >= LONG_MS ? 'failing' : state

async function report(tx: Ctx, { id, bdmId }: CalendarRow, { message, kind }: CalendarFault): Promise<void> {
  const { name } = await tx.db
    .selectFrom('bdms')
    .select('name')
    .where('id', '=', bdmId)
    .executeTakeFirstOrThrow()
  await audit(tx, {
    ...{ action: 'bdm.calendar_lost', subjectType: 'bdm', subjectId: bdmId },
    after: { reason: message, kind },
  })
  await reportToStaff(tx, {
    ...{ kind: 'calendar_disconnected', key: String(bdmId), name },
    occasion: `${id}:${tx.now().toISOString()}`,
    title: `The calendar of ${name} is disconnected`,
    details: `The calendar of ${name}: ${message} Meetings are not written into it, and the busy times that were read last stay in use.`,
    screen: { path: `/bookings?tab=bdms&manager=${bdmId}`, label: 'Open the BDM' },
  })
}
