import { sql } from 'kysely'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import {
  type addFeed as addEndpoint,
  type Feed,
  type listFeeds,
  MAX_FEEDS,
  type saveKeywords as saveEndpoint,
} from '#contract/surveillance/mentions.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { countFeeds, deleteFeed, findKeywords, insertFeeds, replaceKeywords } from './feeds.store.ts'
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
    if ((await countFeeds(tx)) >= MAX_FEEDS)
      throw new AppError('conflict', `There are ${MAX_FEEDS} feeds already. Remove one first.`)
    const [id] = await insertFeeds(tx, [{ name, url }])
    if (id === undefined) throw invalid({ url: 'This feed is read already.' })
    await audit(tx, {
      action: 'surveillance.feed_added',
      subjectType: 'news_feed',
      subjectId: id,
      after: { name, url },
    })
    await tx.enqueue(readFeedsJob, { feedId: id })
    const { rows } = await sql<FeedRow>`select ${columns} from news_feeds f where f.id = ${id}`.execute(tx.db)
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
    const removed = await deleteFeed(tx, id)
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
    const before = await findKeywords(tx)
    await replaceKeywords(tx, keywords)
    await audit(tx, {
      action: 'surveillance.keywords_changed',
      subjectType: 'mention_keywords',
      before: { keywords: before },
      after: { keywords },
    })
  })
}
