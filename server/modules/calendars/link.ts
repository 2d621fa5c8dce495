import { z } from 'zod'
import { calendarServices } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import {
  type CalendarCredentials,
  CalendarFault,
  type CalendarLink,
  type Calendars,
} from '#server/providers/ports/calendars.ts'
import { type CalendarRow, changeCalendar } from './calendars.store.ts'

const NOT_SET_UP =
  'This installation is no longer set up for the service of the calendar. Connect the calendar of another service.'
const SECRET_CHANGED =
  'The access was encrypted with another secret of this installation. Connect the calendar again.'

const serviceOf = z.enum(calendarServices)
const credentialsOf = z.record(z.string(), z.string())

export const sealCredentials = (ctx: Ctx, credentials: CalendarCredentials): Promise<string> =>
  ctx.providers.sso.seal(JSON.stringify(credentials))

/** A connected calendar with the service that reaches it. */
export interface OpenCalendar {
  row: CalendarRow
  service: Calendars
  link: CalendarLink
}

/** @throws CalendarFault */
export async function openCalendar(ctx: Ctx, row: CalendarRow): Promise<OpenCalendar> {
  return { row, ...(await openLink(ctx, row, (credentials) => changeCalendar(ctx, row.id, { credentials }))) }
}

/** @param keep stores credentials that the service replaced, encrypted @throws CalendarFault */
export async function openLink(
  ctx: Ctx,
  row: Pick<CalendarRow, 'service' | 'credentials' | 'calendarId' | 'bdmId'>,
  keep: (credentials: string) => Promise<void>,
): Promise<Omit<OpenCalendar, 'row'>> {
  const service = ctx.providers.calendars[serviceOf.parse(row.service)]
  if (!service) throw new CalendarFault('revoked', NOT_SET_UP)
  const text = await ctx.providers.sso.unseal(row.credentials).catch((error: unknown) => {
    ctx.log.warn({ err: error, bdmId: row.bdmId }, 'the access to a calendar could not be decrypted')
    throw new CalendarFault('revoked', SECRET_CHANGED)
  })
  const link: CalendarLink = {
    credentials: credentialsOf.parse(JSON.parse(text)),
    calendarId: row.calendarId,
    renew: async (credentials) => keep(await sealCredentials(ctx, credentials)),
  }
  return { service, link }
}
