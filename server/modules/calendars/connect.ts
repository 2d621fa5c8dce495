import type { CalendarService } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { putBusyFeedAside, takeBusyFeedUp } from '#server/modules/bookings/calendar-writes.ts'
import { actorId } from '#server/platform/actor.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import {
  type CalendarAccess,
  type CalendarCredentials,
  CalendarFault,
} from '#server/providers/ports/calendars.ts'
import { findCalendar, insertCalendar } from './calendars.store.ts'
import { hurryDisconnections } from './disconnections.store.ts'
import { endConnection } from './end-connection.ts'
import { sealCredentials } from './link.ts'
import { enqueueReconcile } from './reconcile-calendar.ts'

/**
 * A person connects the calendar of the BDM with their own email address; that of others needs the right to change BDMs.
 * @throws AppError not_found, forbidden
 */
export async function authoriseCalendar(ctx: Ctx, bdmId: number): Promise<void> {
  authorise(ctx, 'own_calendar.write')
  const bdm = await ctx.db.selectFrom('bdms').select('email').where('id', '=', bdmId).executeTakeFirst()
  if (!bdm) throw notFound('BDM')
  const isOwn = ctx.actor.kind === 'staff' && ctx.actor.email.toLowerCase() === bdm.email.toLowerCase()
  if (!isOwn) authorise(ctx, 'bookings.write')
}

export interface NewConnection {
  service: CalendarService
  credentials: CalendarCredentials
  calendarId: string
  /** Account and calendar, by which the person recognises them. */
  label: string
}

/**
 * Connects a calendar in place of the one before. Its busy times are read and meetings are written right after.
 * @throws AppError not_found, forbidden
 */
export async function connectCalendar(ctx: Ctx, bdmId: number, connection: NewConnection): Promise<void> {
  await authoriseCalendar(ctx, bdmId)
  const { service, calendarId, label } = connection
  const credentials = await sealCredentials(ctx, connection.credentials)
  await ctx.tx(async (tx) => {
    const current = await findCalendar(tx, bdmId, { forUpdate: true })
    if (current) await endConnection(tx, current, { withdraws: current.service !== service })
    else await putBusyFeedAside(tx, bdmId)
    await hurryDisconnections(tx, bdmId, service)
    await insertCalendar(tx, {
      ...{ bdmId, service, credentials, calendarId, label },
      ...{ connectedBy: actorId(tx.actor), connectedAt: tx.now() },
    })
    await audit(tx, {
      ...{ action: 'bdm.calendar_connected', subjectType: 'bdm', subjectId: bdmId },
      after: { service, calendar: label },
    })
    await tx.emit('matter.settled', { kind: 'calendar_disconnected' })
    tx.changed('bookings')
    await enqueueReconcile(tx, bdmId)
  })
}

/** The service is cleared by the job that follows, so that one which is away keeps no calendar connected. @throws AppError not_found, forbidden */
export async function disconnectCalendar(ctx: Ctx, bdmId: number): Promise<void> {
  await authoriseCalendar(ctx, bdmId)
  await ctx.tx(async (tx) => {
    const current = await findCalendar(tx, bdmId, { forUpdate: true })
    if (!current) return
    await endConnection(tx, current, { withdraws: true })
    await takeBusyFeedUp(tx, bdmId)
    await audit(tx, {
      ...{ action: 'bdm.calendar_disconnected', subjectType: 'bdm', subjectId: bdmId },
      before: { service: current.service, calendar: current.label },
    })
    await tx.emit('matter.settled', { kind: 'calendar_disconnected' })
    tx.changed('bookings')
    await enqueueReconcile(tx, bdmId)
  })
}

/** @throws AppError not_found, forbidden, invalid where the server refuses or cannot be reached */
export async function listCalendars(
  ctx: Ctx,
  bdmId: number,
  access: CalendarAccess,
): Promise<{ id: string; name: string }[]> {
  await authoriseCalendar(ctx, bdmId)
  try {
    return await ctx.providers.calendars.caldav.list(access)
  } catch (error) {
    if (!(error instanceof CalendarFault)) throw error
    throw refusal(error)
  }
}

/** The field that the person has to look at. */
function refusal({ kind, message }: CalendarFault): AppError {
  const field = kind === 'revoked' ? 'password' : 'address'
  return new AppError('invalid', message, { fields: { [field]: message } })
}

/** @throws AppError not_found, forbidden, invalid */
export async function connectCaldav(
  ctx: Ctx,
  bdmId: number,
  { calendarId, ...access }: CalendarAccess & { calendarId: string },
): Promise<void> {
  // only an address that the server itself names is stored
  const calendar = (await listCalendars(ctx, bdmId, access)).find(({ id }) => id === calendarId)
  if (!calendar) {
    const message = 'This calendar is not there any more. Choose another one.'
    throw new AppError('invalid', message, { fields: { calendarId: message } })
  }
  await connectCalendar(ctx, bdmId, {
    service: 'caldav',
    credentials: ctx.providers.calendars.caldav.credentialsOf(access),
    calendarId,
    label: `${calendar.name}, ${access.user}`,
  })
}
