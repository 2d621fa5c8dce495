import { z } from 'zod'

/** What the links of a microsite hand on, so that what follows is credited to the visit. */
export const carriedTags = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
/** Says on which microsite the visitor was. */
export const SITE = 'site'

/**
 * From the page's address, as a query: 'site=spring-rate&utm_source=newsletter'. Used for attribution only, so what is wrong
 * in it keeps nobody from booking or applying.
 */
export const cameFrom = z.string().max(2000).nullish().catch(null)
