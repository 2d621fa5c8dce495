import { describe, expect, it } from 'vitest'
import {
  contentDefaults,
  createMicrosite,
  type Microsite,
  updateMicrosite,
} from '#contract/microsites/microsites.ts'
import { ApiError } from '#web/api/api-error.ts'
import {
  changesOf,
  inFormNames,
  micrositeFormSchema,
  newMicrosite,
  suggestedSlug,
  valuesOf,
} from './microsite-form.ts'

const required = {
  name: 'Harbour Variable',
  slug: 'harbour-variable',
  campaignId: '3',
  heroTitle: 'A rate worth a call',
  heroSubtitle: 'For well-documented clients',
  productName: 'Harbour Variable',
  description: 'A variable rate home loan.',
}

const stored: Microsite = {
  id: 7,
  title: 'Harbour Variable',
  slug: 'harbour-variable',
  campaignId: 3,
  campaign: {
    id: 3,
    name: 'Harbour',
    product: 'Harbour',
    rate: '6.140',
    rateType: 'p.a.',
    comparisonRate: null,
  },
  content: {
    ...contentDefaults,
    heroTitle: 'A',
    heroSubtitle: 'B',
    productName: 'C',
    description: 'D',
    ctaButtonUrl: 'https://lender.example.com/meet',
    ctaSecondaryUrl: null,
  },
  active: true,
  recentVisits: [],
  visits: 12,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
}

describe('a new microsite', () => {
  // Covers: staff-screens-microsites-2
  it('starts with the standard texts and the booking page of this installation, and lacks only what is required', () => {
    const start = newMicrosite('https://brokerline.example.com')
    expect(start.ctaButtonUrl).toBe('https://brokerline.example.com/booking')
    const { error } = micrositeFormSchema.safeParse(start)
    const firstOf = new Map<string, string>()
    for (const { path, message } of error?.issues.toReversed() ?? []) firstOf.set(path.join('.'), message)
    expect([...firstOf].toReversed()).toEqual([
      ['name', 'Microsite name is required'],
      ['slug', 'URL slug is required'],
      ['campaignId', 'Campaign selection is required'],
      ['heroTitle', 'Hero title is required'],
      ['heroSubtitle', 'Hero subtitle is required'],
      ['productName', 'Product name is required'],
      ['description', 'Description is required'],
    ])
  })
  it('is what the contract takes once the rest is filled in', () => {
    const fields = micrositeFormSchema.parse({ ...newMicrosite('http://localhost:3000'), ...required })
    const body = createMicrosite.body.parse(fields)
    expect(body).toMatchObject({ campaignId: 3, loanAmount1: 'Minimum loan $150,000', ctaSecondaryUrl: null })
  })
})

describe('the slug that a name suggests', () => {
  it.each([
    ['Premium Home Loan', 'premium-home-loan'],
    ['  First  Home -- Buyer! ', 'first-home-buyer'],
    ['6.140% p.a.', '6140-pa'],
    ['Ünïcode', 'ncode'],
    ['!!!', ''],
  ])('%s is %s', (name, slug) => {
    expect(suggestedSlug(name)).toBe(slug)
  })
  it('is never longer than a slug may be, and ends in no hyphen', () => {
    const slug = suggestedSlug(`${'ab '.repeat(80)}`)
    expect(slug.length).toBeLessThanOrEqual(100)
    expect(slug).toMatch(/[a-z]$/)
  })
})

describe('an edited microsite', () => {
  const fields = micrositeFormSchema.parse(valuesOf(stored))

  it('sends nothing where nothing was changed', () => {
    expect(changesOf(fields, {})).toEqual({})
  })
  // Covers: staff-screens-microsites-3
  it('sends the name as title, and the content only when one of its texts was changed', () => {
    expect(changesOf({ ...fields, name: 'New' }, { name: true })).toEqual({ title: 'New' })
    const changed = changesOf({ ...fields, heroTitle: 'New' }, { heroTitle: true, active: false })
    expect(Object.keys(changed)).toEqual(['content'])
    expect(updateMicrosite.body.parse(changed).content).toMatchObject({
      heroTitle: 'New',
      featuresTitle: contentDefaults.featuresTitle,
    })
  })
  it('whose campaign is gone asks for another', () => {
    const { error } = micrositeFormSchema.safeParse(valuesOf({ ...stored, campaign: null }))
    expect(error?.issues.map(({ message }) => message)).toEqual(['Campaign selection is required'])
  })
})

// Covers: staff-screens-microsites-3
it('messages of the server stand beside the fields of the form', () => {
  const error = new ApiError({
    status: 409,
    code: 'conflict',
    message: 'Taken',
    fields: { slug: 'Taken', title: 'Too long', 'content.heroTitle': 'Too long too' },
  })
  expect(inFormNames(error)).toMatchObject({
    message: 'Taken',
    fields: { slug: 'Taken', name: 'Too long', heroTitle: 'Too long too' },
  })
  expect(inFormNames('else')).toBe('else')
})
