import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Brand } from '#contract/system/brand.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'

/** A picture of 1 × 1. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  await admin.send('PATCH', '/api/organisation', { tradingName: 'Quokka Home Loans' })
})
afterAll(() => app?.close())

function send(file: Buffer, { filename = 'logo.png', client = admin, field = 'logo' } = {}) {
  const boundary = `form-${randomBytes(8).toString('hex')}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: image/png\r\n\r\n`
  return client.send('POST', '/api/brand/logo', undefined, {
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}
const colour = (value: unknown, client = admin) => client.send('PATCH', '/api/brand', { colour: value })
const brand = async (): Promise<Brand> => (await visitor(app).get('/api/brand')).json()
const page = async (): Promise<string> => (await visitor(app).get('/accreditation')).body

describe('the lender’s logo', () => {
  // Covers: settings-14
  it('shows on public pages and in mails, with the name as its text, and is kept by browsers for good', async () => {
    const sent = await send(PNG)
    expect(sent.statusCode, sent.body).toBe(200)
    const { logo } = await brand()
    expect(logo).toMatchObject({ width: 1, height: 1 })
    const path = logo?.path ?? ''
    expect(await page()).toMatch(new RegExp(`<img src="${path}" alt="Quokka Home Loans"`))
    const lender = await lenderFacts(app.ctx())
    const mail = app.providers.pages.mail('account_exists', lender, {
      ...{ name: 'Wei', signInUrl: 'https://l.example/in', forgotUrl: 'https://l.example/forgot' },
    })
    expect(mail.html).toContain(`src="${app.providers.publicUrl}${path}" alt="Quokka Home Loans"`)
    const file = await visitor(app).get(path)
    expect(file.rawPayload.length).toBeGreaterThan(50)
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    const removed = await admin.send('DELETE', '/api/brand/logo')
    expect(removed.json().logo).toBeNull()
    expect(await page()).not.toContain('<img')
    // mails that were sent go on showing it
    expect((await visitor(app).get(path)).statusCode).toBe(200)
  })

  it.each([
    ['an SVG with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 400, /can carry scripts/],
    ['what is no picture', Buffer.from('hello'), 400, /Choose a PNG, JPEG or WebP/],
    ['20 MB', Buffer.alloc(20_000_000, PNG), 413, /less than 1MB/],
  ])('is not %s, and the former one stays', async (_what, file, status, message) => {
    await send(PNG)
    const before = await brand()
    const answer = await send(file)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().fields.logo).toMatch(message)
    expect(await brand()).toEqual(before)
  })

  it('is asked for where none was sent, and found nowhere but at its own address', async () => {
    expect((await send(PNG, { field: 'picture' })).json().fields).toEqual({ logo: 'Choose a file' })
    for (const hash of ['0'.repeat(64), 'x', '..%2F..%2Fvault.key'])
      expect((await visitor(app).get(`/api/brand/logo/${hash}`)).statusCode).toBe(404)
  })
})

describe('the lender’s colour', () => {
  // Covers: settings-14
  it('colours public pages and mails at once, and goes back to the product’s', async () => {
    expect((await colour('#1D4ED8')).json().colour).toBe('#1d4ed8')
    expect(await page()).toContain('--bl-primary:light-dark(#1d4ed8,')
    const lender = await lenderFacts(app.ctx())
    const facts = { name: 'Wei', signInUrl: 'https://l.example/in', forgotUrl: 'https://l.example/forgot' }
    expect(app.providers.pages.mail('account_exists', lender, facts).html).toContain('background:#1d4ed8')
    expect((await colour('')).json().colour).toBeNull()
    expect(await page()).not.toContain('--bl-primary:light-dark(#1d4ed8')
  })

  it.each([
    'red;}',
    'red',
    '#12345',
    '#1234567',
    'javascript:1',
    '#00000g',
    7,
  ])('is not %j', async (value) => {
    const answer = await colour(value)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.colour).toMatch(/^Enter a colour/)
  })

  // Covers: settings-15
  it('and the logo are changed by admins only, with an audit row for each change', async () => {
    const lender = await staffClient(app, 'lender')
    const answers = [
      await colour('#000000', lender),
      await send(PNG, { client: lender }),
      await lender.send('DELETE', '/api/brand/logo'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    const count = async () =>
      (
        await app.connection.db
          .selectFrom('auditLog')
          .select('id')
          .where('action', '=', 'organisation.brand_changed')
          .execute()
      ).length
    const before = await count()
    await colour('#123456')
    await colour('#123456')
    expect(await count()).toBe(before + 1)
  })
})

describe('the offline page', () => {
  // Covers: public-pages-mails-10
  it('has the lender’s name and colour, is cached for an hour, and stays out of search engines', async () => {
    await admin.send('DELETE', '/api/brand/logo')
    await colour('#1d4ed8')
    const { statusCode, headers, body } = await visitor(app).get('/offline')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-robots-tag': 'noindex',
    })
    expect(body).toContain('Quokka Home Loans cannot be reached.')
    expect(body).toContain('--bl-primary:light-dark(#1d4ed8,')
    expect(body).toContain('<script src="/offline.js"')
  })
})
