import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { FetchRefused, readGuarded } from '#server/platform/http/fetch-guarded.ts'
import { checkNewMentions } from './check-mentions.ts'
import { type NewsItem, readFeed } from './read-feed.rules.ts'

const limits = { maxBytes: 5 * 1024 * 1024, timeoutMs: 20_000, maxRedirects: 3, hosts: null }
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8'

interface FeedRow {
  id: number
  url: string
  etag: string | null
  lastModified: string | null
}

/** Reads every feed in turn, then looks for brokers in what is new; one that fails does not stop the others. */
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
  await ctx.db
    .insertInto('newsFeeds')
    .values(newsFeeds.map((url) => ({ name: new URL(url).hostname, url })))
    .onConflict((on) => on.column('url').doNothing())
    .execute()
}

/** Reads one feed and looks for brokers in what is new. */
export async function readFeedNow(ctx: Ctx, feedId: number): Promise<void> {
  await readOne(ctx, feedId)
  await checkNewMentions(ctx)
}

/** Asks with what was told the last time. Where it fails the reason is kept, and so is everything that was read before. */
async function readOne(ctx: Ctx, feedId: number): Promise<void> {
  const feed = await ctx.db
    .selectFrom('newsFeeds')
    .select(['id', 'url', 'etag', 'lastModified'])
    .where('id', '=', feedId)
    .executeTakeFirst()
  if (!feed) return
  const read = await fetchFeed(ctx, feed)
  await ctx.tx(async (tx) => {
    const { error, ...versions } = read.ok ? { ...read.versions, error: null } : { error: read.reason }
    await tx.db
      .updateTable('newsFeeds')
      .set({ error, ...(read.ok && { ...versions, readAt: tx.now() }) })
      .where('id', '=', feedId)
      .execute()
    if (read.ok) await storeItems(tx, feedId, read.items)
    tx.changed('surveillance')
  })
}

type Read =
  | { ok: true; items: NewsItem[]; versions: { etag?: string | null; lastModified?: string | null } }
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
    if (fetched.notModified) return { ok: true, items: [], versions: {} }
    const read = readFeed(fetched.bytes.toString('utf8'))
    if (!read.ok) return read
    const version = (name: string): string | null => {
      const value = fetched.headers[name]
      return typeof value === 'string' ? value.slice(0, 300) : null
    }
    return {
      ok: true,
      items: read.items,
      versions: { etag: version('etag'), lastModified: version('last-modified') },
    }
  } catch (error) {
    if (error instanceof FetchRefused) return { ok: false, reason: error.message }
    throw error
  }
}

/** What is known already stays; an item whose text changed is searched again. */
async function storeItems(tx: Ctx, feedId: number, items: readonly NewsItem[]): Promise<void> {
  const unique = [...new Map(items.map((item) => [item.guid, item])).values()]
  if (unique.length === 0) return
  await sql`
    insert into news_items (feed_id, guid, url, title, summary, published_at, seen_at)
    select ${feedId}, guid, url, title, summary, "publishedAt", ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(unique)}::jsonb) as i(guid text, url text, title text, summary text,
      "publishedAt" timestamptz)
    on conflict (feed_id, guid) do update
    set url = excluded.url, title = excluded.title, summary = excluded.summary, searched = false
    where (news_items.title, news_items.summary) is distinct from (excluded.title, excluded.summary)`.execute(
    tx.db,
  )
}
