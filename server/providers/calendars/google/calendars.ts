import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import type { CalendarConsent } from '../../ports/calendar-consent.ts'
import type { CalendarLink, Calendars } from '../../ports/calendars.ts'
import { createConsent } from '../consent.ts'
import { createServiceFetch, withinMethod } from '../service-fetch.ts'
import type { ServiceSettings } from '../settings.ts'
import { createTokenSource } from '../tokens.ts'
import { askGoogle, GoogleAnswer, type GoogleParts, googleFaults } from './ask-google.ts'
import { googleTokensOf, unwatchGoogleEvents, watchGoogleEvents } from './channels.ts'
import { readEvents, readOneEvent } from './read-events.ts'
import { findGoogleEvent, putGoogleMeeting, removeGoogleMeeting } from './write-google-event.ts'

/** Events alone: the list of calendars is not needed, as the primary one is used. */
const SCOPES = ['https://www.googleapis.com/auth/calendar.events']
const PRIMARY = 'primary'

/** Calendars of Google Workspace and Gmail, by the Google Calendar API. */
export function createGoogleCalendars(
  { clientId, clientSecret, baseUrl, loopback }: ServiceSettings,
  log: Log,
): { calendars: Calendars; consent: CalendarConsent } {
  const fetch = createServiceFetch({ allowPrivate: loopback })
  const tokens = createTokenSource(
    {
      name: 'google',
      clientId,
      clientSecret,
      authorizeUrl: `${baseUrl ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      tokenUrl: `${baseUrl ?? 'https://oauth2.googleapis.com'}/token`,
      scopes: SCOPES,
      // a lasting token is given only with the consent screen
      parameters: { access_type: 'offline', prompt: 'consent select_account' },
    },
    { fetch, faults: googleFaults },
  )
  const parts = { fetch, tokens, baseUrl, log }
  return {
    calendars: {
      service: 'google',
      changes: (link, options) => readEvents(withinMethod(parts), link, options),
      putMeeting: (link, meeting, kept) => putGoogleMeeting(withinMethod(parts), link, meeting, kept),
      readMeeting: (link, id) => readOneEvent(withinMethod(parts), link, id),
      async findMeeting(link, uid) {
        const limited = withinMethod(parts)
        const id = await findGoogleEvent(limited, link, uid)
        return id === null ? null : readOneEvent(limited, link, id)
      },
      removeMeeting: (link, kept) => removeGoogleMeeting(withinMethod(parts), link, kept),
      // Google announces to https:// only
      watch: async (link, options) =>
        options.address.startsWith('https://') || loopback
          ? watchGoogleEvents(withinMethod(parts), link, options)
          : null,
      unwatch: (link, watched) => unwatchGoogleEvents(withinMethod(parts), link, watched),
      withdraw: (link) => tokens.revoke(link, `${baseUrl ?? 'https://oauth2.googleapis.com'}/revoke`),
      tokensOf: googleTokensOf,
      endedTokensOf: () => [],
    },
    consent: createConsent({
      tokens,
      calendarId: PRIMARY,
      accountOf: (link) => accountOf(withinMethod(parts), link),
    }),
  }
}

/** The primary calendar is named after its account. */
async function accountOf(parts: GoogleParts, link: CalendarLink): Promise<string> {
  const list = z.object({ summary: z.string().max(500).optional() })
  try {
    const { summary } = await askGoogle(parts, link, list, (api, options) =>
      api.events.list({ calendarId: link.calendarId, maxResults: 1, fields: 'summary' }, options),
    )
    return summary || 'Google account'
  } catch (error) {
    throw error instanceof GoogleAnswer ? googleFaults.refused('this account has no calendar') : error
  }
}
