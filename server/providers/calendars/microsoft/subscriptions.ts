import { z } from 'zod'
import type { Announcement, CalendarLink, WatchedCalendar } from '../../ports/calendars.ts'
import { askGraph, GraphAnswer, type GraphParts, microsoftFaults } from './ask-graph.ts'

/** Below the maximum for events, 4,230 minutes by the older description and seven days by the newer one. */
const LIFETIME_MS = 4200 * 60_000

const subscription = z.object({
  id: z.string().min(1).max(200),
  expirationDateTime: z.iso.datetime({ offset: true }),
})

export async function watchEvents(
  parts: GraphParts,
  link: CalendarLink,
  { address, token, watched }: { address: string; token: string; watched: WatchedCalendar | null },
): Promise<WatchedCalendar> {
  const expirationDateTime = new Date(Date.now() + LIFETIME_MS).toISOString()
  try {
    if (watched) {
      const path = `/subscriptions/${encodeURIComponent(watched.id)}`
      return watchedBy(
        await askGraph(parts, link, subscription, (api) => api(path).patch({ expirationDateTime })),
      )
    }
  } catch (error) {
    // it has ended
    if (!(error instanceof GraphAnswer)) throw error
  }
  const wanted = {
    changeType: 'created,updated,deleted',
    resource: 'me/events',
    notificationUrl: address,
    lifecycleNotificationUrl: address,
    expirationDateTime,
    clientState: token,
  }
  try {
    return watchedBy(await askGraph(parts, link, subscription, (api) => api('/subscriptions').post(wanted)))
  } catch (error) {
    throw error instanceof GraphAnswer ? microsoftFaults.refused(error.code) : error
  }
}

export async function unwatchEvents(
  parts: GraphParts,
  link: CalendarLink,
  { id }: WatchedCalendar,
): Promise<void> {
  try {
    await askGraph(parts, link, z.unknown(), (api) =>
      api(`/subscriptions/${encodeURIComponent(id)}`).delete(),
    )
  } catch (error) {
    if (!(error instanceof GraphAnswer)) throw error
    if (error.status !== 404 && error.status !== 410) throw microsoftFaults.refused(error.code)
  }
}

const watchedBy = ({ id, expirationDateTime }: z.infer<typeof subscription>): WatchedCalendar => ({
  id,
  resource: 'me/events',
  expiresAt: new Date(expirationDateTime),
})

const notification = z.object({
  clientState: z.string().max(300),
  lifecycleEvent: z.string().max(100).optional(),
})
const collection = z.object({ value: z.array(z.unknown()).max(1000) })

const notificationsIn = ({ body }: Announcement): z.infer<typeof notification>[] =>
  collection.safeParse(body).data?.value.flatMap((each) => notification.safeParse(each).data ?? []) ?? []

/** Notifications of changes, and of the life of subscriptions. */
export const graphTokensOf = (announcement: Announcement): string[] =>
  notificationsIn(announcement).map(({ clientState }) => clientState)

/** The third event, `missed`, needs no more than a read. */
const ENDS = new Set(['subscriptionRemoved', 'reauthorizationRequired'])

export const graphEndedTokensOf = (announcement: Announcement): string[] =>
  notificationsIn(announcement)
    .filter(({ lifecycleEvent }) => lifecycleEvent !== undefined && ENDS.has(lifecycleEvent))
    .map(({ clientState }) => clientState)
