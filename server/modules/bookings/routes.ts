import { bdmCalendars } from '#contract/bookings/bdm-calendars.ts'
import {
  addLeave,
  calendarFeed,
  createBdm,
  listBdms,
  removeLeave,
  renewCalendar,
  updateBdm,
} from '#contract/bookings/bdms.ts'
import { listBookings } from '#contract/bookings/booking-list.ts'
import {
  availability,
  bookingPage,
  bookingTimes,
  createBooking,
  getBooking,
  rescheduleBooking,
  updateBooking,
} from '#contract/bookings/bookings.ts'
import {
  manageBooking,
  manageBookingPage,
  meetingFile,
  readManagedBooking,
} from '#contract/bookings/managed-bookings.ts'
import { bookForBroker as bookForBrokerEndpoint, freeTimes } from '#contract/bookings/staff-bookings.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockRow } from '#server/modules/accounts/edit-route.ts'
import { notFound } from '#server/platform/errors.ts'
import { viewBdmCalendars } from './bdm-calendars.views.ts'
import { cancelLeave, changeBdmFields, createBdm as create, renewFeedToken, scheduleLeave } from './bdms.ts'
import { viewBdm, viewBdms } from './bdms.views.ts'
import { contactFaults } from './book.rules.ts'
import { bookMeeting } from './book.ts'
import { bookForBroker } from './book-for-broker.ts'
import { bookingPageHtml, managePageHtml } from './booking-pages.ts'
import { viewCalendar } from './calendar-feed.views.ts'
import { changeByStaff } from './change-booking.ts'
import { manage, readManaged, viewMeetingFile } from './manage-booking.ts'
import { zoneOfLink } from './person-zone.ts'
import { lockToMove, rescheduleByStaff, viewTimesToMove } from './reschedule.ts'
import { viewDays } from './slots.views.ts'
import { viewBooking, viewBookings } from './views.ts'

const HTML = 'text/html; charset=utf-8'

export const routes: AppRoute[] = [
  route(availability, async ({ ctx, query: { from, to, ...link } }) =>
    viewDays(ctx, { from, to, zone: await zoneOfLink(ctx, link) }),
  ),
  { ...route(createBooking, async ({ ctx, body }) => bookMeeting(ctx, body)), faults: contactFaults },
  route(freeTimes, async ({ ctx, query }) => viewDays(ctx, query)),
  route(bookForBrokerEndpoint, async ({ ctx, body }) => bookForBroker(ctx, body)),
  route(listBookings, async ({ ctx, query }) => viewBookings(ctx, query)),
  route(bdmCalendars, async ({ ctx, query }) => viewBdmCalendars(ctx, query)),
  route(getBooking, async ({ ctx, params }) => viewBooking(ctx, params.id)),
  editRoute(updateBooking, {
    lock: lockRow('bookings'),
    record: ({ ctx, params }) => viewBooking(ctx, params.id),
    save: ({ ctx, params, body }) => changeByStaff(ctx, params.id, body),
  }),
  route(bookingTimes, async ({ ctx, params, query }) => viewTimesToMove(ctx, params.id, query)),
  editRoute(rescheduleBooking, {
    lock: ({ ctx, params }) => lockToMove(ctx, params.id),
    record: ({ ctx, params }) => viewBooking(ctx, params.id),
    save: ({ ctx, params, body }) => rescheduleByStaff(ctx, params.id, body),
  }),
  route(readManagedBooking, async ({ ctx, params }) => readManaged(ctx, params.token)),
  route(manageBooking, async ({ ctx, params, body }) => manage(ctx, params.token, body)),
  route(bookingPage, async ({ ctx, query, reply }) =>
    reply.type(HTML).send(await bookingPageHtml(ctx, query)),
  ),
  route(manageBookingPage, async ({ ctx, params, reply }) => {
    const { found, html } = await managePageHtml(ctx, params.token)
    return reply
      .code(found ? 200 : 404)
      .type(HTML)
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(html)
  }),
  route(meetingFile, async ({ ctx, params, reply }) =>
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="meeting.ics"')
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(await viewMeetingFile(ctx, params.token)),
  ),
  route(listBdms, async ({ ctx }) => viewBdms(ctx)),
  route(createBdm, async ({ ctx, body }) => viewBdm(ctx, await create(ctx, body))),
  editRoute(updateBdm, {
    lock: lockRow('bdms'),
    record: ({ ctx, params }) => viewBdm(ctx, params.id),
    save: ({ ctx, params, body }) => changeBdmFields(ctx, params.id, body),
  }),
  route(addLeave, async ({ ctx, params, body }) => scheduleLeave(ctx, params.id, body)),
  route(removeLeave, async ({ ctx, params }) => {
    await cancelLeave(ctx, { bdmId: params.id, leaveId: params.leaveId })
    return { removed: true as const }
  }),
  route(renewCalendar, async ({ ctx, params }) => {
    await renewFeedToken(ctx, params.id)
    return viewBdm(ctx, params.id)
  }),
  route(calendarFeed, async ({ ctx, params, request, reply }) => {
    const calendar = await viewCalendar(ctx, params.file)
    if (!calendar) throw notFound('Calendar')
    reply
      .header('etag', calendar.etag)
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
    if (request.headers['if-none-match'] === calendar.etag) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(calendar.ics)
  }),
]
