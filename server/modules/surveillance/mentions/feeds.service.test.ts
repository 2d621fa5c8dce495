import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ComplianceCheck } from '#contract/surveillance/surveillance.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { readFeeds } from './read-feeds.ts'

let app: TestApp
let admin: Client
let compliance: Client
let server: Server
let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
const asked: { path: string; match: string | undefined }[] = []

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', match: request.headers['if-none-match'] })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})
beforeEach(async () => {
  asked.length = 0
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from messages; delete from news_feeds; delete from brokers',
  )
})

const item = (title: string, path = '1') =>
  `<item><title>${title}</title><link>${origin}/news/${path}</link><guid>${path}</guid><pubDate>Fri, 20 Nov 2026 01:00:00 GMT</pubDate></item>`
const serve = (...items: string[]) => {
  answer = (_request, response) =>
    response
      .writeHead(200, { etag: '"v1"' })
      .end(`<rss><channel><title>News</title>${items.join('')}</channel></rss>`)
}
const addFeed = (path = '/feed') =>
  compliance.send('POST', '/api/surveillance/feeds', { name: 'News', url: `${origin}${path}` })
const feeds = async () => (await compliance.get('/api/surveillance/feeds')).json().feeds
const addBroker = async (name: string, n: number): Promise<number> =>
  (
    await admin.send('POST', '/api/brokers', {
      name,
      phone: `(02) 5550 000${n}`,
      email: `b${n}@example.com`,
      region: 'NSW',
    })
  ).json().id
const flagged = async () => (await compliance.get('/api/surveillance/flagged-brokers')).json()

describe('a news feed', () => {
  // Covers: surveillance-18
  it('that fails leaves the others and their items alone; the failure is counted until it is read again', async () => {
    const broken = (url = '') => url.includes('broken')
    answer = (request, response) =>
      broken(request.url)
        ? response.writeHead(500).end()
        : response.end(`<rss><channel><title>News</title>${item('Quiet day')}</channel></rss>`)
    await addFeed('/broken')
    await addFeed('/good')
    await readFeeds(app.ctx())
    await readFeeds(app.ctx())
    const at = '2026-11-23T02:00:00.000Z'
    expect(await feeds()).toMatchObject([
      { error: expect.stringContaining('500'), failures: 2, failingSince: at, failedAt: at, readAt: null },
      { error: null, failures: 0, failingSince: null, failedAt: null, items: 1 },
    ])
    serve(item('Back again', '2'))
    await readFeeds(app.ctx())
    expect(await feeds()).toMatchObject([
      { error: null, failures: 0, failingSince: null, failedAt: at, items: 1 },
      { error: null, items: 2 },
    ])
  })

  // Covers: surveillance-19
  it('that fails is one task and one mail at its first failure, which end when it is read or removed', async () => {
    const tasks = async (of: string) =>
      (await compliance.get(`/api/tasks?kind=feed_not_read&state=${of}`)).json()
    const mails = async () =>
      app.connection.db
        .selectFrom('messages')
        .select(['recipient', 'subject'])
        .where('template', '=', 'staff_report')
        .execute()
    answer = (_request, response) => response.writeHead(500).end()
    const { id } = (await addFeed()).json()
    await readFeeds(app.ctx())
    await readFeeds(app.ctx())
    expect(await tasks('open')).toMatchObject([
      {
        name: 'News',
        details: expect.stringContaining('answered with status 500. Items that were read earlier stay.'),
      },
    ])
    // one for each of the two people who handle it
    const subject = 'News: the news feed was not read'
    expect(await mails()).toMatchObject([{ subject }, { subject }])
    serve(item('Back again'))
    await readFeeds(app.ctx())
    expect([await tasks('open'), await tasks('ended')]).toMatchObject([
      [],
      [{ endedReason: 'The feed was read or removed.' }],
    ])
    answer = (_request, response) => response.writeHead(500).end()
    await readFeeds(app.ctx())
    expect(await tasks('open')).toHaveLength(1)
    await compliance.send('DELETE', `/api/surveillance/feeds/${id}`)
    expect(await tasks('open')).toEqual([])
  })

  // Covers: surveillance-17
  it('is missing or was never read: external mentions are not checked, and no broker counts as clean', async () => {
    const id = await addBroker('Isla Fraser', 1)
    const check = async () => {
      const url = `/api/surveillance/brokers/${id}/check`
      const refused = await compliance.send('POST', url, { checkType: 'external_mentions' })
      return [refused.statusCode, refused.json().message]
    }
    expect(await check()).toEqual([
      409,
      'Not checked: no feeds. Add a news feed under External mentions, then check again.',
    ])
    answer = (_request, response) => response.writeHead(500).end()
    await addFeed()
    await readFeeds(app.ctx())
    expect(await check()).toEqual([409, expect.stringContaining('Not checked: no feed could be read yet.')])
    const history = await compliance.get(`/api/surveillance/brokers/${id}/compliance-history`)
    expect(history.json()).toEqual([])
  })

  // Covers: surveillance-18
  it('with one bad item stores the others, and names the bad one', async () => {
    await addBroker('Isla Fraser', 1)
    // an emoji across position 2,000, an item without text, a link without an address
    const long = `<item><title>Long</title><link>${origin}/long</link><description>${'x'.repeat(1999)}😀</description></item>`
    serve(long, '<item><link>/empty</link></item>', '<item><title>Isla Fraser banned</title></item>')
    await addFeed()
    await readFeeds(app.ctx())
    expect(await feeds()).toMatchObject([
      { error: null, items: 2, skipped: [{ item: 'Item 2', reason: 'It has neither a title nor a text.' }] },
    ])
    expect(await flagged()).toMatchObject([{ reasons: ['Isla Fraser banned'] }])
  })

  it('in Windows-1252, as its header says, is read with relative links from the address that answered', async () => {
    answer = (request, response) =>
      request.url === '/feed'
        ? response.writeHead(302, { location: '/news/feed' }).end()
        : response
            .writeHead(200, { 'content-type': 'application/xml; charset=windows-1252' })
            .end(
              Buffer.from(
                '<rss><channel><item><title>Zo\xeb\x92s day</title><link>1</link></item></channel></rss>',
                'latin1',
              ),
            )
    await addFeed()
    await readFeeds(app.ctx())
    const rows = await app.connection.db.selectFrom('newsItems').select(['title', 'url']).execute()
    expect(rows).toEqual([{ title: 'Zoë’s day', url: `${origin}/news/1` }])
  })

  // Covers: surveillance-16
  it('is searched for every broker: who is named with words that count is flagged, with the source', async () => {
    const id = await addBroker('Isla Fraser', 1)
    await addBroker('Omar Haddad', 2)
    serve(
      item('Broker Isla Fraser banned for fraud'),
      item('Isla Fraser wins an award', '2'),
      item('Court reopens', '3'),
    )
    expect((await addFeed()).statusCode).toBe(201)
    await readFeeds(app.ctx())
    expect(await feeds()).toMatchObject([{ items: 3, error: null, readAt: '2026-11-23T02:00:00.000Z' }])
    expect(await flagged()).toMatchObject([
      { id, riskScore: 100, reasons: ['Broker Isla Fraser banned for fraud', 'Isla Fraser wins an award'] },
    ])
    const [check] = (await compliance.get(`/api/surveillance/brokers/${id}/compliance-history`)).json<
      ComplianceCheck[]
    >()
    expect(check).toMatchObject({
      checkType: 'external_mentions',
      result: 'flagged',
      riskScore: 100,
      flaggedKeywords: expect.arrayContaining(['banned', 'fraud']),
      sourceUrls: [`${origin}/news/2`, `${origin}/news/1`],
    })
    expect((await compliance.get('/api/tasks')).json()).toMatchObject([
      { kind: 'compliance_review', broker: { id } },
    ])
  })

  // Covers: surveillance-16
  it('is asked for what is new alone, and nobody is told twice', async () => {
    await addBroker('Isla Fraser', 1)
    serve(item('Isla Fraser convicted'))
    await addFeed()
    await readFeeds(app.ctx())
    answer = (request, response) =>
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 500).end()
    await readFeeds(app.ctx())
    expect(asked.map(({ match }) => match)).toEqual([undefined, '"v1"'])
    expect(await feeds()).toMatchObject([{ error: null, items: 1 }])
    const checks = await app.connection.db
      .selectFrom('complianceChecks')
      .select('id')
      .where('checkType', '=', 'external_mentions')
      .execute()
    expect(checks).toHaveLength(1)
  })

  // Covers: surveillance-16
  it('counts by the words that staff choose, and one check of a broker follows them', async () => {
    const id = await addBroker('Isla Fraser', 1)
    serve(item('Isla Fraser in arrears'))
    await addFeed()
    await readFeeds(app.ctx())
    expect(await flagged()).toEqual([])
    const words = (await compliance.get('/api/surveillance/feeds')).json().keywords
    expect(
      (
        await compliance.send('PUT', '/api/surveillance/keywords', {
          keywords: [...words, { word: 'in arrears', weight: 55 }],
        })
      ).statusCode,
    ).toBe(200)
    const checked = await compliance.send('POST', `/api/surveillance/brokers/${id}/check`, {
      checkType: 'external_mentions',
    })
    expect(checked.json()).toMatchObject({
      result: 'flagged',
      riskScore: 65,
      flaggedKeywords: ['in arrears'],
    })
    expect(
      (
        await compliance.send('PUT', '/api/surveillance/keywords', {
          keywords: [
            { word: 'Ban', weight: 10 },
            { word: 'ban', weight: 20 },
          ],
        })
      ).statusCode,
    ).toBe(400)
    expect(
      (
        await compliance.send('PUT', '/api/surveillance/keywords', {
          keywords: [{ word: 'ban', weight: 101 }],
        })
      ).statusCode,
    ).toBe(400)
    await compliance.send('PUT', '/api/surveillance/keywords', { keywords: words })
  })

  // Covers: surveillance-16
  it.each<[string, typeof answer, string]>([
    ['no XML', (_, response) => response.end('not found'), 'something else than an RSS, Atom or JSON feed'],
    [
      'a page to sign in',
      (_, response) => response.end('<!doctype html><html><body>x</body></html>'),
      'an RSS',
    ],
    ['endless', (_, response) => endless(response), 'more than 5 MB'],
    [
      'another place’s file',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'Only addresses that start with https://',
    ],
    ['an error', (_, response) => response.writeHead(500).end(), 'answered with status 500'],
    ['cut off', (request) => request.socket.destroy(), 'could not be reached'],
  ])('that is %s keeps what was read before, and says why', async (_what, bad, reason) => {
    serve(item('Quiet day'))
    await addFeed()
    await readFeeds(app.ctx())
    answer = bad
    await readFeeds(app.ctx())
    const [feed] = await feeds()
    expect(feed.items).toBe(1)
    expect(feed.error).toContain(reason)
  })

  // Covers: surveillance-35
  it('that answers too slowly is given up, and what was read before stays', async () => {
    serve(item('Quiet day'))
    await addFeed()
    await readFeeds(app.ctx())
    answer = (_request, response) => void response.writeHead(200).write('<rss>')
    // as if the twenty seconds were over
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    await readFeeds(app.ctx())
    timeout.mockRestore()
    expect(await feeds()).toMatchObject([{ items: 1, error: expect.stringContaining('too long to answer') }])
  })

  it('is added once, by who may, with an address of the web; and removed with its items', async () => {
    serve()
    const { id } = (await addFeed()).json()
    const lender = await staffClient(app, 'lender')
    const statuses = [
      await addFeed(),
      await lender.send('POST', '/api/surveillance/feeds', { name: 'x', url: `${origin}/other` }),
      await compliance.send('POST', '/api/surveillance/feeds', { name: 'x', url: 'file:///etc/passwd' }),
      await lender.send('DELETE', `/api/surveillance/feeds/${id}`),
      await compliance.send('DELETE', `/api/surveillance/feeds/${id}`),
      await compliance.send('DELETE', `/api/surveillance/feeds/${id}`),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([400, 403, 400, 403, 200, 404])
  })
})

// Covers: surveillance-16
it('an installation reads from the open internet alone', async () => {
  const real = await createTestApp({ env: { DEMO: 'off', RATE_LIMITS: 'on' } })
  try {
    const member = await staffClient(real, 'compliance')
    const refused = await member.send('POST', '/api/surveillance/feeds', {
      name: 'x',
      url: 'http://127.0.0.1:1/feed',
    })
    expect(refused.json().fields).toEqual({ url: 'Only addresses that start with https:// are read.' })
    await member.send('POST', '/api/surveillance/feeds', { name: 'x', url: 'https://127.0.0.1:1/feed' })
    await readFeeds(real.ctx())
    expect((await member.get('/api/surveillance/feeds')).json().feeds).toMatchObject([
      { error: '127.0.0.1 is not on the open internet.' },
    ])
  } finally {
    await real.close()
  }
})

function endless(response: ServerResponse): void {
  response.writeHead(200)
  const more = (): void => {
    if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more)
    else if (!response.destroyed) response.once('drain', more)
  }
  more()
}
