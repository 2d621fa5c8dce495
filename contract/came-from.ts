import { z } from 'zod'

/** What the links of a microsite hand on, so that what follows is credited to the visit. */
export const carriedTags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
/** Says on which microsite the visitor was. */
export const SITE = 'site'

const MAX = 2000

/**
 * From the page's address, as a query: 'site=spring-rate&utm_source=newsletter'. Used for attribution only, so what is wrong
 * in it keeps nobody from booking or applying.
 */
export const cameFrom = z.string().max(MAX).nullish().catch(null)

/** What a page's address says of it, in that form; null where no microsite's link led there. */
export function cameFromOf(query: Readonly<Record<string, unknown>>): string | null {
  const picked = new URLSearchParams()
  for (const name of [SITE, ...carriedTags]) {
    const value = query[name]
    if (typeof value === 'string' && value !== '') picked.set(name, value)
  }
  const text = String(picked)
  return picked.has(SITE) && text.length <= MAX ? text : null
}
