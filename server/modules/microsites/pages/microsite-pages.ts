import { randomInt } from 'node:crypto'
import type { MicrositePageFacts } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { findPublicMicrosite, type ShownMicrosite } from '../views.ts'
import { PageDocument } from './page-document.ts'
import type { Freshness } from './page-freshness.ts'

/**
 * Said beside the topics of the screens, and only when what a page shows may have changed: 'microsites' and
 * 'campaigns' are also said for every visit and every call.
 */
export const PAGES_TOPIC = 'microsite-pages'
export const pageTopics = [PAGES_TOPIC, 'organisation']

/** A connection may be dead without having said so: nothing is trusted for longer. */
const TRUSTED_MS = 10_000
const MAX_PAGES = 500
const MAX_BROKERS_A_PAGE = 200
/** The stamp of what was read while nobody would tell of a change: it is never current. */
const NEVER = -1

export interface MicrositePage {
  id: number
  /** The page for a visitor who came with this broker's link, or without any. */
  forBroker(broker: number | null): PageDocument
}

interface CachedPage {
  page: MicrositePage
  /** What it was made from: the page is made again only when that differs. */
  made: string
  stamp: number
  readAt: number
}

export interface MicrositePages {
  /** The page of an active microsite, as the database has it now. */
  find(ctx: Ctx, slug: string): Promise<MicrositePage | null>
  /** The same from memory; undefined where the database has to be asked. */
  current(slug: string): MicrositePage | undefined
}

interface Reading {
  stamp: number
  page: Promise<MicrositePage | null>
}

/** Pages are made once and kept; what may have changed is read again, and made again only if it has. */
export function cachePages(freshness: Freshness): MicrositePages {
  const kept = new Map<string, CachedPage>()
  const readings = new Map<string, Reading>()

  /** @param stamp as it was before the database is asked */
  async function read(ctx: Ctx, slug: string, stamp: number): Promise<MicrositePage | null> {
    const facts = await factsOf(ctx, slug)
    const before = kept.get(slug)
    // another reading, begun later, has finished sooner
    const isLate = before !== undefined && before.stamp > stamp
    if (!facts) {
      if (!isLate) kept.delete(slug)
      return null
    }
    const made = JSON.stringify(facts)
    const page = before?.made === made ? before.page : makePage(ctx, facts)
    if (!before && kept.size >= MAX_PAGES) kept.clear()
    if (!isLate) kept.set(slug, { page, made, stamp, readAt: performance.now() })
    return page
  }

  /** Visitors who come at once wait for one reading, unless something changed after it had begun. */
  function readTogether(ctx: Ctx, slug: string): Promise<MicrositePage | null> {
    const stamp = freshness.stamp()
    if (stamp === null) return read(ctx, slug, NEVER)
    const begun = readings.get(slug)
    if (begun?.stamp === stamp) return begun.page
    const page = read(ctx, slug, stamp).finally(() => {
      if (readings.get(slug)?.page === page) readings.delete(slug)
    })
    readings.set(slug, { stamp, page })
    return page
  }

  function current(slug: string): MicrositePage | undefined {
    const known = kept.get(slug)
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

/** Rendered twice: without a broker, and with a number that is then replaced by each broker's own. */
function makePage(ctx: Ctx, { id, page }: Facts): MicrositePage {
  const { pages } = ctx.providers
  const plain = new PageDocument(pages.microsite({ ...page, broker: null }), { kept: true })
  const anybody = randomInt(1e14, 2e14)
  const pieces = pages.microsite({ ...page, broker: anybody }).split(String(anybody))
  const brokers = new Map<number, PageDocument>()
  return {
    id,
    forBroker(broker) {
      if (broker === null) return plain
      const known = brokers.get(broker)
      if (known) return known
      if (brokers.size >= MAX_BROKERS_A_PAGE) brokers.clear()
      const own = new PageDocument(pieces.join(String(broker)), { kept: false })
      brokers.set(broker, own)
      return own
    },
  }
}
