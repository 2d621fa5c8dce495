import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AttributionReport,
  type Microsite,
  PROFESSIONALS_ONLY,
} from '#contract/microsites/microsites.ts'
import { type Client, signIn, until } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

let server: RunningServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ copyOf: process.env.DEMO_WORLD })
  admin = await signIn(server.url)
})
afterAll(() => server?.stop())

const page = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, headers: { 'user-agent': PHONE, ...init.headers } })
const find = async (slug: string) => (await admin.get<Microsite[]>(`/api/microsites?q=${slug}`))[0]

describe('the microsites of a fresh demo', () => {
  // Covers: microsites-visits-18
  it('stand for its campaigns, with visits and where they came from', async () => {
    const sites = await admin.get<Microsite[]>('/api/microsites')
    expect(sites.map(({ campaign }) => campaign?.name).sort()).toEqual([
      'First Home Buyer',
      'Investment Property',
      'Owner-occupier Refinance',
      'Premium Home Loan',
      'Self-employed',
    ])
    for (const { visits } of sites) expect(visits).toBeGreaterThan(50)
    // since before the first visit: the report has a default period, the sites count all visits
    const report = await admin.get<AttributionReport>('/api/attribution?by=source&from=2020-01-01')
    expect(report.rows.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['brokerline', 'newsletter', 'linkedin', 'google', null]),
    )
    expect(report.visits).toBe(sites.reduce((sum, { visits }) => sum + visits, 0))
  })

  // Covers: microsites-visits-5
  it('are pages that are ready without a script', async () => {
    const answer = await page('/microsite/premium-home-loan')
    expect(answer.status).toBe(200)
    const html = await answer.text()
    for (const text of [
      '<h1',
      'Our sharpest owner-occupier rate',
      '6.14% p.a.',
      '6.18% p.a.',
      'Two-day answer',
      PROFESSIONALS_ONLY,
    ])
      expect(html, text).toContain(text)
    expect(html).not.toMatch(/<script[^>]+src=/)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  // Covers: microsites-visits-5
  it('are not found under another address', async () => {
    const answer = await page('/microsite/no-such-loan')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('Microsite Not Found'),
    ])
  })
})

describe('a visit over the wire', () => {
  // Covers: microsites-visits-8
  it('counts with its broker and tags; a head, a bot and a page loaded ahead do not', async () => {
    const before = await find('investor-flex')
    const brokers = await admin.get<{ id: number }[]>('/api/brokers?limit=1')
    const broker = brokers[0]?.id
    const { key } = await admin.get<{ key: string }>(`/api/brokers/${broker}/link-key`)
    const path = `/microsite/investor-flex?broker=${broker}&key=${key}&utm_source=e2e&utm_medium=test`
    await page(path, { method: 'HEAD' })
    await page(path, { headers: { 'sec-purpose': 'prefetch' } })
    await page(path, { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })
    const answer = await page(path)
    expect(await answer.text()).toMatch(
      new RegExp(
        `\\?broker=${broker}&amp;key=${key}&amp;site=investor-flex&amp;utm_source=e2e&amp;utm_medium=test"`,
      ),
    )
    await page(path)
    const after = await until(
      'the visit is counted',
      () => find('investor-flex'),
      (site) => (site?.visits ?? 0) > (before?.visits ?? 0),
      10,
    )
    expect(after?.visits).toBe((before?.visits ?? 0) + 1)
    const { rows } = await admin.get<AttributionReport>('/api/attribution?by=source')
    expect(rows.find(({ value }) => value === 'e2e')?.visits).toBe(1)
    const activities = await admin.get<{ type: string; broker: { id: number } }[]>('/api/activities?limit=5')
    expect(activities).toContainEqual(
      expect.objectContaining({ type: 'microsite_visited', broker: expect.objectContaining({ id: broker }) }),
    )
  })
})
