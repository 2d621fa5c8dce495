import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams } from '#contract/ids.ts'

const tag = 'Bookings'

/** Services that are connected on a page of their own. */
export const consentServices = ['microsoft', 'google'] as const

/** Where a service's page leads back to, before the name of the service; registered there. */
export const CALENDAR_RETURN = '/api/calendars/consent'
export const CONSENT_MINUTES = 10

/** How connecting on a service's page ended, as the screen says it. */
export const consentOutcomes = {
  connected: 'The calendar is connected. Its busy times are being read.',
  off: 'This installation is not set up for this calendar service. Ask your administrator.',
  cancelled: 'Connecting was cancelled. Start again when you are ready.',
  expired:
    'Connecting took too long, was finished already, or was started in another browser. Start again from here.',
  refused:
    'The calendar service did not allow the connection. Start again and allow each request; if it is refused again, ask your administrator.',
  unreachable: 'The calendar service could not be reached. Try again in a few minutes.',
} as const
export type ConsentOutcome = keyof typeof consentOutcomes

export const startCalendarConsent = endpoint('POST /api/bdms/:id/calendar-connection/consent', {
  tag,
  summary: `The page of a calendar service on which the BDM allows the use of their calendar, within ${CONSENT_MINUTES} minutes`,
  access: 'own_calendar.write',
  params: idParams,
  body: z.object({ service: z.enum(consentServices, 'Choose a service') }),
  returns: z.object({ url: z.url() }),
  limit: { requests: 30, minutes: 10 },
})

export const completeCalendarConsent = endpoint(`GET ${CALENDAR_RETURN}/:service`, {
  tag,
  summary:
    'Return from the page of a calendar service: connects the calendar, and leads to the BDM with the outcome',
  access: 'public',
  params: z.object({ service: z.enum(consentServices) }),
  query: z.object({
    code: z.string().max(4000).optional(),
    state: z.string().max(500).optional(),
    error: z.string().max(200).optional(),
  }),
  kind: 'file',
  status: 302,
  limit: { requests: 60, minutes: 15 },
})
