import { randomInt } from 'node:crypto'
import type { MicrositePageFacts } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { findPublicMicrosite, type ShownMicrosite } from '../views.ts'
import { PageDocument } from './page-document.ts'
import type { Freshness } from './page-freshness.ts'

/**
 * Announced only when the content of a page may have changed; the topics 'microsites' and 'campaigns' are also announced
 * for every visit and call.
 */
export const PAGES_TOPIC = 'microsite-pages'
export const pageTopics = [PAGES_TOPIC, 'organisation']

/** The longest that a page is served from memory, in case the notification connection has died unnoticed. */
const TRUSTED_MS = 10_000
const MAX_PAGES = 500
const MAX_BROKERS_A_PAGE = 200
/** The stamp of pages read without a notification connection; never current. */
const NEVER = -1

export interface MicrositePage {
  id: number
  /** The page for a visitor with this broker's link, or without a broker; its links hand the link's key on. */
  forBroker(broker: number | null, key: string | null): PageDocument
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
  page: Omit<MicrositePageFacts, 'broker'>
}

async function factsOf(ctx: Ctx, slug: string): Promise<Facts | null> {
  const [site, lender] = await Promise.all([findPublicMicrosite(ctx, slug), lenderFacts(ctx)])
  if (!site) return null
  const url = `${ctx.providers.publicUrl}/microsite/${site.slug}`
  return {
    id: site.id,
    page: { lender, url, title: site.title, content: site.content, offer: offerOf(site) },
  }
}

function offerOf({ campaign, campaignDescription }: ShownMicrosite): MicrositePageFacts['offer'] {
  if (!campaign) return null
  const { product, rate, rateType, comparisonRate } = campaign
  return { product, rate, rateType, comparisonRate, description: campaignDescription }
}

/** Renders the page twice: without a broker, and with a placeholder id that is replaced for each broker. */
function makePage(ctx: Ctx, { id, page }: Facts): MicrositePage {
  const { pages } = ctx.providers
  const plain = new PageDocument(pages.microsite({ ...page, broker: null }), { cached: true })
  const placeholder = randomInt(1e14, 2e14)
  const pieces = pages.microsite({ ...page, broker: placeholder }).split(String(placeholder))
  const brokers = new Map<string, PageDocument>()
  return {
    id,
    forBroker(broker, key) {
      if (broker === null) return plain
      // the number stands in addresses of links alone, and a key consists of characters that need no escape
      const query = key === null ? String(broker) : `${broker}&amp;key=${key}`
      const known = brokers.get(query)
      if (known) return known
      if (brokers.size >= MAX_BROKERS_A_PAGE) brokers.clear()
      const own = new PageDocument(pieces.join(query), { cached: false })
      brokers.set(query, own)
      return own
    },
  }
}
