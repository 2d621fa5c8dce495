// Calendars of Microsoft Graph v1.0, played on this machine after these descriptions in microsoftgraph/microsoft-graph-docs-contrib:
// api-reference/v1.0/api/event-delta.md (2024-06-21), concepts/delta-query-events.md, api-reference/v1.0/api/user-post-events.md,
// event-update.md, singlevaluelegacyextendedproperty-get.md (2024-04-04), api-reference/v1.0/resources/event.md and subscription.md,
// concepts/change-notifications-delivery-webhooks.md (2023-03-23), change-notifications-lifecycle-events.md (2024-12-20).
// Occurrences in a delta have few properties, and $expand is refused there: issues 5602 and 7929 of the same repository.

import { type Callback, type CallbackOptions, createCallbackSender } from '../callbacks.ts'
import { type Answer, type Double, type DoubleOptions, type Seen, startDouble } from '../double.ts'
import { createDelta } from './graph-delta.ts'
import { etagOf, eventOf, type GraphItem, graphError, itemFields, notFound, PROPERTY } from './graph-shape.ts'
import { createSubscriptions } from './graph-subscriptions.ts'
import { CALENDAR_CLIENT, createOAuth } from './oauth.ts'
import { createPersonCalendar, type Item } from './person-calendar.ts'

export const GRAPH_TENANT = 'organizations'

export interface GraphOptions {
  redirectUri?: string
  /** The fate of announcements. */
  trip?: CallbackOptions['trip']
  /** Takes announcements, which are then not sent. */
  take?: (announcement: Callback) => void
}

export type GraphDouble = Awaited<ReturnType<typeof startGraphDouble>>

export async function startGraphDouble({
  redirectUri = 'http://localhost/callback',
  trip,
  take,
}: GraphOptions = {}) {
  const sender = createCallbackSender({ trip, lateMs: 100 })
  const subscriptions = createSubscriptions(async (callback) => {
    if (take) take(callback)
    else await sender.send(callback)
  })
  const calendar = createPersonCalendar(subscriptions.announce)
  const oauth = createOAuth({
    authorizePath: /^\/organizations\/oauth2\/v2\.0\/authorize$/,
    tokenPath: /^\/organizations\/oauth2\/v2\.0\/token$/,
    redirectUri,
    scopes: ['Calendars.ReadWrite', 'offline_access'],
    rotates: true,
  })
  const state = {
    /** Answers of Graph in the place of its own; null: its own. */
    answer: null as ((seen: Seen) => Answer | null) | null,
    /** Whether it makes links of meetings: an account without Teams has none. */
    hasTeams: true,
    /** Whether it refuses an event with a meeting of Teams, as for a personal account. */
    refusesTeams: false,
    zone: 'AUS Eastern Standard Time',
  }
  const usedTransactions = new Map<string, { item: Item; content: string }>()
  const delta = createDelta(calendar, state, () => double.url)

  const json = (seen: Seen): Record<string, unknown> =>
    JSON.parse(seen.body.toString('utf8')) as Record<string, unknown>
  const find = (id: string | undefined): Item | undefined => {
    const item = calendar.items.get(decodeURIComponent(id ?? ''))
    return item?.isGone ? undefined : item
  }
  const shape = (item: Item): GraphItem => eventOf(item, state)

  function post(seen: Seen): Answer {
    const body = json(seen)
    const fields = itemFields(body)
    if (typeof fields === 'string') return graphError(400, 'ErrorInvalidRequest', fields)
    if (body.isOnlineMeeting === true && state.refusesTeams)
      return graphError(400, 'ErrorInvalidArgument', 'The online meeting provider is not allowed.')
    const transactionId = String(body.transactionId ?? '')
    const used = usedTransactions.get(transactionId)
    if (used && transactionId) {
      // the same request again is answered as the first one was; another one with the same id is refused
      if (!used.item.isGone && used.content === seen.body.toString('utf8'))
        return { status: 201, body: shape(used.item) }
      return graphError(409, 'ErrorDuplicateTransactionId', 'The TransactionId has already been used.')
    }
    const { own, ...rest } = fields
    const item = calendar.insert(calendar.nextId(), { ...rest, own: { ...own, transactionId } })
    if (body.isOnlineMeeting === true && state.hasTeams)
      item.link = `https://teams.microsoft.com/l/meetup-join/${item.id}`
    if (transactionId) usedTransactions.set(transactionId, { item, content: seen.body.toString('utf8') })
    return { status: 201, body: shape(item) }
  }

  function patch(seen: Seen, id: string | undefined): Answer {
    const item = find(id)
    if (!item) return notFound()
    const ifMatch = seen.headers['if-match']
    if (ifMatch && ifMatch !== etagOf(item.version))
      return graphError(412, 'ErrorIrresolvableConflict', 'Change key differs.')
    const body = json(seen)
    if ('body' in body && item.link) item.link = null
    const fields = itemFields(body)
    if (typeof fields === 'string') return graphError(400, 'ErrorInvalidRequest', fields)
    const { from, to, title } = fields
    Object.assign(item, { time: { from, to }, title, shows: 'busy' })
    if (body.isAllDay === false && body.recurrence === null) calendar.single(item)
    if (body.isOnlineMeeting === true && state.hasTeams)
      item.link ??= `https://teams.microsoft.com/l/meetup-join/${item.id}`
    calendar.touch(item)
    return { status: 200, body: shape(item) }
  }

  function remove(seen: Seen, id: string | undefined): Answer {
    const item = find(id)
    if (!item) return notFound()
    const ifMatch = seen.headers['if-match']
    if (ifMatch && ifMatch !== etagOf(item.version))
      return graphError(412, 'ErrorIrresolvableConflict', 'Change key differs.')
    calendar.hands.remove(item.id)
    return { status: 204 }
  }

  function list({ query }: Seen): Answer {
    const match = /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '(.+)' and ep\/value eq '(.+)'\)$/.exec(
      query.get('$filter') ?? '',
    )
    if (match?.[1] !== PROPERTY)
      return graphError(400, 'BadRequest', 'Only the filter of an extended property is played.')
    const uid = match[2]?.replaceAll("''", "'")
    const value = calendar.present().filter(({ own }) => own.property === uid)
    return {
      status: 200,
      body: { value: value.map((item) => ({ id: item.id, transactionId: item.own.transactionId })) },
    }
  }

  const options: DoubleOptions = {
    routes: [
      ...oauth.routes,
      { method: 'GET', path: /^\/v1\.0\/me\/calendarView\/delta$/, answer: (seen) => delta.answer(seen) },
      {
        method: 'GET',
        path: /^\/v1\.0\/me\/calendar$/,
        answer: () => ({
          status: 200,
          body: { id: 'AQMk', owner: { name: 'Mia', address: 'mia@lender.example' } },
        }),
      },
      { method: 'POST', path: /^\/v1\.0\/me\/events$/, answer: post },
      { method: 'GET', path: /^\/v1\.0\/me\/events$/, answer: list },
      {
        method: 'GET',
        path: /^\/v1\.0\/me\/events\/(?<id>[^/]+)\/instances$/,
        answer: (seen, { id }) => delta.instances(seen, find(id)),
      },
      {
        method: 'GET',
        path: /^\/v1\.0\/me\/events\/(?<id>[^/]+)$/,
        answer: (_seen, { id }) => {
          const item = find(id)
          return item ? { status: 200, body: shape(item) } : notFound()
        },
      },
      {
        method: 'PATCH',
        path: /^\/v1\.0\/me\/events\/(?<id>[^/]+)$/,
        answer: (seen, { id }) => patch(seen, id),
      },
      {
        method: 'DELETE',
        path: /^\/v1\.0\/me\/events\/(?<id>[^/]+)$/,
        answer: (seen, { id }) => remove(seen, id),
      },
      ...subscriptions.routes,
    ],
    refuse(seen) {
      if (oauth.isSignIn(seen.path)) return null
      if (!oauth.isAuthorised(seen))
        return graphError(401, 'InvalidAuthenticationToken', 'Access token is empty or expired.')
      return state.answer?.(seen) ?? null
    },
  }
  const double: Double = await startDouble(options)
  return {
    url: double.url,
    seen: double.seen,
    setFault: double.setFault,
    state,
    oauth,
    calendar,
    hands: calendar.hands,
    subscriptions: subscriptions.all,
    /** Graph forgets the tokens of rounds, as it does after some weeks. */
    forgetCursors: delta.forget,
    /** Ends all subscriptions, with an event of their life. */
    endSubscriptions: subscriptions.end,
    /** A new calendar, which no program watches. */
    wipe(): void {
      calendar.wipe()
      subscriptions.all.clear()
    },
    /** Credentials of a person who has consented. */
    grant: () => ({ refreshToken: oauth.grant() }),
    settled: () => sender.settled(),
    close: () => double.close(),
    client: { ...CALENDAR_CLIENT, tenant: GRAPH_TENANT, baseUrl: double.url, loopback: true },
  }
}
