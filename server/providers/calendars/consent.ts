import type { CalendarConsent } from '../ports/calendar-consent.ts'
import type { CalendarCredentials, CalendarLink } from '../ports/calendars.ts'
import type { TokenSource } from './tokens.ts'

interface ConsentParts {
  tokens: TokenSource
  /** The one calendar of an account that is connected. */
  calendarId: string
  /** The name by which the person recognises the account. */
  accountOf(link: CalendarLink): Promise<string>
}

/** The consent of a person on the page of a service, redeemed for the credentials of their calendar. */
export function createConsent({ tokens, calendarId, accountOf }: ConsentParts): CalendarConsent {
  return {
    pageFor: (options) => tokens.pageFor(options),
    async redeem(options) {
      let credentials: CalendarCredentials = await tokens.redeem(options)
      const renew = async (next: CalendarCredentials): Promise<void> => {
        credentials = next
      }
      const account = await accountOf({ credentials, calendarId, renew })
      return { credentials, calendarId, account }
    },
  }
}
