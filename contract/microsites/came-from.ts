import { z } from 'zod'

/** Query parameters that a microsite's links carry, for attribution of later bookings and applications to the visit. */
export const carriedTags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
/** The query parameter with the slug of the microsite that linked to the page. */
export const SITE = 'site'

const MAX = 2000

/**
 * From the page's address, as a query: 'site=spring-rate&utm_source=newsletter'. Used for attribution only, so an
 * invalid value does not block a booking or an application.
 */
export const cameFrom = z.string().max(MAX).nullish().catch(null)

/** The attribution in a page's address, in that form; null where no microsite linked to the page. */
export function cameFromOf(query: Readonly<Record<string, unknown>>): string | null {
  const picked = new URLSearchParams()
  for (const name of [SITE, ...carriedTags]) {
    const value = query[name]
    if (typeof value === 'string' && value !== '') picked.set(name, value)
  }
  const text = String(picked)
  return picked.has(SITE) && text.length <= MAX ? text : null
}
