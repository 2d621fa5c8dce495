import { randomInt } from 'node:crypto'
import type { MicrositePageFacts } from '#contract/microsites/pages.ts'
import type { Topic } from '#contract/topics.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { toQuery } from '../came-from.rules.ts'
import { findPublicMicrosite, type ShownMicrosite } from '../views.ts'
import { type Tags, tagsOf } from '../visits/visits.rules.ts'
import { PageDocument } from './page-document.ts'
import type { Freshness } from './page-freshness.ts'

/**
 * Announced only when the content of a page may have changed; the topics 'microsites' and 'campaigns' are also announced
 * for every visit and call.
 */
export const PAGES_TOPIC: Topic = 'microsite-pages'
export const pageTopics: readonly Topic[] = [PAGES_TOPIC, 'organisation']

/** The longest that a page is served from memory, in case the notification connection has died unnoticed. */
const TRUSTED_MS = 10_000
const MAX_PAGES = 500
const MAX_VISITS_A_PAGE = 200
/** The stamp of pages read without a notification connection; never current. */
const NEVER = -1

export interface MicrositePage {
  id: number
  /** The page of this visit: its links carry the visitor's origin. */
  forVisit(visit: PageVisit): PageDocument
}

export interface PageVisit {
  /** Of the link, if it is one. */
  broker: number | null
  key: string | null
  tags: Tags
}

interface CachedPage {
  page: MicrositePage
  /** The facts as JSON that the page was rendered from; it is rendered again only when they differ. */
  source: string
  stamp: number
  readAt: number
}

export interface MicrositePages {
  /** The current page of an active microsite. */
  find(ctx: Ctx, slug: string): Promise<MicrositePage | null>
  /** The cached page; undefined when the database must be queried. */
  current(slug: string): MicrositePage | undefined
}

interface Reading {
  stamp: number
  page: Promise<MicrositePage | null>
}

/** Caches rendered pages; after a change the facts are read again, and rendered only if they differ. */
export function cachePages(freshness: Freshness): MicrositePages {
  const cached = new Map<string, CachedPage>()
  const readings = new Map<string, Reading>()

  /** @param stamp taken before the query */
  async function read(ctx: Ctx, slug: string, stamp: number): Promise<MicrositePage | null> {
    const facts = await factsOf(ctx, slug)
    const before = cached.get(slug)
    // a reading that started later has finished first
    const isLate = before !== undefined && before.stamp > stamp
    if (!facts) {
      if (!isLate) cached.delete(slug)
      return null
    }
    const source = JSON.stringify(facts)
    const page = before?.source === source ? before.page : makePage(ctx, facts)
    if (!before && cached.size >= MAX_PAGES) cached.clear()
    if (!isLate) cached.set(slug, { page, source, stamp, readAt: performance.now() })
    return page
  }

  /** Concurrent requests share one reading, unless something changed after it started. */
  function readTogether(ctx: Ctx, slug: string): Promise<MicrositePage | null> {
    const stamp = freshness.stamp()
    if (stamp === null) return read(ctx, slug, NEVER)
    const pending = readings.get(slug)
    if (pending?.stamp === stamp) return pending.page
    const page = read(ctx, slug, stamp).finally(() => {
      if (readings.get(slug)?.page === page) readings.delete(slug)
    })
    readings.set(slug, { stamp, page })
    return page
  }

  function current(slug: string): MicrositePage | undefined {
    const known = cached.get(slug)
    if (known?.stamp !== freshness.stamp()) return undefined
    return performance.now() - known.readAt < TRUSTED_MS ? known.page : undefined
  }

  return { current, find: async (ctx, slug) => current(slug) ?? readTogether(ctx, slug) }
}

interface Facts {
  id: number
  slug: string
  page: Omit<MicrositePageFacts, 'carried'>
}

async function factsOf(ctx: Ctx, slug: string): Promise<Facts | null> {
  const [site, lender] = await Promise.all([findPublicMicrosite(ctx, slug), lenderFacts(ctx)])
  if (!site) return null
  const url = `${ctx.providers.publicUrl}/microsite/${site.slug}`
  return {
    id: site.id,
    slug: site.slug,
    page: { lender, url, title: site.title, content: site.content, offer: offerOf(site) },
  }
}

function offerOf({ campaign, campaignDescription }: ShownMicrosite): MicrositePageFacts['offer'] {
  if (!campaign) return null
  const { product, rate, rateType, comparisonRate } = campaign
  return { product, rate, rateType, comparisonRate, description: campaignDescription }
}

/** Renders the page once, with a placeholder for the parameters of its links. */
function makePage(ctx: Ctx, { id, slug, page }: Facts): MicrositePage {
  const placeholder = `carried=${randomInt(1e14, 2e14)}`
  const pieces = ctx.providers.pages.microsite({ ...page, carried: placeholder }).split(placeholder)
  // the query of an address consists of characters that need no escape in HTML, but for the & between its parts
  const documentOf = (query: string, cached: boolean): PageDocument =>
    new PageDocument(pieces.join(query.replaceAll('&', '&amp;')), { cached })
  const plainQuery = toQuery({ slug, tags: tagsOf({}) })
  const plain = documentOf(plainQuery, true)
  const visits = new Map<string, PageDocument>()
  return {
    id,
    forVisit({ broker, key, tags }) {
      const query = `${brokerQuery(broker, key)}${toQuery({ slug, tags })}`
      if (query === plainQuery) return plain
      const known = visits.get(query)
      if (known) return known
      if (visits.size >= MAX_VISITS_A_PAGE) visits.clear()
      const own = documentOf(query, false)
      visits.set(query, own)
      return own
    },
  }
}

/** 'broker=7&key=…&' */
function brokerQuery(broker: number | null, key: string | null): string {
  if (broker === null) return ''
  return `${new URLSearchParams({ broker: String(broker), ...(key !== null && { key }) })}&`
}
