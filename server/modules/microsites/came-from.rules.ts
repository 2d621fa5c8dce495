// Decides what a microsite's links hand on to the pages behind them, and what those make of it.

import { carriedTags, SITE } from '#contract/came-from.ts'
import { type Tags, tagsOf } from './visits/visits.rules.ts'

export interface CameFrom {
  slug: string
  tags: Tags
}

/** As the table has them; others are not looked up. */
export const SLUG = /^[a-z0-9-]{1,100}$/

type Query = Readonly<Record<string, unknown>>

/** Where a visitor came from by a page's address; null: not from a microsite. */
export function cameFromOf(query: Query): CameFrom | null {
  const slug = query[SITE]
  return typeof slug === 'string' && SLUG.test(slug) ? { slug, tags: tagsOf(query) } : null
}

/** As one text, e.g. 'site=spring-rate&utm_source=newsletter'. */
export function toQuery({ slug, tags }: CameFrom): string {
  const { source, medium, campaign, content, term } = tags
  const query = new URLSearchParams({ [SITE]: slug })
  for (const [index, value] of [source, medium, campaign, content, term].entries()) {
    const name = carriedTags[index]
    if (value !== null && name) query.set(name, value)
  }
  return String(query)
}

/** From a page's address, as that text; null where no microsite's link led there. */
export function handedOn(query: Query): string | null {
  const from = cameFromOf(query)
  return from && toQuery(from)
}

/** From that text; null for any other. */
export const readCameFrom = (text: string | null | undefined): CameFrom | null =>
  text ? cameFromOf(Object.fromEntries(new URLSearchParams(text))) : null
