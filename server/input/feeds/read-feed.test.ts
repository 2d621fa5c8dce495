import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decodeText } from '../decode-text.ts'
import { feedDate } from './feed-dates.ts'
import { htmlText } from './html-text.ts'
import { type FeedItem, readFeed } from './read-feed.ts'

const NOW = Date.UTC(2026, 10, 23, 2)
const read = (text: string, address = 'https://news.example/feed.xml') =>
  readFeed({ text, address, now: NOW })
function itemsOf(text: string, address?: string): FeedItem[] {
  const feed = read(text, address)
  if (!feed.ok) throw new Error(feed.reason)
  return feed.items
}
const rss = (items: string, head = ''): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>News</title>${head}${items}</channel></rss>`
const atom = (entries: string, attributes = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>News</title>${entries}</feed>`
const NOT_A_FEED = 'The address answers with something else than an RSS, Atom or JSON feed.'

describe('a feed is read', () => {
  // Covers: surveillance-18
  it('as RSS: markup and entities become text', () => {
    const item = `<item><title>A &amp;amp; B &#8217;s</title><link>https://news.example/1</link><guid>one</guid>
      <description><![CDATA[<p>Isla <b>Fraser</b>&nbsp;was</p>]]></description><pubDate>Mon, 23 Nov 2026 01:00:00 GMT</pubDate></item>`
    expect(read(rss(item))).toEqual({
      ok: true,
      title: 'News',
      skipped: [],
      items: [
        {
          guid: 'one',
          url: 'https://news.example/1',
          title: 'A & B ’s',
          summary: 'Isla Fraser was',
          publishedAt: new Date('2026-11-23T01:00:00Z'),
        },
      ],
    })
  })

  test.each<[string, string, Partial<FeedItem>]>([
    [
      'Atom, with the address that is not its own',
      atom(`<entry><id>tag:1</id><title type="html">X &lt;b&gt;Y&lt;/b&gt;</title><link rel="self" href="https://news.example/self"/>
        <link rel="alternate" href="https://news.example/2"/><updated>2026-11-20T00:00:00Z</updated><summary>Text</summary></entry>`),
      { guid: 'tag:1', url: 'https://news.example/2', title: 'X Y', summary: 'Text' },
    ],
    [
      'Atom with XHTML in title and content',
      atom(`<entry><id>x</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Banned <b>Erin Oakes</b></div></title>
        <link href="https://news.example/x"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>The <i>court</i> decided.</p></div></content></entry>`),
      { title: 'Banned Erin Oakes', summary: 'The court decided.' },
    ],
    [
      'Atom with a prefix and xml:base',
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://other.example/"><a:title>t</a:title><a:entry xml:base="d/"><a:id>1</a:id><a:title>x</a:title><a:link href="r1"/></a:entry></a:feed>',
      { url: 'https://other.example/d/r1' },
    ],
    [
      'RSS 1.0 (RDF)',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://x.example"><title>t</title></channel><item rdf:about="https://x.example/1"><title>one</title><link>https://x.example/1</link><dc:date>2026-11-20</dc:date></item></rdf:RDF>',
      { guid: 'https://x.example/1', title: 'one', publishedAt: new Date('2026-11-20T00:00:00Z') },
    ],
    [
      'RSS 0.91 with its document type',
      '<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.example/rss-0.91.dtd"><rss version="0.91"><channel><title>t</title><item><title>x</title><link>https://x.example/1</link></item></channel></rss>',
      { url: 'https://x.example/1', guid: 'https://x.example/1', publishedAt: null },
    ],
    [
      'JSON Feed',
      '{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":1,"url":"/x","content_html":"<p>hi</p>","title":"hey","date_published":"2026-11-20T10:00:00+11:00"}]}',
      {
        guid: '1',
        url: 'https://news.example/x',
        title: 'hey',
        summary: 'hi',
        publishedAt: new Date('2026-11-19T23:00:00Z'),
      },
    ],
    [
      'with the title of a picture next to its own',
      rss(
        '<item><title>Broker banned</title><link>https://x.example/1</link><media:title type="plain">Photo: the court</media:title></item>',
      ),
      { title: 'Broker banned' },
    ],
    [
      'with an itunes title',
      rss('<item><title>Podcast</title><itunes:title>Podcast 1</itunes:title><guid>p</guid></item>'),
      { title: 'Podcast', guid: 'p' },
    ],
    [
      'with a document type inside of a text',
      rss(
        '<item><title>Letter</title><link>https://x.example/1</link><content:encoded><![CDATA[<!DOCTYPE html><html><body><p>Rates stay.</p></body></html>]]></content:encoded></item>',
      ),
      { summary: 'Rates stay.' },
    ],
    [
      'with entities of HTML that XML does not define',
      rss(
        '<item><title>Whitlock&rsquo;s&nbsp;licence &ndash; R&D &amp; AT&T &hellip;</title><guid>1</guid></item>',
      ),
      { title: 'Whitlock’s licence – R&D & AT&T …' },
    ],
    [
      'with blanks before the XML declaration',
      `\ufeff\n  ${rss('<item><title>x</title><guid>1</guid></item>')}`,
      { title: 'x' },
    ],
    [
      'in capitals',
      '<RSS VERSION="2.0"><CHANNEL><ITEM><TITLE>x</TITLE><LINK>https://x.example/1</LINK></ITEM></CHANNEL></RSS>',
      { url: 'https://x.example/1' },
    ],
    [
      'without a version',
      '<rss><channel><item><title>x</title><link> https://x.example/1\n</link></item></channel></rss>',
      { url: 'https://x.example/1' },
    ],
    [
      'with a link relative to the site',
      rss('<item><title>x</title><link>/news/r1</link></item>', '<link>https://site.example/en/</link>'),
      { url: 'https://site.example/news/r1' },
    ],
    [
      'with a link relative to the feed',
      rss('<item><title>x</title><link>../r1</link></item>'),
      { url: 'https://news.example/r1' },
    ],
    [
      'with a permanent address as its only link',
      rss('<item><title>x</title><guid isPermaLink="true">https://x.example/7</guid></item>'),
      { guid: 'https://x.example/7', url: 'https://x.example/7' },
    ],
    [
      'without a title: its text begins it',
      rss(
        '<item><description>Dana Whitlock was banned.</description><link>https://x.example/1</link></item>',
      ),
      { title: 'Dana Whitlock was banned.', summary: 'Dana Whitlock was banned.' },
    ],
    [
      'with a description and a longer text',
      rss(
        '<item><title>x</title><guid>1</guid><description>In short.</description><content:encoded>&lt;p&gt;Dana Whitlock&lt;/p&gt;&lt;p&gt;Court&lt;/p&gt;</content:encoded></item>',
      ),
      { summary: 'In short. Dana Whitlock. Court' },
    ],
    [
      'with an emoji across position 2,000',
      rss(
        `<item><title>x</title><guid>1</guid><description>${'x'.repeat(1999)}👩‍👩‍👧 y</description></item>`,
      ),
      { summary: 'x'.repeat(1999) },
    ],
    [
      'with bad markup in a text',
      rss('<item><title>x</title><guid>1</guid><description>a <br> b</p> c</description></item>'),
      { summary: 'a. b. c' },
    ],
  ])('%s', (_what, text, expected) => {
    expect(itemsOf(text)).toMatchObject([expected])
  })

  it('with an address of its own for each item without one, the same at each reading', () => {
    const feed = rss(
      '<item><title>a</title></item><item><title>b</title><link>javascript:alert(1)</link></item>',
    )
    const [a, b] = itemsOf(feed)
    expect([a?.url, b?.url].every((url) => url?.startsWith('https://news.example/feed.xml#'))).toBe(true)
    expect(a?.url).not.toBe(b?.url)
    expect(itemsOf(feed)).toEqual([a, b])
  })

  it('with one guid for different items as different items, and equal items once', () => {
    const same = '<item><title>a</title><link>https://x.example/a</link><guid>site</guid></item>'
    const items = itemsOf(rss(same + same + same.replaceAll('a<', 'b<')))
    expect(items.map(({ title }) => title)).toEqual(['a', 'b'])
    expect(new Set(items.map(({ guid }) => guid)).size).toBe(2)
  })

  // Covers: surveillance-18
  it('item by item where its XML has a fault: the others are stored, the bad one is named', () => {
    const feed = rss(
      '<item><title>One</title><guid>1</guid></item><item><title>Two</title><enclosure><bad></item><item><title>Three</title><guid>3</guid></item>',
    )
    const result = read(feed)
    expect(result).toMatchObject({
      ok: true,
      title: 'News',
      items: [{ title: 'One' }, { title: 'Three' }],
      skipped: [{ item: 'Two', reason: 'Its XML is not well-formed.' }],
    })
  })

  it('up to the last whole item where it is cut off', () => {
    const whole = rss('<item><title>One</title><guid>1</guid></item><item><title>Two</title><link>https://x')
    expect(itemsOf(whole.slice(0, whole.indexOf('</channel>'))).map(({ title }) => title)).toContain('One')
  })

  it('with five hundred items at most', () => {
    const many = '<item><title>x</title><link>https://news.example/N</link></item>'
    const feed = Array.from({ length: 600 }, (_, n) => many.replace('N', String(n))).join('')
    expect(itemsOf(rss(feed))).toHaveLength(500)
  })
})

describe('a file is no feed', () => {
  test.each([
    ['a text', 'Not found'],
    ['nothing', ''],
    ['a page', '<!doctype html><html><body>x</body></html>'],
    ['another XML', '<calendar><event/></calendar>'],
    ['another JSON', '{"items":[]}'],
  ])('that is %s', (_what, text) => {
    expect(read(text)).toEqual({ ok: false, reason: NOT_A_FEED })
  })
})

describe('hostile XML', () => {
  const wrap = (inner: string) => rss(`${inner}<item><title>ok</title><guid>1</guid></item>`)
  // Covers: surveillance-18
  it('with entities of its own: they are not expanded', () => {
    const bomb = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('<item><title>&b; &x; end</title><guid>1</guid></item>')}`
    const feed = read(bomb.replace(/<\?xml[^>]*\?>/, ''))
    expect(feed.ok ? feed.items.map(({ title }) => title) : []).toEqual(['&b; &x; end'])
  })

  test.each([
    ['nested 100,000 deep', '<x>'.repeat(100_000) + '</x>'.repeat(100_000)],
    ['with 300,000 open tags', '<description>'.repeat(300_000)],
    ['with a million angle brackets', '<'.repeat(1_000_000)],
    ['with 300,000 open comments', '<!--'.repeat(300_000)],
    ['with 300,000 open sections', '<![CDATA['.repeat(300_000)],
    [
      'with much markup in a text',
      `<item><guid>2</guid><description>${'&lt;p '.repeat(200_000)}</description></item>`,
    ],
  ])('%s is answered', (_what, inner) => {
    expect(read(wrap(inner)).ok).toBeTypeOf('boolean')
  })

  it('of any kind is answered, with texts that a database stores', () => {
    const part = fc.constantFrom(
      ...['<item>', '</item>', '<title>', '</title>', '<link>', '</link>', '<![CDATA[', ']]>', '<!--', '-->'],
      ...[
        '&',
        '&#0;',
        '&#xD800;',
        '&nbsp;',
        'Dana',
        '\ud83d',
        '\0',
        '<p ',
        '>',
        '"',
        '<guid>',
        '</guid>',
        '😀',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const feed = read(rss(parts.join('')))
        for (const item of feed.ok ? feed.items : []) {
          expect(JSON.stringify(item)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
          expect(item.title).not.toBe('')
          expect(URL.canParse(item.url)).toBe(true)
        }
      }),
    )
  })
})

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)
const utf16be = (text: string) => bytes(`\ufeff${text}`, 'utf16le').swap16()

describe('the encoding of a feed', () => {
  test.each<[string, Buffer, string]>([
    ['UTF-8', bytes('<a>Zoë</a>'), ''],
    ['UTF-8 with a mark', bytes('\ufeff<a>Zoë</a>'), 'text/xml; charset=iso-8859-1'],
    ['UTF-8 under a wrong header', bytes('<a>Zoë</a>'), 'text/xml; charset=ISO-8859-1'],
    [
      'ISO-8859-1 by its declaration',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>Zoë</a>', 'latin1'),
      'text/xml',
    ],
    ['Windows-1252 by its header', bytes('<a>Zoë</a>', 'latin1'), 'text/xml; charset="windows-1252"'],
    ['Latin without a word about it', bytes('<a>Zoë</a>', 'latin1'), ''],
    [
      'Latin that says it is UTF-8',
      bytes('<?xml version="1.0" encoding="utf-8"?><a>Zoë</a>', 'latin1'),
      'text/xml; charset=utf-8',
    ],
    ['an encoding that does not exist', bytes('<a>Zoë</a>', 'latin1'), 'text/xml; charset=none'],
    ['UTF-16 with a mark', bytes('\ufeff<a>Zoë</a>', 'utf16le'), ''],
    ['UTF-16, big end first', utf16be('<a>Zoë</a>'), ''],
    ['UTF-16 without a mark', bytes('<a>Zoë</a>', 'utf16le'), 'text/xml; charset=utf-16'],
  ])('is found for %s', (_what, file, contentType) => {
    expect(decodeText(file, contentType)).toContain('Zoë')
  })

  it('keeps UTF-8 with one damaged byte', () => {
    const damaged = Buffer.concat([bytes('<a>Zoë – Müller '), Buffer.from([0xe9]), bytes('</a>')])
    expect(decodeText(damaged)).toContain('Zoë – Müller')
  })
})

describe('a date in a feed', () => {
  // Covers: bookings-8, surveillance-2
  test.each([
    ['Mon, 23 Nov 2026 01:00:00 GMT', '2026-11-23T01:00:00Z'],
    ['Mon, 23 Nov 2026 12:00:00 +1100', '2026-11-23T01:00:00Z'],
    ['Mon, 23 Nov 2026 12:00:00 AEDT', '2026-11-23T01:00:00Z'],
    ['Mon, 20 Jul 2026 12:00:00 AEST', '2026-07-20T02:00:00Z'],
    ['Mon, 23 Nov 2026 12:00:00 +1100 (AEDT)', '2026-11-23T01:00:00Z'],
    ['Mon, 23 Nov 2026 09:00 AWST', '2026-11-23T01:00:00Z'],
    ['Thu, 03 Sept 2026 01:00:00 GMT', '2026-09-03T01:00:00Z'],
    ['23rd November 2026', '2026-11-23T00:00:00Z'],
    ['Montag, 23 Nov 2026 01:00:00 GMT', '2026-11-23T01:00:00Z'],
    ['2026-11-23', '2026-11-23T00:00:00Z'],
    ['2026-11-23T12:00:00+11:00', '2026-11-23T01:00:00Z'],
    ['2026-11-23T01:00:00', '2026-11-23T01:00:00Z'],
    ['2026-11-23 01:00:00', '2026-11-23T01:00:00Z'],
    ['23/11/2026 1:00 am', '2026-11-23T01:00:00Z'],
    ['23/11/2026', '2026-11-23T00:00:00Z'],
    ['1795395600', '2026-11-23T01:00:00Z'],
    ['', null],
    ['yesterday', null],
    ['Thu, 01 Jan 1970 00:00:00 GMT', null],
    ['Mon, 23 Nov 2099 01:00:00 GMT', null],
  ])('"%s" is %s', (text, expected) => {
    expect(feedDate(text, NOW)?.toISOString() ?? null).toBe(expected && new Date(expected).toISOString())
  })
})

describe('a text with markup', () => {
  test.each([
    ['<p>One</p><p>Two</p>', 'One. Two'],
    ['Whit<b>lock</b>', 'Whitlock'],
    ['a<script>alert("<p>")</script>b<!-- <i> -->c', 'abc'],
    ['rates < 5% and > 3%', 'rates < 5% and > 3%'],
    ['&lt;p&gt;Dana&lt;/p&gt; &amp;rsquo;', 'Dana. ’'],
    ['a\u200bb\u202e c\n d', 'a b c d'],
  ])('%s becomes "%s"', (html, text) => {
    expect(htmlText(html)).toBe(text)
  })
})
