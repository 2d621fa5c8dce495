import { sql } from 'kysely'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import {
  type addFeed as addEndpoint,
  type Feed,
  type listFeeds,
  MAX_FEEDS,
  type saveKeywords as saveEndpoint,
} from '#contract/mentions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { readFeedsJob } from './read-feeds.job.ts'

const columns = sql`f.id, f.name, f.url, f.read_at, f.error, f.failures, f.failing_since, f.failed_at, f.skipped,
  (select count(*)::int from news_items i where i.feed_id = f.id) as items`

interface FeedRow extends Omit<Feed, 'readAt' | 'failingSince' | 'failedAt'> {
  readAt: Date | null
  failingSince: Date | null
  failedAt: Date | null
}

const toFeed = ({ readAt, failingSince, failedAt, ...row }: FeedRow): Feed => ({
  ...row,
  readAt: readAt?.toISOString() ?? null,
  failingSince: failingSince?.toISOString() ?? null,
  failedAt: failedAt?.toISOString() ?? null,
})

export async function viewFeeds(ctx: Ctx): Promise<ReturnsOf<typeof listFeeds>> {
  const { rows } = await sql<FeedRow>`select ${columns} from news_feeds f order by f.id`.execute(ctx.db)
  const keywords = await ctx.db
    .selectFrom('mentionKeywords')
    .select(['word', 'weight'])
    .orderBy('weight', 'desc')
    .orderBy('word')
    .execute()
  return { feeds: rows.map(toFeed), keywords }
}

/** @throws AppError forbidden, invalid, conflict for one that is there already or one too many */
export async function addFeed(ctx: Ctx, { name, url }: BodyOf<typeof addEndpoint>): Promise<Feed> {
  authorise(ctx, 'surveillance.review')
  if (!url.startsWith('https:') && !ctx.providers.installation.demo) {
    throw invalid({ url: 'Only addresses that start with https:// are read.' })
  }
  return ctx.tx(async (tx) => {
    const { rows: counted } = await sql<{
      count: number
    }>`select count(*)::int as count from news_feeds`.execute(tx.db)
    if ((counted[0]?.count ?? 0) >= MAX_FEEDS)
      throw new AppError('conflict', `There are ${MAX_FEEDS} feeds already. Remove one first.`)
    const added = await tx.db
      .insertInto('newsFeeds')
      .values({ name, url })
      .onConflict((on) => on.column('url').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw invalid({ url: 'This feed is read already.' })
    await audit(tx, {
      action: 'surveillance.feed_added',
      subjectType: 'news_feed',
      subjectId: added.id,
      after: { name, url },
    })
    await tx.enqueue(readFeedsJob, { feedId: added.id })
    const { rows } = await sql<FeedRow>`select ${columns} from news_feeds f where f.id = ${added.id}`.execute(
      tx.db,
    )
    return rows.map(toFeed)[0] ?? notThere()
  })
}

function notThere(): never {
  throw notFound('Feed')
}

/** @throws AppError forbidden, not_found */
export async function removeFeed(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'surveillance.review')
  await ctx.tx(async (tx) => {
    const removed = await tx.db
      .deleteFrom('newsFeeds')
      .where('id', '=', id)
      .returning(['name', 'url'])
      .executeTakeFirst()
    if (!removed) throw notFound('Feed')
    await audit(tx, {
      action: 'surveillance.feed_removed',
      subjectType: 'news_feed',
      subjectId: id,
      before: removed,
    })
    await tx.emit('matter.settled', { kind: 'feed_not_read' })
  })
}

/** @throws AppError forbidden */
export async function saveKeywords(ctx: Ctx, { keywords }: BodyOf<typeof saveEndpoint>): Promise<void> {
  authorise(ctx, 'surveillance.review')
  await ctx.tx(async (tx) => {
    const before = await tx.db
      .selectFrom('mentionKeywords')
      .select(['word', 'weight'])
      .orderBy('word')
      .execute()
    await tx.db.deleteFrom('mentionKeywords').execute()
    if (keywords.length > 0) await tx.db.insertInto('mentionKeywords').values(keywords).execute()
    await audit(tx, {
      action: 'surveillance.keywords_changed',
      subjectType: 'mention_keywords',
      before: { keywords: before },
      after: { keywords },
    })
  })
}
