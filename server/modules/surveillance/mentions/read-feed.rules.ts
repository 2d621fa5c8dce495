// Decides what a feed holds: RSS or Atom, as plain text; anything else is refused with the reason.

import { XMLParser } from 'fast-xml-parser'

export interface NewsItem {
  guid: string
  url: string
  title: string
  summary: string
  publishedAt: Date | null
}

export type ReadFeed = { ok: true; title: string; items: NewsItem[] } | { ok: false; reason: string }

const MOST_ITEMS = 500
const MOST_SUMMARY = 2000
const MOST_TITLE = 300
const MOST_GUID = 500

// entities are not expanded: a few of them could otherwise become gigabytes
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  isArray: (name) => name === 'item' || name === 'entry' || name === 'link',
})

const NOT_A_FEED = 'The address answers with something else than an RSS or Atom feed.'

export function readFeed(xml: string): ReadFeed {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    return { ok: false, reason: 'The feed has a document type of its own, which is not read.' }
  let root: unknown
  try {
    root = parser.parse(xml)
  } catch {
    return { ok: false, reason: 'The feed is no well-formed XML.' }
  }
  const channel = at(at(root, 'rss'), 'channel') ?? at(root, 'RDF')
  const feed = at(root, 'feed')
  const found = channel
    ? listOf(at(channel, 'item') ?? at(at(root, 'RDF'), 'item'))
    : feed
      ? listOf(at(feed, 'entry'))
      : null
  if (!found) return { ok: false, reason: NOT_A_FEED }
  const title = plain(at(channel ?? feed, 'title')).slice(0, MOST_TITLE)
  return { ok: true, title, items: found.slice(0, MOST_ITEMS).flatMap((item) => toItem(item) ?? []) }
}

function toItem(item: unknown): NewsItem | null {
  const url = linkOf(item)
  const title = plain(at(item, 'title')).slice(0, MOST_TITLE)
  if (!url || !title) return null
  const summary = plain(
    at(item, 'description') ?? at(item, 'summary') ?? at(item, 'encoded') ?? at(item, 'content'),
  )
  const published = new Date(
    textOf(at(item, 'pubDate') ?? at(item, 'published') ?? at(item, 'updated') ?? at(item, 'date')),
  )
  const guid = (textOf(at(item, 'guid') ?? at(item, 'id')).trim() || url).slice(0, MOST_GUID)
  return {
    guid,
    url,
    title,
    summary: summary.slice(0, MOST_SUMMARY),
    publishedAt: Number.isNaN(published.getTime()) ? null : published,
  }
}

/** RSS has it as text, Atom as an attribute; an address of the web only. */
function linkOf(item: unknown): string | null {
  const links = listOf(at(item, 'link'))
  const main = links.find((link) => (at(link, '@rel') ?? 'alternate') === 'alternate') ?? links[0]
  const text = unescaped(textOf(at(main, '@href') ?? main).trim())
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 1000 ? url.href : null
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const inner = at(value, '#text')
  return typeof inner === 'string' ? inner : ''
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ndash: '–',
  mdash: '—',
}

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })

/** Without markup, which feeds carry escaped or as it is. */
const plain = (value: unknown): string =>
  unescaped(unescaped(textOf(value)).replaceAll(/<[^>]*>/g, ' '))
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
