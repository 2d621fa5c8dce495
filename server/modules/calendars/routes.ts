import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/bookings/calendar-connections.ts'
import { completeCalendarConsent, startCalendarConsent } from '#contract/bookings/calendar-consent.ts'
import { calendarServices } from '#contract/bookings/calendar-services.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { viewBdm } from '#server/modules/bookings/bdms.views.ts'
import type { DirectAnswer } from '#server/platform/http/direct-answer.ts'
import { bindCallback } from '#server/platform/http/route.ts'
import { receiveAnnouncement } from './announcements.ts'
import { connectCaldav, disconnectCalendar, listCalendars } from './connect.ts'
import { completeConsent, startConsent } from './consent.ts'

const ACCEPTED = 202

export const routes: AppRoute[] = [
  route(contract.availableCalendars, async ({ ctx }) =>
    calendarServices.filter((service) => ctx.providers.calendars[service] !== null),
  ),
  route(contract.listCalendars, async ({ ctx, params, body }) => listCalendars(ctx, params.id, body)),
  route(contract.connectCalendar, async ({ ctx, params, body }) => {
    await connectCaldav(ctx, params.id, body)
    return viewBdm(ctx, params.id)
  }),
  route(contract.disconnectCalendar, async ({ ctx, params }) => {
    await disconnectCalendar(ctx, params.id)
    return viewBdm(ctx, params.id)
  }),
  route(startCalendarConsent, async ({ ctx, params, body, request }) => ({
    url: await startConsent(ctx, params.id, { ...body, headers: request.headers }),
  })),
  route(completeCalendarConsent, async ({ ctx, params, query, request, reply }) => {
    const to = await completeConsent(ctx, { ...params, ...query, headers: request.headers })
    // neither code nor state may leave in a Referer
    return reply.header('referrer-policy', 'no-referrer').redirect(to)
  }),
  bindCallback(contract.calendarAnnouncement, answerAnnouncement),
]

/** A service that asks whether the address is ours gets its token back. */
async function answerAnnouncement(ctx: Ctx, request: FastifyRequest): Promise<DirectAnswer> {
  const { validationToken } = contract.calendarAnnouncement.query.parse(request.query)
  const { service } = contract.calendarAnnouncement.params.parse(request.params)
  if (validationToken !== undefined) return plain(200, validationToken)
  await receiveAnnouncement(ctx, service, { headers: request.headers, body: jsonOf(request.body) })
  return plain(ACCEPTED, '')
}

function plain(status: number, text: string): DirectAnswer {
  const body = Buffer.from(text)
  const type = 'text/plain; charset=utf-8'
  return {
    status,
    headers: ['content-type', type, 'content-length', String(body.length), 'cache-control', 'no-store'],
    body,
  }
}

/** An announcement without JSON names its calendar in its headers. */
function jsonOf(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
