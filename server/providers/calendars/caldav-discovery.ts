import { fetchHomeUrl, fetchPrincipalUrl, propfind, serviceDiscovery } from 'tsdav'
import { type CalendarAccess, CalendarFault } from '../ports/calendars.ts'
import { basicAuth } from './dav-fetch.ts'
import { elementsOf, namesIn, textOf } from './dav-texts.ts'

const MAX_CALENDARS = 200

/** 'calendar.example.com' is completed. */
const addressOf = (text: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)

/** Finds the calendars of a person from the address of their server: well-known address, principal, home. @throws CalendarFault */
export async function listCalendars(
  { address, ...login }: CalendarAccess,
  davFetch: typeof fetch,
): Promise<{ id: string; name: string }[]> {
  const serverUrl = addressOf(address)
  if (!URL.canParse(serverUrl)) throw new CalendarFault('refused', 'This is no address of a server.')
  const options = { headers: { authorization: basicAuth(login) }, fetch: davFetch }
  const account = { serverUrl, accountType: 'caldav' as const }
  try {
    const rootUrl = await serviceDiscovery({ account, ...options })
    const principalUrl = await fetchPrincipalUrl({ account: { ...account, rootUrl }, ...options })
    const homeUrl = await fetchHomeUrl({ account: { ...account, rootUrl, principalUrl }, ...options })
    return await calendarsIn(homeUrl, options)
  } catch (error) {
    if (error instanceof CalendarFault) throw error
    const { host } = new URL(serverUrl)
    throw new CalendarFault('refused', `${host} answers, but not as a CalDAV server. Check the address.`)
  }
}

async function calendarsIn(
  homeUrl: string,
  options: { headers: Record<string, string>; fetch: typeof fetch },
): Promise<{ id: string; name: string }[]> {
  const answers = await propfind({
    ...options,
    url: homeUrl,
    depth: '1',
    props: {
      'd:displayname': {},
      'd:resourcetype': {},
      'd:current-user-privilege-set': {},
      'c:supported-calendar-component-set': {},
    },
  })
  return answers
    .filter(
      ({ props = {} }) =>
        namesIn(props.resourcetype).includes('calendar') && takesEvents(props) && isWritable(props),
    )
    .slice(0, MAX_CALENDARS)
    .map(({ href = '', props }) => {
      const id = new URL(href, homeUrl)
      const folder = decodeURIComponent(id.pathname).split('/').filter(Boolean).at(-1)
      return { id: id.href, name: textOf(props?.displayname) ?? folder ?? id.host }
    })
}

type Props = Record<string, unknown>

/** Without the property a calendar takes every kind of entry. */
function takesEvents({ supportedCalendarComponentSet }: Props): boolean {
  const kinds = elementsOf(supportedCalendarComponentSet, 'comp').map(({ _attributes: attributes }) =>
    typeof attributes === 'object' && attributes !== null && 'name' in attributes ? attributes.name : null,
  )
  return kinds.length === 0 || kinds.includes('VEVENT')
}

const WRITES = ['all', 'write', 'writeContent', 'bind']

/** Without the property it is tried. */
function isWritable({ currentUserPrivilegeSet }: Props): boolean {
  const privileges = elementsOf(currentUserPrivilegeSet, 'privilege').flatMap(namesIn)
  return privileges.length === 0 || privileges.some((name) => WRITES.includes(name))
}
