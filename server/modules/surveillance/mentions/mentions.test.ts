import { describe, expect, it, test } from 'vitest'
import { createMentionFinder, mentionFinding } from './find-mentions.rules.ts'
import { readFeed } from './read-feed.rules.ts'

const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`

describe('a feed', () => {
  it('is read as RSS: markup and entities become text', () => {
    const item = `<item><title>A &amp;amp; B &#8217;s</title><link>https://news.example/1</link><guid>one</guid>
      <description><![CDATA[<p>Isla <b>Fraser</b>&nbsp;was</p>]]></description><pubDate>Mon, 23 Nov 2026 01:00:00 GMT</pubDate></item>`
    expect(readFeed(rss(item))).toEqual({
      ok: true,
      title: 'News',
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

  it('is read as Atom, with the address that is not its own', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title><entry><id>tag:1</id><title type="html">X</title>
      <link rel="self" href="https://news.example/self"/><link rel="alternate" href="https://news.example/2"/>
      <updated>2026-11-20T00:00:00Z</updated><summary>Text</summary></entry></feed>`
    const read = readFeed(atom)
    expect(read.ok && read.items).toMatchObject([
      { guid: 'tag:1', url: 'https://news.example/2', summary: 'Text' },
    ])
  })

  test.each([
    ['no XML', 'Not found', 'The address answers with something else than an RSS or Atom feed.'],
    [
      'a page',
      '<!doctype html><html><body>x</body></html>',
      'The feed has a document type of its own, which is not read.',
    ],
    [
      'an entity bomb',
      '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>',
      'The feed has a document type of its own, which is not read.',
    ],
    ['cut off', '<rss><channel><item><title>x', 'something'],
    [
      'another XML',
      '<calendar><event/></calendar>',
      'The address answers with something else than an RSS or Atom feed.',
    ],
  ])('that is %s is refused, or gives nothing', (_what, xml, reason) => {
    const read = readFeed(xml)
    if (reason === 'something') expect(read.ok ? read.items : []).toEqual([])
    else expect(read).toEqual({ ok: false, reason })
  })

  it('gives no item without a title or without an address of the web, and no more than five hundred', () => {
    const bad =
      '<item><title>x</title><link>javascript:alert(1)</link></item><item><link>https://news.example/3</link></item>'
    const read = readFeed(
      rss(bad + '<item><title>x</title><link>https://news.example/4</link></item>'.repeat(600)),
    )
    expect(read.ok && read.items).toHaveLength(498)
  })
})

describe('a text', () => {
  const item = {
    id: 1,
    url: 'https://news.example/1',
    title: 'Court: FRASER, Isla banned',
    summary: 'Harbour Home Loans Pty Ltd was not charged.',
  }
  const find = createMentionFinder([
    { id: 1, name: 'Isla Fraser', company: null },
    { id: 2, name: 'Omar Haddad', company: 'Harbour Home Loans' },
    { id: 3, name: 'Fraser', company: 'Court' },
    { id: 4, name: 'Isla Frasers', company: null },
  ])

  it('names brokers and companies as whole phrases, in either order, and nobody by one word', () => {
    expect(find(item).map(({ brokerId, phrase }) => [brokerId, phrase])).toEqual([
      [1, 'fraser isla'],
      [2, 'harbour home loans'],
    ])
  })

  it('counts as much as its words do, each of them named, and never more than 100', () => {
    const { finding, words } = mentionFinding(item, 'fraser isla', [
      { word: 'banned', weight: 60 },
      { word: 'court', weight: 25 },
      { word: 'charge', weight: 90 },
    ])
    expect([finding.risk, words]).toEqual([95, ['banned', 'court']])
    expect(finding.points.map(({ text, risk }) => [text, risk])).toEqual([
      ['Names “fraser isla”', 10],
      ['Says “banned”', 60],
      ['Says “court”', 25],
    ])
    expect(mentionFinding(item, 'x', [{ word: 'banned', weight: 100 }]).finding.risk).toBe(100)
  })
})
