import type { CalendarService } from '#contract/bookings/calendar-services.ts'
import type { CalendarCredentials } from './calendars.ts'

/** The services that a person connects on the service's own page, by OAuth with an authorization code and PKCE. */
export type ConsentService = Exclude<CalendarService, 'caldav'>

export interface ConsentedCalendar {
  credentials: CalendarCredentials
  calendarId: string
  /** The account as the service names it, by which the person recognises the calendar. */
  account: string
}

/** How a person lets this installation use their calendar. */
export interface CalendarConsent {
  /** The service's page. @param options.email proposed there as the account */
  pageFor(options: {
    state: string
    codeVerifier: string
    redirectUri: string
    email: string
  }): Promise<string>
  /** Redeems the code that the service's page led back with. @throws CalendarFault */
  redeem(options: { code: string; codeVerifier: string; redirectUri: string }): Promise<ConsentedCalendar>
}

/** null: this installation is not set up for the service. */
export type CalendarConsents = Readonly<Record<ConsentService, CalendarConsent | null>>
