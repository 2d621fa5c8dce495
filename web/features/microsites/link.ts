import { MAX_UTM } from '#contract/microsites/microsites.ts'
import { cutText } from '#contract/plain-text.ts'

/** UTM tags of a link. */
export interface LinkTags {
  source: string
  medium: string
  campaign: string
  content: string
  term: string
}

const tagNames = [
  'source',
  'medium',
  'campaign',
  'content',
  'term',
] as const satisfies readonly (keyof LinkTags)[]

/** The fields of the link builder, with common values. */
export const tagFields: readonly {
  name: keyof LinkTags
  label: string
  help: string
  suggestions: readonly string[]
}[] = [
  {
    name: 'source',
    label: 'Source',
    help: 'For example newsletter or linkedin',
    suggestions: ['newsletter', 'linkedin', 'facebook', 'website', 'event', 'partner'],
  },
  {
    name: 'medium',
    label: 'Medium',
    help: 'For example email, social or print',
    suggestions: ['email', 'social', 'sms', 'print', 'referral', 'cpc'],
  },
  { name: 'campaign', label: 'Campaign', help: 'For example spring-offer', suggestions: [] },
  { name: 'content', label: 'Content', help: 'Tells links apart: header or footer', suggestions: [] },
  { name: 'term', label: 'Term', help: 'Paid keyword', suggestions: [] },
]

/** Public address of a microsite. */
export function micrositeUrl(address: string, slug: string): string {
  return `${address.replace(/\/+$/, '')}/microsite/${slug}`
}

interface LinkParts {
  address: string
  slug: string
  tags: LinkTags
  brokerId: number | null
  /** Proves that the link was made for the broker; without it the link names no broker. */
  brokerKey?: string | null
}

/** The microsite's address with broker and UTM tags; empty tags are left out, long ones cut where the count cuts them. */
export function trackedUrl({ address, slug, tags, brokerId, brokerKey = null }: LinkParts): string {
  const search = new URLSearchParams()
  if (brokerId !== null && brokerKey !== null) {
    search.set('broker', String(brokerId))
    search.set('key', brokerKey)
  }
  for (const name of tagNames) {
    const value = cutText(tags[name].trim(), MAX_UTM)
    if (value) search.set(`utm_${name}`, value)
  }
  const query = search.toString()
  return micrositeUrl(address, slug) + (query ? `?${query}` : '')
}

/** True for an address that only this computer can open. */
export function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\./.test(host)
}
