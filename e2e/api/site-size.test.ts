import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ copyOf: process.env.DEMO_WORLD })
})
afterAll(() => server.stop())

const AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

interface Loaded {
  /** As they go over the wire, compressed as the server does it. */
  bytes: number
  encoding: string
}

/** fetch would unpack it. @param form fields to post; without them it is a GET */
async function load(url: string, form?: Record<string, string>): Promise<Loaded> {
  const headers = { 'accept-encoding': 'gzip, deflate, br', 'user-agent': AGENT }
  const posted = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
  const asked = request(url, form ? { method: 'POST', headers: posted } : { headers })
  asked.end(form && String(new URLSearchParams(form)))
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode, url).toBe(200)
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length // no encoding is set
  return { bytes, encoding: response.headers['content-encoding'] ?? 'identity' }
}

/** Addresses of scripts and style sheets in an HTML document. */
function partsOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)]
  const links = [...html.matchAll(/<link rel="(?:modulepreload|stylesheet)" href="([^"]+)"/g)]
  return [...scripts, ...links].map(([, address = '']) => address)
}

/** Address of the font of a light page. */
const smallFontOf = (html: string): string[] => /\/inter-latin-1\.woff2/.exec(html)?.slice(0, 1) ?? []

async function pageOf(path: string) {
  const url = server.url + path
  const html = await (await fetch(url, { headers: { 'user-agent': AGENT } })).text()
  const parts = [...new Set([...partsOf(html), ...smallFontOf(html)])]
  const document = await load(url)
  const loaded = await Promise.all(parts.map((part) => load(server.url + part)))
  const bytes = loaded.reduce((sum, part) => sum + part.bytes, document.bytes)
  console.log(
    `${path}: ${(bytes / 1000).toFixed(1)} kB, the document ${(document.bytes / 1000).toFixed(1)} kB`,
  )
  return { html, parts, bytes, encodings: [document, ...loaded].map(({ encoding }) => encoding) }
}

describe('a public page over the wire, compressed', () => {
  // Covers: public-pages-mails-9
  it('is under 30 kB for a microsite, style included, without script and with one font file', async () => {
    const page = await pageOf('/microsite/premium-home-loan')
    expect(page.html).toContain('<style>')
    expect(page.html).not.toContain('<script')
    const fonts = [...page.html.matchAll(/[^"(]+\.woff2/g)].map(([address]) => address)
    expect(new Set(fonts).size).toBe(1)
    expect((await load(server.url + fonts[0])).bytes).toBeLessThan(50_000)
    expect(page.parts).toEqual([])
    expect(page.encodings).toEqual(['br'])
    expect(page.bytes).toBeGreaterThan(4_000)
    expect(page.bytes).toBeLessThan(30_000)
  })

  // Covers: verification-2
  it('is under 50 kB for /verify with its answer and all that both load, font included, without script', async () => {
    const page = await pageOf('/verify')
    expect(page.html).not.toContain('<script')
    expect(page.parts).toContain('/inter-latin-1.woff2')
    const answer = await load(`${server.url}/verify`, { number: '0491 570 156', code: 'ZZZZZZ' })
    const images = [...page.html.matchAll(/<(?:img|link rel="icon")[^>]* (?:src|href)="([^"]+)"/g)]
    const icons = await Promise.all(images.map(([, address = '']) => load(server.url + address)))
    const total = page.bytes + answer.bytes + icons.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(`/verify with its answer: ${(total / 1000).toFixed(1)} kB`)
    expect(total).toBeLessThan(50_000)
  })

  // Covers: service-status-4
  it('is under 50 kB for /status with all that it loads, font included, without script', async () => {
    await (await signIn(server.url)).patch('/api/organisation', { statusPage: true })
    const page = await pageOf('/status')
    expect(page.html).toContain('Website and API')
    expect(page.html).not.toContain('<script')
    expect(page.parts).toContain('/inter-latin-1.woff2')
    expect(page.bytes).toBeLessThan(50_000)
  })

  // Covers: public-pages-mails-9
  it.each(['/booking', '/accreditation'])('is under 150 kB for %s, script included', async (path) => {
    const page = await pageOf(path)
    // React, the page's own script, and shared chunks are loaded in parallel, without a waterfall
    expect(page.parts.length).toBeGreaterThan(2)
    expect(page.encodings).not.toContain('identity')
    expect(page.bytes).toBeGreaterThan(60_000)
    expect(page.bytes).toBeLessThan(150_000)
  })
})
