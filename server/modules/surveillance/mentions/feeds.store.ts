import { sql, type Updateable } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { listFeeds } from '#contract/surveillance/mentions.ts'
import type { Ctx } from '#server/ctx.ts'
import type { FeedItem } from '#server/input/feeds/read-feed.ts'
import type { NewsFeeds } from '#server/schema.gen.ts'
import type { Item } from './find-mentions.rules.ts'

export async function countFeeds(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from news_feeds`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** Adds feeds whose address is not on the list yet. @returns ids of the added ones */
export async function insertFeeds(
  ctx: Ctx,
  feeds: readonly { name: string; url: string }[],
): Promise<number[]> {
  const rows = await ctx.db
    .insertInto('newsFeeds')
    .values(feeds)
    .onConflict((on) => on.column('url').doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** @returns the deleted feed; undefined if there is none */
export async function deleteFeed(tx: Ctx, id: number): Promise<{ name: string; url: string } | undefined> {
  return tx.db.deleteFrom('newsFeeds').where('id', '=', id).returning(['name', 'url']).executeTakeFirst()
}

export async function changeFeed(tx: Ctx, id: number, values: Updateable<NewsFeeds>): Promise<void> {
  await tx.db.updateTable('newsFeeds').set(values).where('id', '=', id).execute()
}

/** Stores a failed attempt to read a feed. @returns the feed with its failures in a row; undefined if it was removed */
export async function addFailure(
  tx: Ctx,
  id: number,
  reason: string,
): Promise<{ name: string; url: string; failures: number } | undefined> {
  const { rows } = await sql<{ name: string; url: string; failures: number }>`
    update news_feeds
    set error = ${reason}, failures = failures + 1, failed_at = ${tx.now()},
        failing_since = coalesce(failing_since, ${tx.now()})
    where id = ${id} returning name, url, failures`.execute(tx.db)
  return rows[0]
}

/** Stored items stay; an item whose text changed is searched again. */
export async function insertItems(tx: Ctx, feedId: number, items: readonly FeedItem[]): Promise<void> {
  await sql`
    insert into news_items (feed_id, guid, url, title, summary, published_at, seen_at)
    select ${feedId}, guid, url, title, summary, "publishedAt", ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(guid text, url text, title text, summary text,
      "publishedAt" timestamptz)
    on conflict (feed_id, guid) do update
    set url = excluded.url, title = excluded.title, summary = excluded.summary, searched = false
    where (news_items.title, news_items.summary) is distinct from (excluded.title, excluded.summary)`.execute(
    tx.db,
  )
}

/** The oldest items that were not searched for brokers yet. */
export async function unsearchedItems(ctx: Ctx, limit: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id::int as id, url, title, summary from news_items where not searched order by id limit ${limit}`.execute(
    ctx.db,
  )
  return rows
}

export async function markSearched(tx: Ctx, items: readonly Item[]): Promise<void> {
  await sql`update news_items set searched = true where id = any(${items.map(({ id }) => id)})`.execute(tx.db)
}

type Keywords = ReturnsOf<typeof listFeeds>['keywords']

export async function findKeywords(ctx: Ctx): Promise<Keywords> {
  return ctx.db.selectFrom('mentionKeywords').select(['word', 'weight']).orderBy('word').execute()
}

export async function replaceKeywords(tx: Ctx, keywords: Keywords): Promise<void> {
  await tx.db.deleteFrom('mentionKeywords').execute()
  if (keywords.length > 0) await tx.db.insertInto('mentionKeywords').values(keywords).execute()
}
