import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'

const tag = 'Surveillance'

export const MAX_FEEDS = 50
export const MAX_KEYWORDS = 100

const feed = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  /** When it was last read, whether or not it had anything new. */
  readAt: instant.nullable(),
  /** Why the last attempt failed; the items of earlier reads stay. */
  error: z.string().nullable(),
  /** Failed attempts since the last good one. */
  failures: z.number(),
  failingSince: instant.nullable(),
  /** When it failed last; kept after it was read again. */
  failedAt: instant.nullable(),
  items: z.number(),
  /** Items of the last version that could not be read, at most 20; the others were stored. */
  skipped: z.array(z.object({ item: z.string(), reason: z.string() })),
})
export type Feed = z.infer<typeof feed>

export const listFeeds = endpoint('GET /api/surveillance/feeds', {
  tag,
  summary: 'News feeds in which brokers are looked for, and the words that count',
  access: 'admin_area.read',
  returns: z.object({
    feeds: z.array(feed),
    keywords: z.array(z.object({ word: z.string(), weight: z.number() })),
  }),
})

const ADDRESS = 'Enter the address of a feed, with https://'

export const addFeed = endpoint('POST /api/surveillance/feeds', {
  tag,
  summary: 'Adds a news feed, RSS, Atom or JSON Feed, and reads it in the background',
  access: 'surveillance.review',
  body: z.object({
    name: text(120).min(1, 'Enter a name'),
    url: text(1000).pipe(z.url({ protocol: /^https?$/, error: ADDRESS })),
  }),
  returns: feed,
  status: 201,
  limit: { requests: 30, minutes: 10 },
})

export const removeFeed = endpoint('DELETE /api/surveillance/feeds/:id', {
  tag,
  summary: 'Removes a news feed; what was found in it stays in the checks',
  access: 'surveillance.review',
  params: idParams,
  returns: z.object({ removed: z.literal(true) }),
})

export const keywordFields = z.object({
  word: text(60).min(2, 'Enter a word or a few'),
  weight: z
    .number('Enter a whole number')
    .int('Enter a whole number')
    .min(1, 'From 1 to 100')
    .max(100, 'From 1 to 100'),
})

export const saveKeywords = endpoint('PUT /api/surveillance/keywords', {
  tag,
  summary:
    'Replaces the words that count in news about a broker; the risk of an item is the sum of its words’ weights',
  access: 'surveillance.review',
  body: z.object({
    keywords: z
      .array(keywordFields)
      .max(MAX_KEYWORDS, `At most ${MAX_KEYWORDS} words`)
      .refine(
        (all) => new Set(all.map(({ word }) => word.toLowerCase())).size === all.length,
        'A word is listed twice',
      ),
  }),
  returns: z.object({ saved: z.literal(true) }),
  edits: { subject: 'mention_keywords', fields: ['keywords'] },
})
