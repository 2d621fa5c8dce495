// Google Calendar API v3, played on this machine after discovery/calendar-v3.json (revision 2024-05-23) of
// googleapis/google-api-nodejs-client and the guides to synchronisation, push notifications and errors at
// developers.google.com/workspace/calendar/api/guides.
// Changes since a sync token are not limited to the window of the first read: garrytan/gbrain, pull request 5015.

import { randomUUID } from 'node:crypto'
import { type Callback, type CallbackOptions, createCallbackSender } from '../callbacks.ts'
import { type Answer, type Double, type Route, type Seen, startDouble } from '../double.ts'
import { createList } from './google-list.ts'
import { etagOf, eventFields, googleError, googleEventOf, PROPERTY } from './google-shape.ts'
import { CALENDAR_CLIENT, createOAuth } from './oauth.ts'
import { createPersonCalendar, type Item } from './person-calendar.ts'

interface Channel {
  id: string
  resourceId: string
  address: string
  token: string
  messages: number
}

export interface GoogleOptions {
  redirectUri?: string
  /** The fate of announcements. */
  trip?: CallbackOptions['trip']
  /** Takes announcements, which are then not sent. */
  take?: (announcement: Callback) => void
}

export type GoogleDouble = Awaited<ReturnType<typeof startGoogleDouble>>

const BASE = '\\/calendar\\/v3'
const EVENTS = `${BASE}\\/calendars\\/primary\\/events`

export async function startGoogleDouble({
  redirectUri = 'http://localhost/callback',
  trip,
  take,
}: GoogleOptions = {}) {
  const sender = createCallbackSender({ trip, lateMs: 100 })
  const channels = new Map<string, Channel>()
  const calendar = createPersonCalendar(() => void announce('exists'))
  const oauth = createOAuth({
    authorizePath: /^\/o\/oauth2\/v2\/auth$/,
    tokenPath: /^\/token$/,
    revokePath: /^\/revoke$/,
    redirectUri,
    scopes: ['https://www.googleapis.com/auth/calendar.events'],
    rotates: false,
    parameters: { access_type: 'offline' },
  })
  const state = {
    /** Answers of Google in the place of its own; null: its own. */
    answer: null as ((seen: Seen) => Answer | null) | null,
    /** Whether it makes links of meetings. */
    hasMeet: true,
    /** Whether it refuses an event with a conference, where the calendar allows none. */
    refusesMeet: false,
    zone: 'Australia/Sydney',
    /** Whether the id of a deleted event can be used again, by an update. */
    revives: true,
  }
  const list = createList(calendar, state)

  async function announce(resourceState: 'sync' | 'exists', only?: Channel): Promise<void> {
    for (const channel of only ? [only] : channels.values()) {
      channel.messages += 1
      const headers = {
        'x-goog-channel-id': channel.id,
        'x-goog-channel-token': channel.token,
        'x-goog-message-number': String(channel.messages),
        'x-goog-resource-id': channel.resourceId,
        'x-goog-resource-state': resourceState,
        'x-goog-resource-uri': `${double.url}/calendar/v3/calendars/primary/events?alt=json`,
      }
      const announcement = { url: channel.address, headers, body: '' }
      if (take) take(announcement)
      else void sender.send(announcement)
    }
  }

  const json = (seen: Seen): Record<string, unknown> =>
    JSON.parse(seen.body.toString('utf8')) as Record<string, unknown>
  const shape = (item: Item): Answer => ({ status: 200, body: googleEventOf(item) })

  function insert(seen: Seen): Answer {
    const body = json(seen)
    const fields = eventFields(body)
    if (typeof fields === 'string') return googleError(400, 'invalid', fields)
    if (body.conferenceData && state.refusesMeet)
      return googleError(400, 'invalid', 'Invalid conference type value.')
    const id = String(body.id ?? '')
    if (!/^[0-9a-v]{5,1024}$/.test(id)) return googleError(400, 'invalid', 'Invalid resource id value.')
    if (calendar.items.has(id))
      return googleError(409, 'duplicate', 'The requested identifier already exists.')
    const item = calendar.insert(id, fields)
    confer(seen, item, body)
    return shape(item)
  }

  /** A conference is made once for each request id. */
  function confer({ query }: Seen, item: Item, body: Record<string, unknown>): void {
    if (query.get('conferenceDataVersion') !== '1' || !('conferenceData' in body)) return
    const data = body.conferenceData as { createRequest?: { requestId?: string } } | null // of a request of ours
    const requestId = data?.createRequest?.requestId
    if (data === null) item.link = null
    else if (requestId && requestId !== item.own.requestId && state.hasMeet) {
      item.own.requestId = requestId
      item.link = `https://meet.google.com/${item.id.slice(0, 10)}`
    }
  }

  function patch(seen: Seen, id = ''): Answer {
    const item = calendar.items.get(id)
    if (!item) return googleError(404, 'notFound', 'Not Found')
    const ifMatch = seen.headers['if-match']
    if (ifMatch && ifMatch !== etagOf(item.version))
      return googleError(412, 'conditionNotMet', 'Precondition Failed')
    if (item.isGone && !state.revives) return googleError(403, 'forbiddenForDeleted', 'Forbidden')
    const body = json(seen)
    const fields = eventFields(body)
    if (typeof fields === 'string') return googleError(400, 'invalid', fields)
    const { from, to, title, own } = fields
    if (Array.isArray(body.recurrence) && body.recurrence.length === 0) calendar.single(item)
    Object.assign(item, {
      time: { from, to },
      title,
      shows: 'busy',
      isGone: false,
      own: { ...item.own, ...own },
    })
    confer(seen, item, body)
    calendar.touch(item)
    return shape(item)
  }

  function remove(seen: Seen, id = ''): Answer {
    const item = calendar.items.get(id)
    if (!item) return googleError(404, 'notFound', 'Not Found')
    if (item.isGone) return googleError(410, 'deleted', 'Resource has been deleted')
    const ifMatch = seen.headers['if-match']
    if (ifMatch && ifMatch !== etagOf(item.version))
      return googleError(412, 'conditionNotMet', 'Precondition Failed')
    calendar.hands.remove(id)
    return { status: 204 }
  }

  function watch(seen: Seen): Answer {
    const { id, type, address, token } = json(seen)
    const wrong =
      typeof id !== 'string' ||
      !/^[\w-]{1,64}$/.test(id) ||
      type !== 'web_hook' ||
      !URL.canParse(String(address)) ||
      typeof token !== 'string' ||
      token.length > 256
    if (wrong) return googleError(400, 'invalid', 'The channel is not valid.')
    if (channels.has(id)) return googleError(400, 'channelIdNotUnique', 'Channel id not unique')
    const made = { id, resourceId: randomUUID(), address: String(address), token: String(token), messages: 0 }
    channels.set(id, made)
    void announce('sync', made)
    const expiration = String(Date.now() + 7 * 86_400_000)
    return { status: 200, body: { kind: 'api#channel', id, resourceId: made.resourceId, expiration } }
  }

  function stop(seen: Seen): Answer {
    const { id, resourceId } = json(seen)
    const channel = channels.get(String(id))
    if (channel?.resourceId !== resourceId) return googleError(404, 'notFound', 'Channel not found')
    channels.delete(String(id))
    return { status: 204 }
  }

  const path = (text: string): RegExp => new RegExp(`^${text}$`)
  const routes: Route[] = [
    ...oauth.routes,
    { method: 'GET', path: path(EVENTS), answer: (seen) => list.answer(seen) },
    { method: 'POST', path: path(EVENTS), answer: insert },
    { method: 'POST', path: path(`${EVENTS}\\/watch`), answer: watch },
    {
      method: 'GET',
      path: path(`${EVENTS}\\/(?<id>[^/]+)\\/instances`),
      answer: (seen, { id }) => list.instances(seen, id),
    },
    {
      method: 'GET',
      path: path(`${EVENTS}\\/(?<id>[^/]+)`),
      answer: (_seen, { id = '' }) => {
        const item = calendar.items.get(id)
        return item ? shape(item) : googleError(404, 'notFound', 'Not Found')
      },
    },
    { method: 'PATCH', path: path(`${EVENTS}\\/(?<id>[^/]+)`), answer: (seen, { id }) => patch(seen, id) },
    { method: 'DELETE', path: path(`${EVENTS}\\/(?<id>[^/]+)`), answer: (seen, { id }) => remove(seen, id) },
    { method: 'POST', path: path(`${BASE}\\/channels\\/stop`), answer: stop },
  ]
  const double: Double = await startDouble({
    routes,
    refuse(seen) {
      if (oauth.isSignIn(seen.path)) return null
      if (!oauth.isAuthorised(seen)) return googleError(401, 'authError', 'Invalid Credentials')
      return state.answer?.(seen) ?? null
    },
  })
  return {
    url: double.url,
    seen: double.seen,
    setFault: double.setFault,
    state,
    oauth,
    calendar,
    hands: calendar.hands,
    channels,
    /** Google forgets sync tokens. */
    forgetCursors: list.forget,
    /** A new calendar, which no program watches. */
    wipe(): void {
      calendar.wipe()
      channels.clear()
    },
    /** Credentials of a person who has consented. */
    grant: () => ({ refreshToken: oauth.grant() }),
    settled: () => sender.settled(),
    close: () => double.close(),
    client: { ...CALENDAR_CLIENT, baseUrl: double.url, loopback: true },
    property: PROPERTY,
  }
}
