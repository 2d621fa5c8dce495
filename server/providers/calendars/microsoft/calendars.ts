import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import type { CalendarConsent } from '../../ports/calendar-consent.ts'
import type { CalendarLink, Calendars } from '../../ports/calendars.ts'
import { createConsent } from '../consent.ts'
import { createServiceFetch, withinMethod } from '../service-fetch.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { createTokenSource } from '../tokens.ts'
import { askGraph, GRAPH, GraphAnswer, type GraphParts, microsoftFaults } from './ask-graph.ts'
import { readChanges, readOne } from './read-delta.ts'
import { graphEndedTokensOf, graphTokensOf, unwatchEvents, watchEvents } from './subscriptions.ts'
import { findEvent, putMeeting, removeMeeting } from './write-event.ts'

const LOGIN = 'https://login.microsoftonline.com'
/** Events, and a lasting token for them. The account is read from the calendar, so that no profile is needed. */
const SCOPES = ['Calendars.ReadWrite', 'offline_access']
/** The default calendar of the mailbox: the only one whose changes Graph reports. */
const DEFAULT_CALENDAR = 'default'

/** Calendars of Microsoft 365, by Microsoft Graph. */
export function createMicrosoftCalendars(
  settings: MicrosoftSettings,
  log: Log,
): { calendars: Calendars; consent: CalendarConsent } {
  const { clientId, clientSecret, tenant, baseUrl, loopback } = settings
  const fetch = createServiceFetch({ allowPrivate: loopback })
  const login = `${baseUrl ?? LOGIN}/${encodeURIComponent(tenant)}/oauth2/v2.0`
  const tokens = createTokenSource(
    {
      name: 'microsoft',
      clientId,
      clientSecret,
      authorizeUrl: `${login}/authorize`,
      tokenUrl: `${login}/token`,
      scopes: SCOPES,
      parameters: { response_mode: 'query', prompt: 'select_account' },
    },
    { fetch, faults: microsoftFaults },
  )
  const parts = { fetch, tokens, baseUrl: baseUrl ?? GRAPH, log }
  return {
    calendars: {
      service: 'microsoft',
      changes: (link, options) => readChanges(withinMethod(parts), link, options),
      putMeeting: (link, meeting, kept) => putMeeting(withinMethod(parts), link, meeting, kept),
      readMeeting: (link, id) => readOne(withinMethod(parts), link, id),
      async findMeeting(link, uid) {
        const limited = withinMethod(parts)
        const id = await findEvent(limited, link, uid)
        return id === null ? null : readOne(limited, link, id)
      },
      removeMeeting: (link, kept) => removeMeeting(withinMethod(parts), link, kept),
      // Graph announces to https:// only
      watch: async (link, options) =>
        options.address.startsWith('https://') || loopback
          ? watchEvents(withinMethod(parts), link, options)
          : null,
      unwatch: (link, watched) => unwatchEvents(withinMethod(parts), link, watched),
      // the sign-in service withdraws no single permission
      withdraw: async (link) => tokens.forget(link),
      tokensOf: graphTokensOf,
      endedTokensOf: graphEndedTokensOf,
    },
    consent: createConsent({
      tokens,
      calendarId: DEFAULT_CALENDAR,
      accountOf: (link) => accountOf(withinMethod(parts), link),
    }),
  }
}

const calendar = z.object({ owner: z.object({ address: z.string().max(320).nullish() }).nullish() })

async function accountOf(parts: GraphParts, link: CalendarLink): Promise<string> {
  try {
    const { owner } = await askGraph(parts, link, calendar, (api) =>
      api('/me/calendar?$select=id,owner').get(),
    )
    return owner?.address || 'Microsoft account'
  } catch (error) {
    // an account without a mailbox
    throw error instanceof GraphAnswer ? microsoftFaults.refused('this account has no calendar') : error
  }
}
