import { cutText } from '#contract/plain-text.ts'
import type { Ctx } from '#server/ctx.ts'
import type { FeedTask } from '#server/input/feeds/read-feed.thread.ts'
import type { FeedItem, ReadFeed, SkippedItem } from '#server/input/feeds/read-feed.ts'
import { readInThread } from '#server/input/read-in-thread.ts'
import { reportToStaff } from '#server/modules/messages/report-to-staff.ts'
import { FetchRefused, readGuarded } from '#server/platform/http/fetch-guarded.ts'
import { checkNewMentions } from './check-mentions.ts'
import { addFailure, changeFeed, insertFeeds, insertItems } from './feeds.store.ts'

const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 20_000, maxRedirects: 3, hosts: null }
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.5'
const READER = new URL('../../../input/feeds/read-feed.thread.ts', import.meta.url)
/** Limit of stored items that could not be read; more add no information. */
const MAX_SKIPPED = 20

interface FeedRow {
  id: number
  url: string
  etag: string | null
  lastModified: string | null
}

/** Reads every feed in turn, then searches new items for brokers. A feed that fails does not stop the others. */
export async function readFeeds(ctx: Ctx): Promise<void> {
  await addConfigured(ctx)
  const feeds = await ctx.db.selectFrom('newsFeeds').select('id').orderBy('id').execute()
  for (const { id } of feeds) await readOne(ctx, id)
  await checkNewMentions(ctx)
}

/** Those that the installation names, once. */
async function addConfigured(ctx: Ctx): Promise<void> {
  const { newsFeeds } = ctx.providers.installation
  if (newsFeeds.length === 0) return
  await insertFeeds(
    ctx,
    newsFeeds.map((url) => ({ name: new URL(url).hostname, url })),
  )
}

/** Reads one feed and searches new items for brokers. */
export async function readFeedNow(ctx: Ctx, feedId: number): Promise<void> {
  await readOne(ctx, feedId)
  await checkNewMentions(ctx)
}

/** Reads and stores one feed. Where that fails, the reason is stored, and items stored earlier stay. */
async function readOne(ctx: Ctx, feedId: number): Promise<void> {
  const feed = await ctx.db
    .selectFrom('newsFeeds')
    .select(['id', 'url', 'etag', 'lastModified'])
    .where('id', '=', feedId)
    .executeTakeFirst()
  if (!feed) return
  const read = await fetchFeed(ctx, feed)
  if (!read.ok) return storeFailure(ctx, feedId, read.reason)
  try {
    await storeFeed(ctx, feedId, read)
  } catch (error) {
    ctx.log.error({ err: error, feedId }, 'a news feed was not stored')
    await storeFailure(ctx, feedId, 'Its items could not be stored. The log of the server says why.')
  }
}

async function storeFailure(ctx: Ctx, feedId: number, reason: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const feed = await addFailure(tx, feedId, reason)
    if (!feed) return
    const { name, url, failures } = feed
    tx.log.warn({ feedId, host: URL.parse(url)?.host, reason, failures }, 'a news feed could not be read')
    if (failures > 1) return
    await reportToStaff(tx, {
      ...{ kind: 'feed_not_read', key: String(feedId), name },
      occasion: `${feedId}:${tx.now().toISOString()}`,
      title: `${name}: the news feed was not read`,
      details: `${name}: ${reason} Items that were read earlier stay.`,
    })
  })
}

async function storeFeed(ctx: Ctx, feedId: number, read: Extract<Read, { ok: true }>): Promise<void> {
  await ctx.tx(async (tx) => {
    const refused = read.items.length > 0 ? await storeItems(tx, feedId, read.items) : []
    const skipped = [...read.skipped, ...refused].slice(0, MAX_SKIPPED)
    await changeFeed(tx, feedId, {
      ...(!read.notModified && { ...read.versions, skipped: JSON.stringify(skipped) }),
      ...{ error: null, failures: 0, failingSince: null, readAt: tx.now() },
    })
    await tx.emit('matter.settled', { kind: 'feed_not_read' })
  })
}

type Read =
  | {
      ok: true
      notModified: boolean
      items: FeedItem[]
      skipped: SkippedItem[]
      versions: { etag?: string | null; lastModified?: string | null }
    }
  | { ok: false; reason: string }

async function fetchFeed(ctx: Ctx, { url, etag, lastModified }: FeedRow): Promise<Read> {
  const { demo } = ctx.providers.installation
  const headers = {
    accept: ACCEPT,
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  }
  try {
    const fetched = await readGuarded(url, { ...limits, allowPrivate: demo }, headers)
    if (fetched.notModified) return { ok: true, notModified: true, items: [], skipped: [], versions: {} }
    const read = await readInThread<FeedTask, ReadFeed>(READER, {
      bytes: fetched.bytes,
      contentType: fetched.headers['content-type'] ?? '',
      address: fetched.url,
      now: ctx.now().getTime(),
    })
    if (!read.ok) return read
    const version = (name: string): string | null => {
      const value = fetched.headers[name]
      return typeof value === 'string' ? cutText(value, 300) : null
    }
    return {
      ok: true,
      notModified: false,
      items: read.items,
      skipped: read.skipped,
      versions: { etag: version('etag'), lastModified: version('last-modified') },
    }
  } catch (error) {
    if (error instanceof FetchRefused) return { ok: false, reason: error.message }
    ctx.log.error({ err: error }, 'a news feed was not fetched')
    return { ok: false, reason: 'It could not be fetched. The log of the server says why.' }
  }
}

/** Stores all items in one statement, or one by one if the database refuses any. @returns refused items */
async function storeItems(tx: Ctx, feedId: number, items: readonly FeedItem[]): Promise<SkippedItem[]> {
  try {
    await tx.inSavepoint(() => insertItems(tx, feedId, items))
    return []
  } catch (error) {
    tx.log.error({ err: error, feedId }, 'items of a news feed are stored one by one')
  }
  const refused: SkippedItem[] = []
  for (const item of items) {
    await tx
      .inSavepoint(() => insertItems(tx, feedId, [item]))
      .catch(() => refused.push({ item: item.title, reason: 'The database refused its text.' }))
  }
  return refused
}
