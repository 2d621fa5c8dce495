/** Reads RSS, RDF, Atom and JSON feeds. Missing or invalid parts of a feed are replaced or reported per item. */
import { createHash } from 'node:crypto'
import { type AtomFeed, MalformedError, parseFeed, type RdfFeed, type RssFeed } from 'feedsmith'
import { cutText, singleLine } from '#contract/plain-text.ts'
import { feedDate } from './feed-dates.ts'
import { htmlText } from './html-text.ts'
import { itemsApart } from './items-apart.ts'
import { withoutDoctype } from './without-doctype.ts'

export interface FeedItem {
  guid: string
  url: string
  title: string
  summary: string
  publishedAt: Date | null
}

/** An item that could not be read. */
export interface SkippedItem {
  /** Its title, or another text that identifies it to a person. */
  item: string
  reason: string
}

export type ReadFeed =
  | { ok: true; title: string; items: FeedItem[]; skipped: SkippedItem[] }
  | { ok: false; reason: string }

export interface FeedFile {
  text: string
  /** The address that the file was read from; relative links start there if the feed names no other base. */
  address: string
  /** Epoch milliseconds. */
  now: number
}

const MAX_ITEMS = 500
export const MAX_SUMMARY = 2000
const MAX_TITLE = 300
const MAX_GUID = 500
const MAX_URL = 1000
/** A title made of the summary, for items without one. */
const MAX_START = 120

const NOT_A_FEED = 'The address answers with something else than an RSS, Atom or JSON feed.'
const NOT_WELL_FORMED = 'The feed is no well-formed XML.'

/** The common parts of RSS, Atom and JSON items, as written in the feed. */
export interface RawItem {
  guid: string | undefined
  /** Candidates for the address, best first. */
  links: readonly (string | undefined)[]
  base: string | undefined
  title: string | undefined
  texts: readonly (string | undefined)[]
  date: unknown
}

interface RawFeed {
  title: string | undefined
  /** Candidates for the base of relative links, best first. */
  bases: readonly (string | undefined)[]
  items: readonly RawItem[]
  skipped: SkippedItem[]
}

export function readFeed(file: FeedFile): ReadFeed {
  const raw = parse(file.text)
  if (typeof raw === 'string') return { ok: false, reason: raw }
  const base = raw.bases.reduceRight<string>((under, link) => resolve(link, under) ?? under, file.address)
  const items: FeedItem[] = []
  const skipped = [...raw.skipped]
  for (const [at, item] of raw.items.entries()) {
    const read = toItem(item, { base, now: file.now })
    if (read) items.push(read)
    else skipped.push({ item: `Item ${at + 1}`, reason: 'It has neither a title nor a text.' })
  }
  return {
    ok: true,
    title: cutText(htmlText(raw.title ?? ''), MAX_TITLE),
    items: withOwnGuids(items),
    skipped,
  }
}

/** The feed; or why it is none. */
function parse(text: string): RawFeed | string {
  const xml = withoutDoctype(text.replace(/^[\s\ufeff\0]+/, ''))
  try {
    return { ...toRaw(parseFeed(xml, { maxItems: MAX_ITEMS })), skipped: [] }
  } catch (error) {
    if (!(error instanceof MalformedError)) return NOT_A_FEED
    return parseApart(xml) ?? NOT_WELL_FORMED
  }
}

/** For a feed with a fault in its XML: each item is read as a feed of its own, so that one bad item loses itself only. */
function parseApart(xml: string): RawFeed | null {
  const parts = itemsApart(xml, MAX_ITEMS)
  if (!parts) return null
  const skipped: SkippedItem[] = []
  let feed: Omit<RawFeed, 'skipped'> | null = null
  const items = parts.items.flatMap((item, at) => {
    try {
      const one = toRaw(parseFeed(parts.around(item)))
      feed ??= one
      return one.items
    } catch {
      const title = /<(?:\w+:)?title[^<>]*>([^<]{1,200})/i.exec(item)?.[1]
      skipped.push({
        item: cutText(htmlText(title ?? ''), MAX_START, '…') || `Item ${at + 1}`,
        reason: 'Its XML is not well-formed.',
      })
      return []
    }
  })
  if (!feed) return null
  const { title, bases } = feed as Omit<RawFeed, 'skipped'>
  return { title, bases, items, skipped }
}

type Parsed = ReturnType<typeof parseFeed>

function toRaw({ format, feed }: Parsed): Omit<RawFeed, 'skipped'> {
  if (format === 'atom') {
    return {
      title: feed.title?.value,
      bases: [feed.xml?.base, alternate(feed.links)],
      items: (feed.entries ?? []).map(atomItem),
    }
  }
  if (format === 'json') {
    return {
      title: feed.title,
      bases: [feed.home_page_url, feed.feed_url],
      items: (feed.items ?? []).map((item) => ({
        guid: item.id,
        links: [item.url, item.external_url],
        base: undefined,
        title: item.title,
        texts: [item.summary, item.content_text ?? item.content_html],
        date: item.date_published ?? item.date_modified,
      })),
    }
  }
  return {
    title: feed.title,
    bases: [feed.xml?.base, feed.link],
    items: (feed.items ?? []).map(rssItem),
  }
}

type Loose<T> = T extends readonly (infer One)[] ? One : never
type AtomEntry = Loose<NonNullable<AtomFeed.Feed<unknown>['entries']>>
type RssItem = Loose<NonNullable<RssFeed.Feed<unknown>['items']>> & Partial<RdfFeed.Item<unknown>>

function atomItem(entry: AtomEntry): RawItem {
  return {
    guid: entry.id,
    links: [alternate(entry.links), entry.content?.src, entry.id],
    base: entry.xml?.base,
    title: entry.title?.value ?? entry.media?.title?.value ?? entry.dc?.titles?.[0],
    texts: [entry.summary?.value, entry.content?.value, entry.media?.groups?.[0]?.description?.value],
    date: entry.published ?? entry.updated ?? entry.dc?.dates?.[0],
  }
}

/** The page of an entry, not the file of the feed itself. */
function alternate(links: readonly Partial<AtomFeed.Link<unknown>>[] | undefined): string | undefined {
  const pages = links?.filter(({ rel }) => (rel ?? 'alternate') === 'alternate')
  const page = pages?.find(({ type }) => !type || type.includes('html')) ?? pages?.[0]
  return (page ?? links?.find(({ rel }) => rel !== 'self'))?.href
}

function rssItem(item: Partial<RssItem>): RawItem {
  const guid = item.guid?.value
  return {
    guid: guid ?? item.rdf?.about,
    links: [
      item.link,
      alternate(item.atom?.links),
      item.guid?.isPermaLink === false ? undefined : guid,
      item.rdf?.about,
      item.enclosures?.[0]?.url,
    ],
    base: item.xml?.base,
    title: item.title ?? item.dc?.titles?.[0] ?? item.itunes?.title ?? item.media?.title?.value,
    texts: [
      item.description ??
        item.dc?.descriptions?.[0] ??
        item.itunes?.summary ??
        item.media?.description?.value,
      item.content?.encoded,
    ],
    date: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published ?? item.atom?.updated,
  }
}

function toItem(raw: RawItem, { base, now }: { base: string; now: number }): FeedItem | null {
  const summary = summaryOf(raw.texts)
  const title = cutText(htmlText(raw.title ?? ''), MAX_TITLE) || cutText(summary, MAX_START, '…')
  if (!title) return null
  const own = resolve(raw.base, base) ?? base
  const id = singleLine(raw.guid ?? '')
  const url = raw.links.map((link) => resolve(link, own)).find((link) => link !== null)
  const guid = shortGuid(id || url || digest(title, summary))
  return {
    guid,
    // without a page of its own the item is found on the feed's
    url: url ?? `${cutText(base.split('#')[0] ?? base, MAX_URL - 80)}#${digest(guid)}`,
    title,
    summary,
    publishedAt: feedDate(typeof raw.date === 'string' ? raw.date : '', now),
  }
}

/** The description, and the content unless it repeats the description. */
function summaryOf(texts: RawItem['texts']): string {
  const [first = '', second = ''] = texts.map((text) => htmlText(text ?? '')).filter((text) => text !== '')
  const more = second && !first.startsWith(second.slice(0, 200))
  const both = second.startsWith(first.slice(0, 200)) ? second : more ? `${first} ${second}` : first
  return cutText(both, MAX_SUMMARY)
}

/** An address of the web, or null. A query that makes it too long is left out. */
function resolve(link: string | undefined, base: string): string | null {
  const text = link?.trim()
  if (!text) return null
  const url = URL.parse(text, base)
  // a tag or another name without a scheme is no relative address
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (url.href.length <= MAX_URL) return url.href.toWellFormed()
  const page = `${url.origin}${url.pathname}`
  return page.length <= MAX_URL ? page : null
}

/** Items of one guid that differ get their own; equal ones are kept once. */
function withOwnGuids(items: readonly FeedItem[]): FeedItem[] {
  const byGuid = Map.groupBy(items, ({ guid }) => guid)
  return [...byGuid.values()].flatMap((same) => {
    const different = new Map(same.map((item) => [digest(item.url, item.title), item]))
    if (different.size === 1) return [...different.values()]
    return [...different].map(([key, item]) => ({ ...item, guid: shortGuid(`${item.guid}#${key}`) }))
  })
}

const shortGuid = (guid: string): string =>
  guid.length <= MAX_GUID ? guid : `${cutText(guid, MAX_GUID - 40)}#${digest(guid)}`

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)
