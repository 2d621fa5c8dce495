import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  contentDefaults,
  type Microsite,
  microsite as micrositeSchema,
} from '#contract/microsites/microsites.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { addCampaign, micrositeFields } from '#test/worlds/microsites-world.ts'
import { NO_CAMPAIGN, SLUG_TAKEN } from './microsites.ts'

let app: TestApp
let lender: Client
let campaignId: number
let made = 0

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
  campaignId = await addCampaign(app)
})
afterAll(() => app?.close())

const post = (given: object = {}): Promise<LightMyRequestResponse> =>
  lender.send('POST', '/api/microsites', { ...micrositeFields, campaignId, slug: `made-${made++}`, ...given })
const patch = (id: number, changes: object): Promise<LightMyRequestResponse> =>
  lender.send('PATCH', `/api/microsites/${id}`, changes)

async function create(given: object = {}): Promise<Microsite> {
  const answer = await post(given)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Microsite>()
}

async function auditOf(id: number) {
  return app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'actor', 'before', 'after'])
    .where('subjectType', '=', 'microsite')
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()
}

const { name: _name, slug: _slug, ...content } = micrositeFields

describe('a microsite that is being written', () => {
  const preview = (body: object) => lender.send('POST', '/api/microsites/preview', body)

  // Covers: staff-screens-microsites-4
  it('is shown as its page would be, with the campaign’s rate and the standard texts, and stored nowhere', async () => {
    const before = (await lender.get('/api/microsites')).json().length
    const answer = await preview({
      name: 'Spring',
      campaignId,
      heroTitle: 'A <b>bold</b> rate',
      ctaButtonUrl: 'htt',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const { html } = answer.json()
    expect(html).toContain('A &lt;b&gt;bold&lt;/b&gt; rate')
    expect(html).toContain('6.14%')
    expect(html).toContain(contentDefaults.featuresTitle)
    expect(html).toContain('href="/booking"')
    expect((await lender.get('/api/microsites')).json()).toHaveLength(before)
  })

  it('is shown before anything is typed, with a campaign that is gone, and refused beyond its limits', async () => {
    expect((await preview({})).json().html).toContain('Hero title')
    expect((await preview({ campaignId: 2_000_000_000 })).statusCode).toBe(200)
    const long = await preview({ heroTitle: 'x'.repeat(301) })
    expect([long.statusCode, long.json().fields]).toEqual([400, { heroTitle: 'At most 300 characters' }])
    const viewer = await staffClient(app, 'viewer')
    expect((await viewer.send('POST', '/api/microsites/preview', {})).statusCode).toBe(403)
  })

  // Covers: staff-screens-microsites-5
  it('is read by its number, active or not, with the visits of the last fourteen days', async () => {
    const { id } = await create({ slug: 'read-by-number' })
    await patch(id, { active: false })
    await sql`insert into visit_rollups (microsite_id, dimension, days, start, value, visits) values
      (${id}, 'total', 1, (now() at time zone 'Australia/Sydney')::date, '', 3),
      (${id}, 'total', 1, (now() at time zone 'Australia/Sydney')::date - 13, '', 2),
      (${id}, 'total', 1, (now() at time zone 'Australia/Sydney')::date - 14, '', 9)`.execute(
      app.connection.db,
    )
    const read = (await lender.get(`/api/microsites/${id}/settings`)).json<Microsite>()
    expect(read).toMatchObject({ id, active: false })
    expect([read.recentVisits.length, read.recentVisits[0], read.recentVisits.at(-1)]).toEqual([14, 2, 3])
    const gone = await lender.get('/api/microsites/2000000000/settings')
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Microsite not found.'])
  })
})

describe('creating a microsite', () => {
  // Covers: microsites-visits-1
  it('takes the content flat, and fills what is empty with the default texts', async () => {
    const created = await create({ slug: 'flat', heroButtonText: ' ', feature1Title: 'Mine', features: '' })
    expect(micrositeSchema.parse(created)).toEqual(created)
    expect(created).toMatchObject({
      title: micrositeFields.name,
      slug: 'flat',
      campaignId,
      campaign: { id: campaignId, name: 'Spring', rate: '6.140', rateType: 'p.a. variable' },
      active: true,
      visits: 0,
    })
    expect(created.content).toEqual({
      ...contentDefaults,
      ...content,
      feature1Title: 'Mine',
      ctaSecondaryUrl: null,
    })
    expect(created.content.loanAmount1).toBe('Minimum loan $150,000')
    expect(created.content.loanAmount2).toBe('Maximum loan $3,000,000')
    expect(created.content.loanAmount3).toBe('LVR up to 95%')
  })

  // Covers: microsites-visits-1
  it('says in the audit log who created what', async () => {
    const { id } = await create()
    expect(await auditOf(id)).toEqual([
      {
        action: 'microsite.created',
        actor: 'lender.client@staff.example',
        before: null,
        after: expect.objectContaining({ title: micrositeFields.name, campaignId }),
      },
    ])
  })

  // Covers: microsites-visits-2, microsites-visits-3
  it.each<[string, object, Record<string, string>]>([
    ['no name', { name: '  ' }, { name: 'Microsite name is required' }],
    ['no slug', { slug: undefined }, { slug: 'URL slug is required' }],
    [
      'capitals in the slug',
      { slug: 'Premium' },
      { slug: 'Slug must contain only lowercase letters, numbers, and hyphens' },
    ],
    [
      'a path as slug',
      { slug: '../admin' },
      { slug: 'Slug must contain only lowercase letters, numbers, and hyphens' },
    ],
    [
      'another alphabet in the slug',
      { slug: 'zins-größe' },
      { slug: 'Slug must contain only lowercase letters, numbers, and hyphens' },
    ],
    ['a slug that is too long', { slug: 'a'.repeat(101) }, { slug: 'At most 100 characters' }],
    ['no campaign', { campaignId: undefined }, { campaignId: 'Campaign selection is required' }],
    ['campaign 0', { campaignId: 0 }, { campaignId: 'Campaign selection is required' }],
    ['an unknown campaign', { campaignId: 2_000_000_000 }, { campaignId: NO_CAMPAIGN }],
    [
      'a campaign beyond any id',
      { campaignId: 3_000_000_000 },
      { campaignId: 'Campaign selection is required' },
    ],
    ['no hero title', { heroTitle: '' }, { heroTitle: 'Hero title is required' }],
    ['no hero subtitle', { heroSubtitle: undefined }, { heroSubtitle: 'Hero subtitle is required' }],
    ['no product name', { productName: '' }, { productName: 'Product name is required' }],
    ['no description', { description: ' ' }, { description: 'Description is required' }],
    ['no address', { ctaButtonUrl: '' }, { ctaButtonUrl: 'Valid URL is required' }],
    ['an address that is none', { ctaButtonUrl: 'call me' }, { ctaButtonUrl: 'Valid URL is required' }],
    [
      'a script as address',
      { ctaButtonUrl: 'javascript:alert(1)' },
      { ctaButtonUrl: 'Valid URL is required' },
    ],
    [
      'a script with a blank before',
      { ctaButtonUrl: ' java\tscript:alert(1)' },
      { ctaButtonUrl: 'Valid URL is required' },
    ],
    [
      'data as address',
      { ctaButtonUrl: 'data:text/html,<script>alert(1)</script>' },
      { ctaButtonUrl: 'Valid URL is required' },
    ],
    [
      'a password in the address',
      { ctaButtonUrl: 'https://user:secret@lumen.example/' },
      { ctaButtonUrl: 'Valid URL is required' },
    ],
    [
      'a user in the address',
      { ctaSecondaryUrl: 'https://lumen.example@evil.example/' },
      { ctaSecondaryUrl: 'Valid URL is required' },
    ],
    [
      'a file as address',
      { ctaSecondaryUrl: 'file:///etc/passwd' },
      { ctaSecondaryUrl: 'Valid URL is required' },
    ],
    [
      'an address without a scheme',
      { ctaSecondaryUrl: '//evil.example' },
      { ctaSecondaryUrl: 'Valid URL is required' },
    ],
    [
      'a title of 100,000 characters',
      { heroTitle: 'x'.repeat(100_000) },
      { heroTitle: 'At most 300 characters' },
    ],
    [
      'a description of 100,000 characters',
      { description: 'x'.repeat(100_000) },
      { description: 'At most 4,000 characters' },
    ],
    [
      'a default text of 100,000 characters',
      { loanAmount4: 'x'.repeat(100_000) },
      { loanAmount4: 'At most 300 characters' },
    ],
    [
      'an address of 100,000 characters',
      { ctaButtonUrl: `https://lumen.example/${'x'.repeat(100_000)}` },
      { ctaButtonUrl: 'At most 2,000 characters' },
    ],
    ['a wrong type', { heroTitle: 7 }, { heroTitle: 'Hero title is required' }],
  ])('refuses %s with a message at the field', async (_what, given, messages) => {
    const answer = await post(given)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().fields).toEqual(messages)
  })

  // Covers: microsites-visits-2
  it('refuses a slug that is taken, also when two ask for it at once', async () => {
    await create({ slug: 'taken' })
    const answer = await post({ slug: 'taken' })
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', message: SLUG_TAKEN, fields: { slug: SLUG_TAKEN } }),
    ])
    const racing = await Promise.all(Array.from({ length: 8 }, () => post({ slug: 'raced' })))
    expect(racing.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  })

  it('refuses a text that the database cannot hold', async () => {
    const answer = await post({ heroTitle: 'a\u0000b' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      expect.stringContaining('cannot be stored'),
    ])
  })
})

describe('changing a microsite', () => {
  // Covers: create-edit-campaign-9
  it('changes what is sent and nothing else', async () => {
    const before = await create()
    const answer = await patch(before.id, { title: 'Autumn' })
    expect(answer.json()).toEqual({ ...before, title: 'Autumn', updatedAt: expect.any(String) })
  })

  // Covers: microsites-visits-1
  it('changes of the content what is sent, with defaults where that is empty', async () => {
    const before = await create({ feature1Title: 'Mine', ctaSecondaryUrl: 'https://lender.example/form' })
    const answer = await patch(before.id, { content: { heroTitle: 'New' } })
    expect(answer.json().content).toEqual({ ...before.content, heroTitle: 'New' })
    const emptied = await patch(before.id, { content: { feature1Title: '', ctaSecondaryUrl: null } })
    expect(emptied.json().content).toEqual({
      ...{ ...before.content, heroTitle: 'New', ctaSecondaryUrl: null },
      feature1Title: contentDefaults.feature1Title,
    })
  })

  it('that leaves everything as it is leaves no trace', async () => {
    const before = await create()
    expect((await patch(before.id, {})).json()).toEqual(before)
    expect((await patch(before.id, { slug: before.slug, content, active: true, campaignId })).json()).toEqual(
      before,
    )
    expect(await auditOf(before.id)).toHaveLength(1)
  })

  // Covers: microsites-visits-1
  it('writes what was before and after into the audit log', async () => {
    const { id, slug } = await create()
    await patch(id, { slug: `${slug}-new`, active: false })
    expect((await auditOf(id))[1]).toMatchObject({
      action: 'microsite.changed',
      before: { slug, active: true },
      after: { slug: `${slug}-new`, active: false },
    })
  })

  // Covers: microsites-visits-2
  it.each<[string, object, number, Record<string, string>]>([
    [
      'a content whose subtitle is empty',
      { content: { heroTitle: 'x', heroSubtitle: ' ' } },
      400,
      { 'content.heroSubtitle': 'Hero subtitle is required' },
    ],
    [
      'a script as address',
      { content: { ...content, ctaButtonUrl: 'javascript:alert(1)' } },
      400,
      { 'content.ctaButtonUrl': 'Valid URL is required' },
    ],
    ['an empty title', { title: '' }, 400, { title: 'Microsite name is required' }],
    ['an unknown campaign', { campaignId: 2_000_000_000 }, 400, { campaignId: NO_CAMPAIGN }],
    ['a slug that is taken', { slug: 'changed-taken' }, 409, { slug: SLUG_TAKEN }],
  ])('refuses %s and changes nothing', async (what, changes, status, messages) => {
    if (what === 'a slug that is taken') await create({ slug: 'changed-taken' })
    const before = await create()
    const answer = await patch(before.id, { title: 'Other', ...changes })
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json().fields).toMatchObject(messages)
    expect((await lender.get(`/api/microsites?q=${before.slug}`)).json()).toEqual([before])
  })

  it('is 404 where there is none', async () => {
    for (const answer of [
      await patch(2_000_000_000, { title: 'x' }),
      await lender.send('DELETE', '/api/microsites/2000000000'),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Microsite not found.'])
    }
  })
})

describe('deleting a microsite', () => {
  // Covers: microsites-visits-1
  it('takes it away, tells the audit log what it was, and frees its slug', async () => {
    const before = await create({ slug: 'to-go' })
    const answer = await lender.send('DELETE', `/api/microsites/${before.id}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: true }])
    expect((await visitor(app).get('/api/microsites/to-go')).statusCode).toBe(404)
    expect((await auditOf(before.id))[1]).toMatchObject({
      action: 'microsite.deleted',
      before: { title: micrositeFields.name, slug: 'to-go' },
    })
    await create({ slug: 'to-go' })
  })
})

describe('reading microsites', () => {
  // Covers: microsites-visits-4
  it('is for everybody by slug, without what only staff may know', async () => {
    await create({ slug: 'open' })
    const answer = await visitor(app).get('/api/microsites/open')
    expect(answer.statusCode).toBe(200)
    expect(Object.keys(answer.json()).sort()).toEqual([
      'campaign',
      'campaignId',
      'content',
      'id',
      'slug',
      'title',
    ])
    expect(answer.json().campaign).toEqual({
      ...{ id: campaignId, name: 'Spring', product: 'Flex', rate: '6.140', rateType: 'p.a. variable' },
      comparisonRate: '6.180',
    })
  })

  it('says Microsite Not Found for an unknown or inactive one', async () => {
    const { id } = await create({ slug: 'closed' })
    await patch(id, { active: false })
    for (const slug of [
      'closed',
      'nowhere',
      'CLOSED',
      '%20',
      '..%2f..%2f',
      "'%20or%201=1%20--",
      'a'.repeat(200),
    ]) {
      const answer = await visitor(app).get(`/api/microsites/${slug}`)
      expect([answer.statusCode, answer.json().message], slug).toEqual([404, 'Microsite Not Found'])
    }
  })

  // Covers: microsites-visits-4
  it('lists them newest first, in pages, by campaign and by text', async () => {
    const other = await addCampaign(app, { name: 'Quokka' })
    const ids: number[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await create({ name: `Listed 50%_${index}`, campaignId: other })).id)
    }
    const seen: number[] = []
    let url: string | undefined = `/api/microsites?campaignId=${other}&limit=2`
    while (url) {
      const answer: LightMyRequestResponse = await lender.get(url)
      expect(answer.headers['x-total-count']).toBe('5')
      seen.push(...answer.json<Microsite[]>().map(({ id }) => id))
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(ids)
    const found = async (q: string): Promise<number> =>
      (await lender.get(`/api/microsites?q=${encodeURIComponent(q)}`)).json().length
    expect(await found('LISTED 50%_3')).toBe(1)
    expect(await found('quokka')).toBe(5)
    expect(await found('5%_3')).toBe(0)
  })
})
