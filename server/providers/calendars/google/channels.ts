import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Announcement, CalendarLink, WatchedCalendar } from '../../ports/calendars.ts'
import { askGoogle, GoogleAnswer, type GoogleParts, googleFaults } from './ask-google.ts'

/** Where Google names no end. */
const LIFETIME_MS = 24 * 3600 * 1000

const channel = z.object({
  id: z.string().min(1).max(64),
  resourceId: z.string().min(1).max(500),
  /** Epoch milliseconds. */
  expiration: z.coerce.number().int().positive().optional(),
})

/** A channel cannot be renewed: another one replaces it. */
export async function watchGoogleEvents(
  parts: GoogleParts,
  link: CalendarLink,
  { address, token, watched }: { address: string; token: string; watched: WatchedCalendar | null },
): Promise<WatchedCalendar> {
  const requestBody = { id: randomUUID(), type: 'web_hook', address, token }
  let made: z.infer<typeof channel>
  try {
    made = await askGoogle(parts, link, channel, (api, options) =>
      api.events.watch({ calendarId: link.calendarId, requestBody }, options),
    )
  } catch (error) {
    if (!(error instanceof GoogleAnswer)) throw error
    throw error.status === 404 ? googleFaults.revoked() : googleFaults.refused(error.reason)
  }
  if (watched) await unwatchGoogleEvents(parts, link, watched)
  const { id, resourceId, expiration = Date.now() + LIFETIME_MS } = made
  return { id, resource: resourceId, expiresAt: new Date(expiration) }
}

export async function unwatchGoogleEvents(
  parts: GoogleParts,
  link: CalendarLink,
  { id, resource }: WatchedCalendar,
): Promise<void> {
  try {
    await askGoogle(parts, link, z.unknown(), (api, options) =>
      api.channels.stop({ requestBody: { id, resourceId: resource } }, options),
    )
  } catch (error) {
    if (!(error instanceof GoogleAnswer)) throw error
    if (error.status !== 404 && error.status !== 410) throw googleFaults.refused(error.reason)
  }
}

/** An announcement is all in the headers; the first one (`sync`) only states that the channel exists. */
export function googleTokensOf({ headers }: Announcement): string[] {
  const token = headers['x-goog-channel-token']
  const state = headers['x-goog-resource-state']
  return typeof token === 'string' && typeof state === 'string' && state !== 'sync' ? [token] : []
}
