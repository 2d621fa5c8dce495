// Adds a visitor's origin to a microsite's links, and reads it again on the pages behind them.

import { carriedTags, SITE } from '#contract/microsites/came-from.ts'
import { type Tags, tagsOf } from './visits/visits.rules.ts'

export interface CameFrom {
  slug: string
  tags: Tags
}

/** As the table has them; others are not looked up. */
export const SLUG = /^[a-z0-9-]{1,100}$/

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

/** From such a text; null for any other. */
export function readCameFrom(text: string | null): CameFrom | null {
  const query = Object.fromEntries(new URLSearchParams(text ?? ''))
  const slug = query[SITE] ?? ''
  return SLUG.test(slug) ? { slug, tags: tagsOf(query) } : null
}
