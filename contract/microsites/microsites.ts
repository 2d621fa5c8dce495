import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line, lines } from '#contract/text-fields.ts'
import { atMost } from '#contract/texts.ts'

const tag = 'Microsites'

/** Shown on every public page. */
export const PROFESSIONALS_ONLY =
  'For mortgage brokers and other industry professionals only. Not for distribution to consumers.'

const TEXT = 300
const LONG_TEXT = 4000
const text = (max: number, required?: string) => {
  const schema = (max > TEXT ? lines : line)(required).max(max, atMost(max))
  return required ? schema.min(1, required) : schema
}

/** http and https only, no user name or password inside. */
function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    url.username === '' &&
    url.password === ''
  )
}
const URL_MESSAGE = 'Valid URL is required'
const webAddress = text(2000, URL_MESSAGE).refine(isWebAddress, URL_MESSAGE)

/** The optional content texts, each with its default. */
export const contentDefaults = {
  heroButtonText: 'See the features',
  features: '',
  featuresTitle: 'Why brokers choose this product',
  featuresSubtitle: 'What you and your clients get',
  feature1Title: 'Competitive rates',
  feature1Description: 'Sharp pricing for well-documented clients, reviewed every month.',
  feature2Title: 'Fast decisions',
  feature2Description: 'A named assessor and an answer you can plan with.',
  feature3Title: 'Support that picks up',
  feature3Description: 'A business development manager for every accredited broker.',
  idealClientTitle: 'Ideal client profile',
  perfectForTitle: 'Perfect for',
  perfectFor1: 'PAYG and self-employed borrowers',
  perfectFor2: 'Purchases and refinances',
  perfectFor3: 'Owner-occupiers and investors',
  perfectFor4: 'Clients who want a quick answer',
  loanAmountsTitle: 'Loan amounts',
  loanAmount1: 'Minimum loan $150,000',
  loanAmount2: 'Maximum loan $3,000,000',
  loanAmount3: 'LVR up to 95%',
  loanAmount4: 'No LMI options',
  ctaMainTitle: 'Talk it through with a BDM',
  ctaMainSubtitle: 'A 60-minute video meeting about your clients and this product.',
  ctaButtonText: 'Book a meeting',
} as const
export type DefaultedContent = keyof typeof contentDefaults

const defaultedNames = Object.keys(contentDefaults) as DefaultedContent[] // the keys of the literal above
const optionalTexts = Object.fromEntries(
  defaultedNames.map((name) => [name, text(name.endsWith('Description') ? 1000 : TEXT).optional()]),
) as Record<DefaultedContent, z.ZodOptional<z.ZodString>> // one entry per name

const contentFields = {
  heroTitle: text(TEXT, 'Hero title is required'),
  heroSubtitle: text(1000, 'Hero subtitle is required'),
  productName: text(TEXT, 'Product name is required'),
  description: text(LONG_TEXT, 'Description is required'),
  ...optionalTexts,
  features: text(LONG_TEXT).optional(),
  ctaButtonUrl: webAddress,
  ctaSecondaryUrl: z
    .union([z.literal(''), webAddress], URL_MESSAGE)
    .nullish()
    .transform((value) => value || null),
}

const slug = line('URL slug is required')
  .min(1, 'URL slug is required')
  .max(100, 'At most 100 characters')
  .regex(/^[a-z0-9-]+$/, 'Slug must contain only lowercase letters, numbers, and hyphens')
const campaignId = z
  .number('Campaign selection is required')
  .int('Campaign selection is required')
  .min(1, 'Campaign selection is required')
  .max(2_147_483_647, 'Campaign selection is required')
const name = text(200, 'Microsite name is required')

/** The slug that a name suggests: lowercased, non-alphanumerics removed, spaces to hyphens, repeated ones collapsed. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

export const micrositeContent = z.object(contentFields)

export const micrositeFields = z.object({ name, slug, campaignId, ...contentFields })
export type MicrositeInput = z.input<typeof micrositeFields>

export const micrositeChanges = z.object({
  title: name.optional(),
  slug: slug.optional(),
  campaignId: campaignId.optional(),
  /** Any part of the content; an empty optional text gets its default. */
  content: micrositeContent.partial().optional(),
  /** An inactive microsite answers as if it did not exist. */
  active: z.boolean().optional(),
})

/** The stored content: every text is there, the defaults filled in. */
export const storedContent = z.object({
  heroTitle: z.string(),
  heroSubtitle: z.string(),
  productName: z.string(),
  description: z.string(),
  ...(Object.fromEntries(defaultedNames.map((key) => [key, z.string()])) as Record<
    DefaultedContent,
    z.ZodString
  >), // one entry per name
  ctaButtonUrl: z.string(),
  ctaSecondaryUrl: z.string().nullable(),
})
export type MicrositeContent = z.infer<typeof storedContent>

const campaignOfMicrosite = z.object({
  id: z.number(),
  name: z.string(),
  product: z.string(),
  rate: z.string().nullable(),
  rateType: z.string(),
  comparisonRate: z.string().nullable(),
})

export const publicMicrosite = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  /** null: the campaign was deleted. */
  campaignId: z.number().nullable(),
  campaign: campaignOfMicrosite.nullable(),
  content: storedContent,
})
export type PublicMicrosite = z.infer<typeof publicMicrosite>

/** Days of the trend, today in Sydney included. */
export const TREND_DAYS = 14

export const microsite = publicMicrosite.extend({
  active: z.boolean(),
  visits: z.number(),
  /** Of each of the last days, oldest first. */
  recentVisits: z.array(z.number()),
  createdAt: instant,
  updatedAt: instant,
})
export type Microsite = z.infer<typeof microsite>

export const listMicrosites = endpoint('GET /api/microsites', {
  tag,
  summary: 'Microsites with their visits, newest first',
  access: 'admin_area.read',
  query: pageQuery.extend({ campaignId: id.optional() }),
  returns: z.array(microsite),
})

export const readMicrosite = endpoint('GET /api/microsites/:slug', {
  tag,
  summary: 'One microsite as its page shows it',
  access: 'public',
  params: z.object({ slug: z.string().max(200) }),
  returns: publicMicrosite,
})

export const getMicrosite = endpoint('GET /api/microsites/:id/settings', {
  tag,
  summary: 'One microsite as staff edit it, active or not',
  access: 'admin_area.read',
  params: idParams,
  returns: microsite,
})

/** An unsaved microsite: missing fields are filled as when it is saved, or left out. */
const draftText = (max: number) => (max > TEXT ? lines : line)().max(max, atMost(max)).optional()

export const previewMicrosite = endpoint('POST /api/microsites/preview', {
  tag,
  summary: 'The public page as it would be rendered, before it is saved',
  access: 'microsites.write',
  body: z.object({
    name: draftText(200),
    campaignId: campaignId.nullish(),
    ...optionalTexts,
    heroTitle: draftText(TEXT),
    heroSubtitle: draftText(1000),
    productName: draftText(TEXT),
    description: draftText(LONG_TEXT),
    features: draftText(LONG_TEXT),
    ctaButtonUrl: draftText(2000),
    ctaSecondaryUrl: draftText(2000),
  }),
  returns: z.object({ html: z.string() }),
})

export const createMicrosite = endpoint('POST /api/microsites', {
  tag,
  summary: 'Creates a microsite; the content fields stand flat beside name, slug and campaign',
  access: 'microsites.write',
  body: micrositeFields,
  returns: microsite,
  status: 201,
})

export const updateMicrosite = endpoint('PATCH /api/microsites/:id', {
  tag,
  summary: 'Changes a microsite; of `content` only the fields that are sent',
  access: 'microsites.write',
  params: idParams,
  body: micrositeChanges,
  returns: microsite,
  edits: { subject: 'microsite', fields: ['title', 'slug', 'campaignId', 'content', 'active'] },
})

export const deleteMicrosite = endpoint('DELETE /api/microsites/:id', {
  tag,
  summary: 'Deletes a microsite with its visits; links to it answer 404',
  access: 'microsites.write',
  params: idParams,
  returns: z.object({ deleted: z.literal(true) }),
})

export const attributionDimensions = ['source', 'medium', 'campaign', 'content', 'term', 'broker'] as const
export type AttributionDimension = (typeof attributionDimensions)[number]

export const attributionReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  by: z.enum(attributionDimensions),
  visits: z.number(),
  /** All attributed ones of the period, including those of rows that are not listed; equal for every `by`. */
  bookings: z.number(),
  applications: z.number(),
  /** Most visits first; value null where the link had none. At most 100; `others` is the number of visits in the rest. */
  rows: z.array(
    z.object({
      value: z.string().nullable(),
      /** With `by=broker`. */
      brokerId: z.number().nullable(),
      visits: z.number(),
      bookings: z.number(),
      applications: z.number(),
    }),
  ),
  others: z.number(),
  days: z.array(z.object({ date: z.iso.date(), visits: z.number() })),
})
export type AttributionReport = z.infer<typeof attributionReport>

export const attribution = endpoint('GET /api/attribution', {
  tag,
  summary: 'Visits by UTM tag or broker over any period (Sydney days, both included), from rollups',
  access: 'admin_area.read',
  query: z.object({
    by: z.enum(attributionDimensions).default('source'),
    from: givenDay().optional(),
    to: givenDay().optional(),
    micrositeId: id.optional(),
    /** The microsites of one campaign. */
    campaignId: id.optional(),
  }),
  returns: attributionReport,
})

/** Characters of a UTM tag that are kept. */
export const MAX_UTM = 200

export const micrositePage = endpoint('GET /microsite/:slug', {
  tag,
  summary: 'The public page; counts the visit of a person',
  access: 'public',
  params: z.object({ slug: z.string() }),
  query: z.object({}).loose(),
  kind: 'file',
  otherStatuses: [304],
})
