import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MicrositeContent, PROFESSIONALS_ONLY } from '#contract/microsites/microsites.ts'
import { ownPath } from '#server/modules/brokers/broker-key.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import {
  addBroker,
  addCampaign,
  addMicrosite,
  CHROME,
  micrositeFields,
} from '#test/worlds/microsites-world.ts'

let app: TestApp
let other: TestApp
let lender: Client
beforeAll(async () => {
  app = await createTestApp()
  other = await createTestApp({ databaseUrl: app.databaseUrl })
  lender = await staffClient(app, 'lender')
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

const page = (slug: string, query = '', by = app) => visitor(by).get(`/microsite/${slug}${query}`)

let made = 0
async function create(given: object = {}): Promise<{ id: number; slug: string }> {
  const campaignId = await addCampaign(app)
  const slug = `page-${made++}`
  const answer = await lender.send('POST', '/api/microsites', {
    ...micrositeFields,
    campaignId,
    slug,
    ...given,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('the page of a microsite', () => {
  // Covers: microsites-visits-5
  it('comes ready-made, with title, description and Open Graph, for professionals only', async () => {
    const { slug } = await create()
    const answer = await page(slug)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toMatch(/^<!doctype html>/i)
    for (const text of [
      micrositeFields.heroTitle,
      '6.14% p.a.',
      '6.18% p.a.',
      PROFESSIONALS_ONLY,
      'og:title',
      'og:description',
    ])
      expect(answer.body, text).toContain(text)
    expect(answer.body).toContain(`http://localhost:3000/microsite/${slug}`)
  })

  it('carries the protecting headers, and is asked for again at each visit', async () => {
    const { slug } = await create()
    for (const answer of [await page(slug), await page(slug)]) {
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
      expect(answer.headers['cache-control']).toBe('private, no-cache')
    }
  })

  it('is not kept by a browser that loads it ahead', async () => {
    const { slug } = await create()
    const answer = await visitor(app).get(`/microsite/${slug}`, { headers: { 'sec-purpose': 'prefetch' } })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  it('is the same in every encoding, the first time and from memory', async () => {
    const { slug } = await create()
    const { body } = await page(slug)
    for (let turn = 0; turn < 2; turn++) {
      const get = (accepted: string) =>
        visitor(app).get(`/microsite/${slug}`, { headers: { 'accept-encoding': accepted } })
      const br = await get('gzip, deflate, br, zstd')
      expect(br.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(body)
      const gzip = await get('gzip, br;q=0')
      expect(gzip.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(gzip.rawPayload).toString()).toBe(body)
      expect((await get('identity')).body).toBe(body)
      expect(br.headers.vary).toBe('accept-encoding')
    }
  })

  it('has a head of its own, and none of the body', async () => {
    const { slug } = await create()
    for (let turn = 0; turn < 2; turn++) {
      const answer = await app.server.inject({ method: 'HEAD', url: `/microsite/${slug}` })
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      expect(Number(answer.headers['content-length'])).toBeGreaterThan(1000)
    }
  })

  it('is not sent again where the browser has it', async () => {
    const { slug } = await create()
    const { headers } = await page(slug)
    const again = await visitor(app).get(`/microsite/${slug}`, {
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  // Covers: microsites-visits-6
  it('puts the broker of the link into the links to this installation, if there is one', async () => {
    const { slug } = await create()
    const brokerId = await addBroker(app)
    for (let turn = 0; turn < 2; turn++) {
      const { body } = await page(slug, `?broker=${brokerId}`)
      expect(body).toContain(`/booking?broker=${brokerId}&amp;site=${slug}"`)
      expect(body).toContain(`/accreditation?broker=${brokerId}&amp;site=${slug}"`)
      const link = ownPath(app.ctx(), '', brokerId)
      const withKey = await page(slug, link)
      expect(withKey.body).toContain(`/booking${link.replace('&', '&amp;')}&amp;site=${slug}"`)
      for (const altered of ['a-b.c_d', '%22%3E%3Cscript%3E', '']) {
        const refused = await page(slug, `?broker=${brokerId}&key=${altered}`)
        expect(refused.body).not.toContain('broker=')
      }
      for (const unknown of ['2000000000', 'x', '0', '"><script>']) {
        const plain = await page(slug, `?broker=${encodeURIComponent(unknown)}`)
        expect(plain.body).not.toContain('?broker=')
      }
    }
  })

  it('hands on the tags of the visit, whatever they hold, and nothing else of its address', async () => {
    const { slug } = await create()
    for (let turn = 0; turn < 2; turn++) {
      expect((await page(slug)).body).toContain(`/booking?site=${slug}"`)
      const tagged = await page(slug, '?utm_source=newsletter&utm_campaign=May%20rates&site=other&x=1')
      const query = `site=${slug}&amp;utm_source=newsletter&amp;utm_campaign=May+rates`
      expect(tagged.body).toContain(`/booking?${query}"`)
      expect(tagged.body).toContain(`/accreditation?${query}"`)
      const evil = await page(slug, `?utm_source=${encodeURIComponent('"><script>alert(1)</script>')}`)
      expect(evil.body).not.toContain('<script>alert')
      expect(evil.body).toContain('utm_source=%22%3E%3Cscript%3E')
    }
  })

  // Covers: microsites-visits-3
  it('holds no script of anybody, whichever field it stands in', async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>' onload='x`
    const fields = Object.keys((await lenderContent()) as object).filter((name) => !name.endsWith('Url'))
    const content = Object.fromEntries(fields.map((name) => [name, evil]))
    const campaignId = await addCampaign(app, {
      product: evil,
      description: evil,
      name: evil,
      rateType: evil,
    })
    const { slug } = await create({ ...content, name: evil, campaignId })
    const { body } = await page(slug)
    expect(body).not.toMatch(/<script(?![^>]*type="application\/json")/i)
    expect(body).not.toMatch(/<img/i)
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toContain('javascript:')
  })

  // Covers: microsites-visits-5
  it('says Microsite Not Found, with 404, for an unknown or inactive one', async () => {
    const { id, slug } = await create()
    expect((await page(slug)).statusCode).toBe(200)
    await lender.send('PATCH', `/api/microsites/${id}`, { active: false })
    for (const path of [
      slug,
      'nowhere',
      'Nowhere',
      '%3Cscript%3E',
      'a'.repeat(300),
      '%00',
      '..%2F..%2Fapi',
    ]) {
      const answer = await page(path)
      expect(answer.statusCode, path).toBe(404)
      expect(answer.headers['content-type'], path).toContain('text/html')
      expect(answer.body).toContain('Microsite Not Found')
      expect(answer.body).not.toContain('<script>')
    }
  })
})

async function lenderContent(): Promise<MicrositeContent> {
  const { slug } = await create()
  return (await visitor(app).get(`/api/microsites/${slug}`)).json().content
}

describe('a page that is kept in memory', () => {
  // Covers: microsites-visits-7
  it('is made once, however many come at once', async () => {
    const { slug } = await create()
    const render = vi.spyOn(app.providers.pages, 'microsite')
    await Promise.all(Array.from({ length: 50 }, () => page(slug)))
    expect(render).toHaveBeenCalledTimes(1)
    render.mockRestore()
  })

  it('is not made again for what changes nothing on it', async () => {
    const { id, slug } = await create()
    await page(slug)
    const render = vi.spyOn(app.providers.pages, 'microsite')
    await lender.send('PATCH', `/api/microsites/${id}`, { campaignId: await addCampaign(app) })
    expect((await page(slug)).statusCode).toBe(200)
    expect(render).not.toHaveBeenCalled()
    await lender.send('PATCH', `/api/microsites/${id}`, { title: 'Another' })
    expect((await page(slug)).statusCode).toBe(200)
    expect(render).toHaveBeenCalledTimes(1)
    render.mockRestore()
  })

  // Covers: microsites-visits-7
  it('shows a change at once to whoever made it, and soon in every other process', async () => {
    const { id, slug } = await create()
    await page(slug)
    await page(slug, '', other)
    await lender.send('PATCH', `/api/microsites/${id}`, { title: 'Changed title' })
    expect((await page(slug)).body).toContain('Changed title')
    await until('the other shows it', async () =>
      (await page(slug, '', other)).body.includes('Changed title'),
    )
    const moved = `${slug}-moved`
    await lender.send('PATCH', `/api/microsites/${id}`, { slug: moved })
    expect((await page(slug)).statusCode).toBe(404)
    expect((await page(moved)).statusCode).toBe(200)
    await lender.send('DELETE', `/api/microsites/${id}`)
    expect((await page(moved)).statusCode).toBe(404)
    await until('it is gone in the other', async () => (await page(moved, '', other)).statusCode === 404)
  })

  // Covers: microsites-visits-7
  it('shows another rate once the campaign has it', async () => {
    const campaignId = await addCampaign(app)
    const { slug } = await create({ campaignId })
    expect((await page(slug)).body).toContain('6.14%')
    await lender.send('PATCH', `/api/campaigns/${campaignId}`, { rate: '5.995' })
    await until('the new rate', async () => (await page(slug)).body.includes('5.995'))
    expect((await page(slug)).body).not.toContain('6.14%')
  })

  // Covers: microsites-visits-7
  it('is read each time while nobody would tell of changes, and what was missed is shown afterwards', async () => {
    const { id, slug } = await addMicrosite(app)
    expect((await page(slug)).statusCode).toBe(200)
    // the notification connection breaks, so changes made now are not announced
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'brokerline-changes' and datname = current_database()`.execute(
      app.connection.db,
    )
    await sql`update microsites set title = 'Missed title' where id = ${id}`.execute(app.connection.db)
    await until('what was missed', async () => (await page(slug)).body.includes('Missed title'))
    await until('the connection is back', async () => {
      const { rows } = await sql`select from pg_stat_activity
        where application_name = 'brokerline-changes' and datname = current_database()`.execute(
        app.connection.db,
      )
      return rows.length === 2
    })
    await lender.send('PATCH', `/api/microsites/${id}`, { title: 'Later title' })
    expect((await page(slug)).body).toContain('Later title')
  })

  it('counts the visits of those who come at once, while it is made', async () => {
    const { id, slug } = await create()
    await Promise.all(
      Array.from({ length: 5 }, () =>
        visitor(app).get(`/microsite/${slug}`, { headers: { 'user-agent': CHROME } }),
      ),
    )
    await until('one visitor', async () => {
      const row = await app.connection.db
        .selectFrom('microsites')
        .select('visits')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.visits === 1
    })
  })
})
